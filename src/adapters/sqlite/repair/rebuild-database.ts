import { constants, copyFileSync, existsSync, linkSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createDamageReport } from '../../storage/damage.ts'
import { DAMAGED_TASK } from '../../storage/tasks/task-row.ts'
import { type Connection, closeDatabase, openDatabase } from '../database.ts'
import { rowAt } from '../readable-rows.ts'
import { storedColumns } from '../stored-columns.ts'
import type { Examination } from './examine-database.ts'
import { TABLES } from './stored-tables.ts'

/** The outcome of a repair. */
export interface Repair {
  /** Where the damaged file is now. */
  asideAs: string
  /** Rows of each table in the new database. */
  kept: Map<string, number>
}

/** Writes a new database with everything that can be read, then puts it in place of the damaged one, which is set aside. */
export function rebuildDatabase(folder: string, examination: Examination, now: Date): Repair {
  const workFolder = mkdtempSync(join(folder, 'repair-'))
  try {
    closeDatabase(openDatabase(workFolder))
    copyRows(examination, join(workFolder, 'stretto.db'))
    const kept = tidyUp(workFolder)
    examination.close()
    return { asideAs: exchange(folder, join(workFolder, 'stretto.db'), now), kept }
  } finally {
    rmSync(workFolder, { recursive: true, force: true })
  }
}

/** Copies rows as they are, and unreadable tasks as failed ones, so that their callers are informed. */
function copyRows({ database, tables }: Examination, made: string): void {
  const unreadable = identitiesOf(database, tables.get('tasks')!.unreadable)
  // Rows come in any order.
  database.exec('PRAGMA foreign_keys = OFF')
  database.prepare('ATTACH ? AS rebuilt').run(made)
  database.exec('BEGIN')
  for (const [table, { readable }] of tables) {
    if (readable.length === 0) continue
    const copy = database.prepare(
      `INSERT OR IGNORE INTO rebuilt.${table} SELECT * FROM main.${table} WHERE rowid = ?`,
    )
    for (const number of readable) copy.run(number)
  }
  const addFailed = database.prepare(
    `INSERT OR IGNORE INTO rebuilt.tasks (id, scope, created_at, updated_at, idempotency_key, uses_caller_key,
       status, progress, fence, lease_ms, leased_until, request, warnings, error)
     VALUES (?, ?, ?, ?, ?, ?, 'failed', 0, 0, 0, 0, '{}', '[]', ?)`,
  )
  const error = JSON.stringify({ code: 'internal_error', message: DAMAGED_TASK })
  for (const identity of unreadable) addFailed.run(...identity, error)
  database.exec('COMMIT; DETACH rebuilt')
}

const IDENTITY = storedColumns({
  id: 'text',
  scope: 'text',
  created_at: 'number',
  updated_at: 'number',
  idempotency_key: 'text?',
  uses_caller_key: 'number',
})

/** What identifies tasks, of those of which that can be read. */
function identitiesOf(database: Connection, numbers: number[]): unknown[][] {
  const { around } = createDamageReport()
  return numbers.flatMap((number) =>
    around<unknown[][]>('tasks', () => {
      const found = rowAt(database, { table: 'tasks', columns: IDENTITY.sql, number })
      if (found === undefined) return []
      const row = IDENTITY.read(found)
      return [[row.id, row.scope, row.created_at, row.updated_at, row.idempotency_key, row.uses_caller_key]]
    }, []),
  )
}

/** Removes what belongs to rows that are lost; returns how many rows each table has. */
function tidyUp(workFolder: string): Map<string, number> {
  const database = openDatabase(workFolder)
  try {
    database.exec('PRAGMA foreign_keys = OFF')
    dropOrphans(database)
    return new Map([...TABLES.keys()].map((table) => [table, countOf(database, table)]))
  } finally {
    closeDatabase(database)
  }
}

/** Leases belong to processes that are gone, and rows to others that could be read. */
function dropOrphans(database: Connection): void {
  database.exec(`
    UPDATE tasks SET owner = NULL;
    DELETE FROM task_replies WHERE task_id NOT IN (SELECT id FROM tasks);
    DELETE FROM task_events WHERE task_id NOT IN (SELECT id FROM tasks);
    DELETE FROM results WHERE question NOT IN (SELECT number FROM questions);
    DELETE FROM served_questions WHERE result_id NOT IN (SELECT id FROM results);
    DELETE FROM questions WHERE number NOT IN (SELECT question FROM results);
    DELETE FROM question_vectors WHERE question NOT IN (SELECT number FROM questions);
    UPDATE questions SET embedder = NULL WHERE number NOT IN (SELECT question FROM question_vectors);
  `)
}

function countOf(database: Connection, table: string): number {
  return (database.prepare(`SELECT COUNT(*) AS count FROM ${table}`).get() as { count: number }).count
}

/** Overwrites nothing that has no other name, so that there is a database at every moment. */
function exchange(folder: string, made: string, now: Date): string {
  const place = join(folder, 'stretto.db')
  const aside = `${place}.damaged-${now.toISOString().replaceAll(/[:.]/g, '-')}`
  try {
    linkSync(place, aside)
  } catch {
    // Not every file system has links.
    copyFileSync(place, aside, constants.COPYFILE_EXCL)
  }
  for (const companion of ['-wal', '-shm', '-journal'])
    if (existsSync(place + companion)) renameSync(place + companion, aside + companion)
  renameSync(made, place)
  return aside
}
