import type { Service } from '../../src/main/compose.ts'
import type { Task } from './task.ts'

/** A request as it was sent, and the response to it. */
export interface Transcript {
  task: Task
  method: string
  body: Record<string, unknown>
  // biome-ignore lint/suspicious/noExplicitAny: printed as it came
  response: Record<string, any>
}

/** Sends the request of a task to the API that it is for. */
export async function runTask(
  service: Pick<Service, 'edge' | 'local' | 'tasks'>,
  task: Task,
): Promise<Transcript> {
  const { api, path, query, members, options = {} } = task
  const models = members.map((name) => {
    const model = `scripted/${name}`
    return api === 'edge' ? model : { provider: 'openrouter', name, model }
  })
  const body = { query, models, ...options }
  const app = service[api]
  const answered = await app.request(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  let response = await answered.json()
  if (!answered.ok) throw new Error(`${path} answered ${JSON.stringify(response)}`)
  if (answered.status === 202) {
    const record = await service.tasks.get(response.id, 'anonymous')
    await service.tasks.finished(record!)
    response = await (await app.request(`/consensus/${response.id}`)).json()
  }
  return { task, method: `POST ${path}`, body, response }
}
