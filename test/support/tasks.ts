import { get, post, type TestService } from './service.ts'

/** A panel of two for the local API. */
export const PANEL = [
  { provider: 'openrouter', name: 'First', model: 'vendor/first' },
  { provider: 'openrouter', name: 'Second', model: 'vendor/second' },
]

/** The body of a request to the local API. */
export function requestFor(query: string, changes: object = {}) {
  return { query, models: PANEL, ...changes }
}

/** Creates a task and returns it as it was answered. */
export async function createTask(
  service: TestService,
  body: object,
  headers: Record<string, string> = {},
): Promise<{ id: string; status: string; progress: number }> {
  const response = await post(service.local, '/consensus', body, headers)
  const task = await response.json()
  if (response.status !== 202) throw new Error(`Expected 202, got ${JSON.stringify(task)}`)
  return task
}

/** Waits until a task is finished, then polls it. */
export async function finishedTask(service: TestService, id: string) {
  const record = await service.tasks.get(id, 'anonymous')
  if (record === null) throw new Error(`There is no task ${id}`)
  await service.tasks.finished(record)
  return (await get(service.local, `/consensus/${id}`)).json()
}
