import { constants, copyFileSync, existsSync, linkSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DAMAGED_TASK } from '../../storage/tasks/task-row.ts'
import { closeDatabase, type Database, openDatabase } from '../database.ts'
import { type Examination, type FoundRow, isReadable } from './examine-database.ts'
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
    const kept = writeDatabase(workFolder, examination.rows())
    examination.close()
    return { asideAs: exchange(folder, join(workFolder, 'stretto.db'), now), kept }
  } finally {
    rmSync(workFolder, { recursive: true, force: true })
  }
}

function writeDatabase(workFolder: string, rows: Iterable<FoundRow>): Map<string, number> {
  const database = openDatabase(workFolder)
  try {
    // Rows come in any order; orphans are dropped below.
    database.exec('PRAGMA foreign_keys = OFF')
    const put = createPut(database)
    database.transaction(() => {
      for (const found of rows) put(found)
      dropOrphans(database)
    })()
    return new Map([...TABLES.keys()].map((table) => [table, countOf(database, table)]))
  } finally {
    closeDatabase(database)
  }
}

function createPut(database: Database): (found: FoundRow) => void {
  const inserts = new Map(
    [...TABLES].map(([table, columns]) => {
      const names = columns.map(({ name }) => name).join(', ')
      // Bytes become the text they were, whatever it is.
      const values = columns.map(({ type }) => (type === 'TEXT' ? 'CAST(? AS TEXT)' : '?')).join(', ')
      return [table, database.prepare(`INSERT OR IGNORE INTO ${table} (${names}) VALUES (${values})`)]
    }),
  )
  const dropOlder = database.prepare('DELETE FROM tasks WHERE id = CAST(? AS TEXT) AND updated_at < ?')
  return ({ table, row, readable }) => {
    const kept = readable ? row : asFailed(row)
    if (!readable && (table !== 'tasks' || !isReadable(table, kept))) return
    // Two versions of one task can be found when free pages cannot be distinguished from others.
    if (table === 'tasks') dropOlder.run(kept.id, kept.updated_at)
    inserts.get(table)!.run(...Object.values(kept))
  }
}

/** Turns an unreadable task into a failed one, so that its caller is informed; what is left of it is in the file set aside. */
function asFailed(row: FoundRow['row']): FoundRow['row'] {
  const error = JSON.stringify({ code: 'internal_error', message: DAMAGED_TASK })
  const state = { request: Buffer.from('{}'), status: Buffer.from('failed'), error: Buffer.from(error) }
  return { ...row, ...state, progress: 0, result: null, checkpoint: null }
}

/** Leases belong to processes that are gone, and rows to others that could be read. */
function dropOrphans(database: Database): void {
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

function countOf(database: Database, table: string): number {
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
