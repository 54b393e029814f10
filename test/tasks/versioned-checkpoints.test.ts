import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { closeDatabase, openDatabase } from '../../src/adapters/sqlite/database.ts'
import { ConsensusResponse } from '../../src/contract/local-consensus.ts'
import { inDatabase, keptLog } from '../support/damaged-database.ts'
import { allEventsOf } from '../support/event-stream.ts'
import { REAL_ROUTER } from '../support/fake-provider.ts'
import { askedFor } from '../support/panel-replies.ts'
import { quarrellingModels } from '../support/quarrel.ts'
import { freshFolder } from '../support/seeded-folder.ts'
import { get, openService, type TestService } from '../support/service.ts'
import { finishedTask } from '../support/tasks.ts'

interface PastTask {
  task: Record<string, string | number | null>
  replies: Array<Record<string, string>>
}

/** A task as earlier versions stored it between two iterations, by the version of its checkpoint. */
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

/** Writes a task as it was stored, held by nobody. */
async function writePast({ task, replies }: PastTask): Promise<void> {
  const database = openDatabase(folder)
  const insert = (table: string, row: Record<string, unknown>) =>
    database
      .prepare(
        `INSERT INTO ${table} (${Object.keys(row)}) VALUES (${Object.keys(row)
          .map(() => '?')
          .join()})`,
      )
      .run(...Object.values(row))
  insert('tasks', { ...task, fence: 0, lease_ms: 0, leased_until: 0 })
  for (const reply of replies) insert('task_replies', reply)
  closeDatabase(database)
  await copyVectors()
}

/** Copies the vectors of the axioms from a folder that has them, since computing them is most of a first start. */
async function copyVectors(): Promise<void> {
  const seeded = await freshFolder()
  inDatabase(folder, (database) => {
    database.exec(`ATTACH '${join(seeded, 'stretto.db')}' AS seeded`)
    database.exec('INSERT INTO vectors SELECT * FROM seeded.vectors; DETACH seeded')
  })
  rmSync(seeded, { recursive: true, force: true })
}

const storedCheckpoint = () =>
  inDatabase(folder, (database) => database.prepare('SELECT checkpoint, status FROM tasks').get())

describe('a task with a checkpoint of another version', () => {
  it.each([
    // The first had also paid for one reply of its second iteration; the third is in its third iteration.
    { version: 1, paid: 3 + 1, answers: ['4', '5', '5'], iterations: 2 },
    { version: 2, paid: 3, answers: ['4', '5', '5'], iterations: 2 },
    { version: 3, paid: 6, answers: ['4', '5', '4'], iterations: 3 },
  ])(
    'resumes from version $version: its first replies are read anew, and neither asked nor paid for again',
    async ({ version, paid, answers, iterations }) => {
      const stored = pastTask(version)
      const id = String(stored.task.id)
      await writePast(stored)
      service = await openService(REAL_ROUTER, folder)
      expect(await service.tasks.resume()).toBe(1)
      const { status, result } = await finishedTask(service, id)
      expect(status).toBe('completed')
      ConsensusResponse.strict().parse(result)
      expect(result.iterations_used).toBe(iterations)

      const asked = provider.calls.map(({ prompt }) => askedFor(prompt))
      expect(asked.slice(0, 4)).toEqual(['groups', 'rulings', 'rulings', 'rulings'])
      expect(asked).not.toContain('reply')
      expect(result.usage.calls).toBe(paid + provider.calls.length)

      const [first] = result.iterations
      expect(first.responses.map(({ answer }: { answer: string }) => answer)).toEqual(answers)
      expect(first.clusters.map(({ label }: { label: string }) => label).sort()).toEqual(['P', 'Q'])
      expect(first.D).toBeCloseTo(2 / 3, 2)
      expect(['4', '5']).toContain(result.answer)
      expect(result.final_answer).toBe(`${result.answer}\n\ncounted`)

      const events = await allEventsOf(await get(service.local, `/consensus/${id}/events`))
      const ends = events.filter(({ event }) => event === 'iteration-end')
      // The first version kept no events; its first iteration was told of when they were introduced.
      expect(ends.slice(-iterations).map(({ data }) => data)).toEqual(result.iterations)
    },
  )

  it('is left alone if it is of a newer version: it is said once in the log, and nothing is changed or paid for', async () => {
    const checkpoint = JSON.stringify({ version: 1_000, spiral: 'in a form of the future' })
    const { task, ...rest } = pastTask(2)
    const id = String(task.id)
    await writePast({ ...rest, task: { ...task, checkpoint } })
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
