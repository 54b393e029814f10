import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Libsql from 'libsql'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MIGRATIONS } from '../../src/adapters/sqlite/migrations.ts'
import { presentEntry } from '../../src/consensus/present/present.ts'
import { inDatabase, keptLog } from '../support/damaged-database.ts'
import { allEventsOf } from '../support/event-stream.ts'
import { REAL_ROUTER } from '../support/fake-provider.ts'
import { quarrellingModels } from '../support/quarrel.ts'
import { get, openService, type TestService } from '../support/service.ts'
import { finishedTask } from '../support/tasks.ts'

interface PastTask {
  schema: number
  task: Record<string, string | number | null>
  replies: Array<Record<string, string>>
}

/** A task as earlier versions stored it after its first iteration of two, by the version of its checkpoint. */
const pastTask = (version: number): PastTask =>
  JSON.parse(
    readFileSync(new URL(`../fixtures/task-with-checkpoint-${version}.json`, import.meta.url), 'utf8'),
  )

let folder: string
let service: TestService
let provider: ReturnType<typeof quarrellingModels>
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stretto-checkpoint-'))
  provider = quarrellingModels()
})
afterEach(async () => {
  await service.stop()
  provider.restore()
  rmSync(folder, { recursive: true, force: true })
})

/** Writes the database as it was. */
function writePast({ schema, task, replies }: PastTask): void {
  const database = new Libsql(join(folder, 'stretto.db'))
  for (const migration of MIGRATIONS.slice(0, schema)) database.exec(migration)
  database.exec(`PRAGMA user_version = ${schema}`)
  const insert = (table: string, row: Record<string, unknown>) =>
    database
      .prepare(
        `INSERT INTO ${table} (${Object.keys(row)}) VALUES (${Object.keys(row)
          .map(() => '?')
          .join()})`,
      )
      .run(...Object.values(row))
  insert('tasks', task)
  for (const reply of replies) insert('task_replies', reply)
  database.close()
}

const storedCheckpoint = () =>
  inDatabase(folder, (database) => database.prepare('SELECT checkpoint, status FROM tasks').get())

describe('a task with a checkpoint of another version', () => {
  it.each([1, 2])(
    'resumes from version %i, and its first iteration is kept and not paid for again',
    async (version) => {
      const stored = pastTask(version)
      const id = String(stored.task.id)
      writePast(stored)
      service = await openService(REAL_ROUTER, folder)
      expect(await service.tasks.resume()).toBe(1)
      const task = await finishedTask(service, id)
      expect(task).toMatchObject({ status: 'completed', result: { iterations_used: 2 } })
      const past = JSON.parse(String(stored.task.checkpoint))
      const first = presentEntry((past.spiral ?? past).entries[0], task.result.models)
      expect(task.result.iterations[0]).toEqual(first)
      // Three seats of the second iteration at most, and a writer.
      expect(provider.calls.length).toBeLessThanOrEqual(4)
      const events = await allEventsOf(await get(service.local, `/consensus/${id}/events`))
      const ends = events.filter(({ event }) => event === 'iteration-end')
      // Later versions stored their events themselves; they are not in the sample.
      expect(ends.map(({ data }) => data.iteration)).toEqual(version === 1 ? [1, 2] : [2])
    },
  )

  it('is left alone if it is of a newer version: it is said once in the log, and nothing is changed or paid for', async () => {
    const checkpoint = JSON.stringify({ version: 1_000, spiral: 'in a form of the future' })
    const { task, ...rest } = pastTask(2)
    const id = String(task.id)
    writePast({ ...rest, task: { ...task, checkpoint } })
    const { log, lines } = keptLog()
    service = await openService({ ...REAL_ROUTER, TASK_LEASE_MS: '100' }, folder, log)
    await service.tasks.resume()
    const left = () => lines.filter(({ msg }) => msg === 'task is left for a newer version')
    await vi.waitFor(() => expect(left()).toMatchObject([{ task_id: id }]), { timeout: 20_000, interval: 5 })
    expect(await service.tasks.resume()).toBe(0)
    expect(left()).toHaveLength(1)
    expect(provider.calls).toEqual([])
    expect(await (await get(service.local, `/consensus/${id}`)).json()).toMatchObject({ status: 'running' })
    expect(storedCheckpoint()).toMatchObject({ checkpoint, status: 'running' })
  })
})
