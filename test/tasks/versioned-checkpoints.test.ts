import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Libsql from 'libsql'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MIGRATIONS } from '../../src/adapters/sqlite/migrations.ts'
import { presentEntry } from '../../src/consensus/present/present.ts'
import { inDatabase, keptLog } from '../support/damaged-database.ts'
import { allEventsOf } from '../support/event-stream.ts'
import { fakeProvider, REAL_ROUTER } from '../support/fake-provider.ts'
import { get, openService, type TestService } from '../support/service.ts'
import { finishedTask } from '../support/tasks.ts'

/** A task as the version before checkpoints had versions stored it: after its first iteration of two. */
const PAST = JSON.parse(
  readFileSync(new URL('../fixtures/task-with-checkpoint-1.json', import.meta.url), 'utf8'),
) as { schema: number; task: Record<string, string | number | null>; replies: Array<Record<string, string>> }
const ID = String(PAST.task.id)

let folder: string
let service: TestService
let provider: ReturnType<typeof fakeProvider>
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stretto-checkpoint-'))
  provider = fakeProvider(({ model }) => {
    const answer = model === 'vendor/first' ? '4' : '5'
    return JSON.stringify({ answer, reason: 'counted', claims: [], verdict: 'reject' })
  })
})
afterEach(async () => {
  await service.stop()
  provider.restore()
  rmSync(folder, { recursive: true, force: true })
})

/** Writes the database as it was, with some columns of the task changed. */
function writePast(changes: Record<string, string> = {}): void {
  const database = new Libsql(join(folder, 'stretto.db'))
  for (const migration of MIGRATIONS.slice(0, PAST.schema)) database.exec(migration)
  database.exec(`PRAGMA user_version = ${PAST.schema}`)
  const insert = (table: string, row: Record<string, unknown>) =>
    database
      .prepare(
        `INSERT INTO ${table} (${Object.keys(row)}) VALUES (${Object.keys(row)
          .map(() => '?')
          .join()})`,
      )
      .run(...Object.values(row))
  insert('tasks', { ...PAST.task, ...changes })
  for (const reply of PAST.replies) insert('task_replies', reply)
  database.close()
}

const storedCheckpoint = () =>
  inDatabase(folder, (database) => database.prepare('SELECT checkpoint, status FROM tasks').get())

describe('a task with a checkpoint of another version', () => {
  it('resumes from one of the version before, and its first iteration is kept and not paid for again', async () => {
    writePast()
    service = await openService(REAL_ROUTER, folder)
    expect(await service.tasks.resume()).toBe(1)
    const task = await finishedTask(service, ID)
    expect(task).toMatchObject({ status: 'completed', result: { iterations_used: 2 } })
    const past = JSON.parse(String(PAST.task.checkpoint))
    expect(task.result.iterations[0]).toEqual(presentEntry(past.entries[0], task.result.models))
    // Three seats of the second iteration at most, and a writer.
    expect(provider.calls.length).toBeLessThanOrEqual(4)
    const events = await allEventsOf(await get(service.local, `/consensus/${ID}/events`))
    const ends = events.filter(({ event }) => event === 'iteration-end')
    expect(ends.map(({ data }) => data.iteration)).toEqual([1, 2])
  })

  it('is left alone if it is of a newer version: it is said once in the log, and nothing is changed or paid for', async () => {
    const checkpoint = JSON.stringify({ version: 1_000, spiral: 'in a form of the future' })
    writePast({ checkpoint })
    const { log, lines } = keptLog()
    service = await openService({ ...REAL_ROUTER, TASK_LEASE_MS: '100' }, folder, log)
    await service.tasks.resume()
    const left = () => lines.filter(({ msg }) => msg === 'task is left for a newer version')
    await vi.waitFor(() => expect(left()).toMatchObject([{ task_id: ID }]), { timeout: 20_000, interval: 5 })
    expect(await service.tasks.resume()).toBe(0)
    expect(left()).toHaveLength(1)
    expect(provider.calls).toEqual([])
    expect(await (await get(service.local, `/consensus/${ID}`)).json()).toMatchObject({ status: 'running' })
    expect(storedCheckpoint()).toMatchObject({ checkpoint, status: 'running' })
  })
})
