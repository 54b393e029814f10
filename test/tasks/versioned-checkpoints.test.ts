import { rmSync } from 'node:fs'
import { afterEach, expect, it, vi } from 'vitest'
import { closeDatabase, openDatabase } from '../../src/adapters/sqlite/database.ts'
import { createLog } from '../../src/adapters/telemetry/pino-log.ts'
import { changeTask } from '../../src/tasks/task-machine.ts'
import { REAL_ROUTER } from '../support/fake-provider.ts'
import { freshFolder } from '../support/fresh-folder.ts'
import { quarrellingModels } from '../support/quarrel.ts'
import { sampleSpiral, sampleTask } from '../support/samples.ts'
import { get, openService, type TestService } from '../support/service.ts'
import { inDatabase } from '../support/stored-database.ts'
import { createSqliteTaskPorts, insertTask } from '../support/task-ports.ts'

const CHECKPOINT = JSON.stringify({ version: 1_000, spiral: 'in a form of the future' })

let service: TestService
const provider = quarrellingModels()
afterEach(async () => {
  await service.stop()
  provider.restore()
})

/** Writes an unfinished task with a checkpoint of a newer version, held by nobody. */
async function writeTask(folder: string): Promise<string> {
  const database = openDatabase(folder)
  const ports = createSqliteTaskPorts(database)
  const task = sampleTask({ id: '00000000-0000-4000-8000-000000000000', scope: 'anonymous' })
  const lease = await insertTask(ports, task)
  await ports.progress.update(lease, changeTask(task, { type: 'start' }, task.createdAt), sampleSpiral)
  await ports.leases.release(lease)
  database.prepare('UPDATE tasks SET checkpoint = ?').run(CHECKPOINT)
  closeDatabase(database)
  return task.id
}

it('leaves a task with a checkpoint of a newer version alone: it is said once in the log, and nothing is changed or paid for', async () => {
  const folder = freshFolder()
  const id = await writeTask(folder)
  const lines: Array<{ msg: string }> = []
  const log = createLog('warn', { write: (line) => void lines.push(JSON.parse(line)) })
  service = await openService({ ...REAL_ROUTER, TASK_LEASE_MS: '100' }, folder, log)
  await service.tasks.resume()
  const left = () => lines.filter(({ msg }) => msg === 'task is left for a newer version')
  await vi.waitFor(() => expect(left()).toMatchObject([{ task_id: id }]), { timeout: 20_000, interval: 5 })
  expect(await service.tasks.resume()).toBe(0)
  expect(left()).toHaveLength(1)
  expect(provider.calls).toEqual([])
  expect(await (await get(service.local, `/consensus/${id}`)).json()).toMatchObject({ status: 'running' })
  const stored = inDatabase(folder, (database) =>
    database.prepare('SELECT checkpoint, status FROM tasks').get(),
  )
  expect(stored).toMatchObject({ checkpoint: CHECKPOINT, status: 'running' })
  rmSync(folder, { recursive: true, force: true })
})
