import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { closeDatabase, openDatabase } from '../../src/adapters/sqlite/database.ts'
import { FIRST_VERSION, MIGRATIONS } from '../../src/adapters/sqlite/migrations.ts'
import { diagnose } from '../../src/main/doctor.ts'
import {
  cutAfter,
  databaseFile,
  inDatabase,
  overwriteBytes,
  overwritePages,
  pageCount,
  pagesOf,
} from '../support/damaged-database.ts'
import { copyOf, FULL, fillDatabase, pagesOfTasks, rowCounts, taskId } from '../support/full-database.ts'
import { get, openService } from '../support/service.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

let full: string
let folder: string
beforeAll(async () => {
  const service = await openService()
  await service.stop({ keepFolder: true })
  full = service.folder
  await fillDatabase(full)
})
afterAll(() => rmSync(full, { recursive: true, force: true }))
beforeEach(() => {
  folder = copyOf(full)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Repairs, and sees to it that the new database is intact and can be opened; gives its rows. */
function repaired() {
  const before = readFileSync(databaseFile(folder))
  const { lines, exitCode } = diagnose(folder, true)
  expect(exitCode, lines.join('\n')).toBe(0)
  const aside = readdirSync(folder).filter((name) => /^stretto\.db\.damaged-[\dTZ-]+$/.test(name))
  expect(aside).toHaveLength(1)
  expect(readFileSync(`${folder}/${aside[0]}`).equals(before)).toBe(true)
  expect(readdirSync(folder).filter((name) => name.startsWith('repair-'))).toEqual([])
  const counts = rowCounts(folder)
  const { cache_sizes: _, ...recovered } = counts
  for (const [table, count] of Object.entries(recovered))
    expect(lines.join('\n')).toContain(`${table}: ${count} rows kept`)
  const again = diagnose(folder, false)
  expect(again.exitCode, again.lines.join('\n')).toBe(0)
  closeDatabase(openDatabase(folder))
  return { counts, lines }
}

describe('the doctor', () => {
  it('finds no damage in a database that the next start brings to the current version', () => {
    rmSync(databaseFile(folder))
    inDatabase(folder, (database) => {
      database.exec(`${MIGRATIONS[0]}; PRAGMA user_version = ${FIRST_VERSION}`)
      database.exec("INSERT INTO cache_tallies VALUES ('key:alice', 3, 2, 1.5)")
    })
    const { lines, exitCode } = diagnose(folder, true)
    expect(exitCode, lines.join('\n')).toBe(0)
    expect(lines[0]).toContain('is intact')
    closeDatabase(openDatabase(folder))
    expect(rowCounts(folder)).toMatchObject({ cache_tallies: 1, counted_runs: 0 })
  })

  it('finds no damage in an intact database, counts its rows and does not change it', () => {
    const before = readFileSync(databaseFile(folder))
    const { lines, exitCode } = diagnose(folder, true)
    expect(exitCode, lines.join('\n')).toBe(0)
    expect(lines).toEqual([
      expect.stringContaining(`is intact: ${FULL.tasks} tasks, ${FULL.results} results, `),
    ])
    expect(readFileSync(databaseFile(folder)).equals(before)).toBe(true)
    expect(rowCounts(full)).toMatchObject({ tasks: FULL.tasks, results: FULL.results })
  })

  it('reports a folder without a database, and creates none', () => {
    rmSync(databaseFile(folder))
    expect(diagnose(folder, true)).toMatchObject({
      exitCode: 0,
      lines: [expect.stringContaining('no database')],
    })
    expect(existsSync(databaseFile(folder))).toBe(false)
  })

  it('refuses while a service uses the data', () => {
    const database = openDatabase(folder)
    expect(() => diagnose(folder, true)).toThrow('Another Stretto process is using the data')
    closeDatabase(database)
  })

  it('prevents a service from starting while it runs', async () => {
    const { examineDatabase } = await import('../../src/adapters/sqlite/repair/examine-database.ts')
    const examination = examineDatabase(folder)
    expect(() => openDatabase(folder)).toThrow('Another Stretto process is using the data')
    examination?.close()
    closeDatabase(openDatabase(folder))
  })

  it('finds the files next to the database, not next to a link to it', () => {
    const linked = mkdtempSync(join(tmpdir(), 'stretto-linked-'))
    symlinkSync(databaseFile(folder), join(linked, 'stretto.db'))
    overwritePages(folder, pagesOf(folder, 'tasks', 'leaf').slice(2, 3))
    const { lines, exitCode } = diagnose(linked, true)
    expect([exitCode, lines[0]]).toEqual([0, `The database in ${folder} is damaged:`])
    expect(diagnose(linked, false).exitCode).toBe(0)
    rmSync(linked, { recursive: true, force: true })
  })

  it('does not touch data of a newer version', () => {
    inDatabase(folder, (database) => database.exec('PRAGMA user_version = 99'))
    expect(() => diagnose(folder, true)).toThrow('newer version of Stretto')
  })

  it('reports what is damaged and how many rows can be read, and changes nothing unless requested', () => {
    overwritePages(folder, pagesOf(folder, 'tasks', 'leaf').slice(2, 3))
    const before = readFileSync(databaseFile(folder))
    const { lines, exitCode } = diagnose(folder, false)
    expect(exitCode).toBe(1)
    const text = lines.join('\n')
    expect(text).toMatch(/is damaged:/)
    expect(text).toMatch(/tasks: \d+ rows readable, [1-9]\d* unreadable/)
    expect(text).toMatch(/doctor --repair/)
    expect(readFileSync(databaseFile(folder)).equals(before)).toBe(true)
    expect(readdirSync(folder).filter((name) => name.includes('damaged'))).toEqual([])
  })
})

describe('a start on a damaged database', () => {
  const execute = (sql: string) => inDatabase(folder, (database) => database.exec(sql))

  it.each<[string, () => void]>([
    ['a garbage header', () => overwriteBytes(folder, 0, Buffer.alloc(100, 0xa5))],
    ['a garbage first page', () => overwriteBytes(folder, 100, Buffer.alloc(3996, 0xa5))],
    ['a file that was cut off', () => cutAfter(folder, pageCount(folder) / 2)],
    ['a missing table', () => execute('PRAGMA foreign_keys = OFF; DROP TABLE tasks')],
    ['a table of another shape', () => execute('ALTER TABLE results RENAME COLUMN query TO asked')],
    ['a version that does not fit', () => execute('PRAGMA user_version = 0')],
  ])('fails with what is damaged and what to do: %s', async (_, damage) => {
    damage()
    await expect(openService({}, folder)).rejects.toThrow(
      /^DATA_DIR cannot be .+ is damaged \(.+\)\. Run .+doctor --repair/,
    )
  })

  it('succeeds after a repair, and is healthy', async () => {
    overwritePages(folder, [1])
    repaired()
    const service = await openService({}, folder)
    expect((await (await get(service.edge, '/health')).json()).status).toBe('healthy')
    await service.stop({ keepFolder: true })
  })
})

describe('a repair', () => {
  it('loses only the tasks of a damaged page', async () => {
    const page = pagesOf(folder, 'tasks', 'leaf')[2]!
    const lost = [...pagesOfTasks(folder).values()].filter((pages) => pages.includes(page)).length
    overwritePages(folder, [page])
    const { counts, lines } = repaired()
    expect(lost).toBeGreaterThan(0)
    // What belongs to a lost task is lost with it.
    const theirs = { task_replies: expect.any(Number), task_events: expect.any(Number) }
    expect(counts).toEqual({ ...rowCounts(full), tasks: FULL.tasks - lost, ...theirs })
    expect(lines.join('\n')).toContain(`tasks: ${FULL.tasks - lost} rows kept, ${lost} lost`)
  })

  it.each([
    ['the inner pages of the table of tasks', () => pagesOf(folder, 'tasks', 'internal')],
    ['an index of the tasks', () => pagesOf(folder, 'tasks_by_status')],
    ['the first page, with the list of tables', () => [1]],
  ])('loses no row if the damage is in %s', async (_, pages) => {
    expect(pages().length).toBeGreaterThan(0)
    overwritePages(folder, pages())
    expect(repaired().counts).toEqual(rowCounts(full))
  })

  it('loses no row if the header is damaged, and restores no deleted ones', async () => {
    overwriteBytes(folder, 0, Buffer.from('This was a database once, and is none now. '.repeat(2)))
    expect(repaired().counts).toEqual(rowCounts(full))
  })

  it('keeps the rest of a truncated file', async () => {
    const half = pageCount(folder) / 2
    const whole = [...pagesOfTasks(folder)].filter(([, pages]) => pages.every((page) => page <= half))
    cutAfter(folder, half + 0.3)
    const { counts } = repaired()
    expect(counts.tasks).toBe(whole.length)
  })

  it.each(['tasks', 'results', 'questions', 'cache_tallies', 'counted_runs', 'verdicts'])(
    'recreates a missing table and keeps the others: %s',
    async (table) => {
      inDatabase(folder, (database) => {
        database.exec(`PRAGMA foreign_keys = OFF; DROP TABLE ${table}`)
      })
      const { counts, lines } = repaired()
      expect(lines.join('\n')).toContain(`the table ${table} is missing`)
      expect(counts[table]).toBe(0)
      if (table !== 'tasks') expect(counts.tasks).toBe(FULL.tasks)
    },
  )

  it('marks a task with an unreadable request as failed, and reports that to its caller', async () => {
    inDatabase(folder, (database) => {
      const set = database.prepare('UPDATE tasks SET request = CAST(? AS TEXT) WHERE id = ?')
      set.run(Buffer.from('{"query":'), taskId(3))
      set.run(Buffer.from([0xa5, 0xff, 0x00]), taskId(4))
    })
    expect(diagnose(folder, false).lines.join('\n')).toContain('2 rows of tasks cannot be read')
    const { counts } = repaired()
    expect(counts.tasks).toBe(FULL.tasks)
    const service = await openService({}, folder)
    for (const number of [3, 4]) {
      const task = await (await get(service.local, `/consensus/${taskId(number)}`)).json()
      expect(task).toMatchObject({ status: 'failed', error: { message: expect.stringContaining('damaged') } })
    }
    expect((await get(service.local, `/consensus/${taskId(5)}`)).status).toBe(200)
    await service.stop({ keepFolder: true })
  })

  it('drops unreadable answers and recomputes unreadable vectors', async () => {
    inDatabase(folder, (database) => {
      database.exec("UPDATE results SET response = '{' WHERE id = 'result-1'")
      database.exec("UPDATE question_vectors SET vector = x'00' WHERE number = 3")
    })
    const { counts } = repaired()
    expect(counts).toMatchObject({ results: FULL.results - 1 })
    const recomputed = () =>
      inDatabase(folder, (database) =>
        database
          .prepare(
            "SELECT length(vector) AS bytes FROM question_vectors JOIN results USING (question) WHERE id = 'result-2'",
          )
          .all(),
      )
    const service = await openService({}, folder)
    await vi.waitFor(() => expect(recomputed()).toMatchObject([{ bytes: 4 * 768 }]), { timeout: 60_000 })
    await service.stop({ keepFolder: true })
  })
})
