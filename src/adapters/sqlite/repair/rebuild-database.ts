import { constants, copyFileSync, existsSync, linkSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { closeDatabase, type Database, openDatabase } from '../database.ts'
import { DAMAGED_TASK } from '../stores/task-row.ts'
import { type Examination, type FoundRow, isReadable } from './examine-database.ts'
import { TABLES } from './stored-tables.ts'

/** What a repair came to. */
export interface Repair {
  /** Where the damaged file lies now. */
  asideAs: string
  /** Rows of each table in the new database. */
  kept: Map<string, number>
}

/** Writes a new database with everything that can be read, then puts it in the place of the damaged one, which is set aside. */
export function rebuildDatabase(folder: string, examination: Examination, now: Date): Repair {
  const workshop = mkdtempSync(join(folder, 'repair-'))
  try {
    const kept = writeAnew(workshop, examination.rows())
    examination.close()
    return { asideAs: exchange(folder, join(workshop, 'stretto.db'), now), kept }
  } finally {
    rmSync(workshop, { recursive: true, force: true })
  }
}

function writeAnew(workshop: string, rows: Iterable<FoundRow>): Map<string, number> {
  const database = openDatabase(workshop)
  try {
    // Rows come in any order; what belongs to nothing in the end is dropped below.
    database.exec('PRAGMA foreign_keys = OFF')
    const put = createPut(database)
    database.transaction(() => {
      for (const found of rows) put(found)
      dropStrays(database)
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
      // Bytes become the text they were, whatever they are.
      const values = columns.map(({ type }) => (type === 'TEXT' ? 'CAST(? AS TEXT)' : '?')).join(', ')
      return [table, database.prepare(`INSERT OR IGNORE INTO ${table} (${names}) VALUES (${values})`)]
    }),
  )
  const dropOlder = database.prepare('DELETE FROM tasks WHERE id = CAST(? AS TEXT) AND updated_at < ?')
  return ({ table, row, readable }) => {
    const kept = readable ? row : asFailed(row)
    if (!readable && (table !== 'tasks' || !isReadable(table, kept))) return
    // Two states of one task can be found where free pages cannot be told from others.
    if (table === 'tasks') dropOlder.run(kept.id, kept.updated_at)
    inserts.get(table)!.run(...Object.values(kept))
  }
}

/** A task that cannot go on, so that its caller is told; what is left of its request is in the file that was set aside. */
function asFailed(row: FoundRow['row']): FoundRow['row'] {
  const error = JSON.stringify({ code: 'internal_error', message: DAMAGED_TASK })
  const state = { request: Buffer.from('{}'), status: Buffer.from('failed'), error: Buffer.from(error) }
  return { ...row, ...state, progress: 0, result: null, checkpoint: null }
}

function dropStrays(database: Database): void {
  database.exec(`
    DELETE FROM task_replies WHERE task_id NOT IN (SELECT id FROM tasks);
    DELETE FROM results WHERE id NOT IN (SELECT id FROM result_responses);
    DELETE FROM result_responses WHERE id NOT IN (SELECT id FROM results);
    DELETE FROM result_vectors WHERE id NOT IN (SELECT id FROM results);
    DELETE FROM served_questions WHERE result_id NOT IN (SELECT id FROM results);
    UPDATE results SET embedder = 'none' WHERE id NOT IN (SELECT id FROM result_vectors);
  `)
}

function countOf(database: Database, table: string): number {
  return (database.prepare(`SELECT COUNT(*) AS count FROM ${table}`).get() as { count: number }).count
}

/** Nothing is overwritten: the damaged files get names of their own, and only then the new one takes the place. */
function exchange(folder: string, made: string, now: Date): string {
  const place = join(folder, 'stretto.db')
  const aside = `${place}.damaged-${now.toISOString().replaceAll(/[:.]/g, '-')}`
  keepAs(place, aside)
  for (const companion of ['-wal', '-shm', '-journal'])
    if (existsSync(place + companion)) renameSync(place + companion, aside + companion)
  renameSync(made, place)
  return aside
}

/** A second name, so that there is a database at every moment; a copy where the file system has no second names. */
function keepAs(file: string, name: string): void {
  try {
    linkSync(file, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error
    copyFileSync(file, name, constants.COPYFILE_EXCL)
  }
}
