import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { get, openService, type TestService } from '../support/service.ts'
import { createTask, finishedTask, requestFor } from '../support/tasks.ts'

const WEEK_MS = 7 * 24 * 60 * 60 * 1000

let service: TestService
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  service = await openService()
})
afterEach(async () => {
  vi.useRealTimers()
  await service.stop()
})

/** Starts the service anew at a later time, which sweeps at once. */
async function restartAt(time: number): Promise<void> {
  await service.stop({ keepFolder: true })
  vi.setSystemTime(time)
  service = await openService({}, service.folder)
}

it('keeps a finished task for seven days and no longer', async () => {
  const { id } = await createTask(service, requestFor('What is 2 + 2?'))
  const { status, updated_at } = await finishedTask(service, id)
  expect(status).toBe('completed')
  vi.setSystemTime(updated_at + 1)
  const { id: later } = await createTask(service, requestFor('What is 2 + 3?'))
  expect((await finishedTask(service, later)).updated_at).toBe(updated_at + 1)
  const statusOf = async (task: string) => (await get(service.local, `/consensus/${task}`)).status
  await restartAt(updated_at + WEEK_MS + 1)
  // Both are looked at by the same sweep.
  while ((await statusOf(id)) !== 404) await new Promise((resolve) => setImmediate(resolve))
  expect(await statusOf(later)).toBe(200)
})
