import { existsSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { type Examination, examineDatabase } from '../adapters/sqlite/repair/examine-database.ts'
import { type Repair, rebuildDatabase } from '../adapters/sqlite/repair/rebuild-database.ts'
import { StartError } from '../contract/start-error.ts'

/** The report of the doctor and its exit code: 0 when the database is intact, 1 when it is damaged. */
interface Diagnosis {
  lines: string[]
  exitCode: 0 | 1
}

/** Examines the database in a folder and, with `repair`, replaces a damaged one; errors are for the operator to fix. */
export function diagnose(folder: string, repair: boolean): Diagnosis {
  try {
    return examine(folder, repair)
  } catch (error) {
    // Errors of the operating system or the disk have a code; anything else is a bug.
    const { code, message } = error as { code?: unknown; message: string }
    if (error instanceof StartError || typeof code !== 'string') throw error
    const reason = `The doctor cannot access ${folder}: ${message}. Fix this and run it again.`
    throw new StartError(reason, { cause: error })
  }
}

function examine(dataFolder: string, repair: boolean): Diagnosis {
  const folder = realFolder(dataFolder)
  const examination = examineDatabase(folder)
  if (examination === null) return { lines: [`There is no database in ${resolve(folder)} yet.`], exitCode: 0 }
  try {
    const { problems } = examination
    if (problems.length === 0)
      return {
        lines: [`The database in ${resolve(folder)} is intact: ${storedIn(examination)}.`],
        exitCode: 0,
      }
    const damaged = [`The database in ${resolve(folder)} is damaged:`, ...problems.map((text) => `  ${text}`)]
    if (!repair) return { lines: [...damaged, ...describeRows(examination), ...ADVICE], exitCode: 1 }
    const repaired = rebuildDatabase(folder, examination, new Date())
    return { lines: [...damaged, ...describeRepair(examination, repaired)], exitCode: 0 }
  } finally {
    examination.close()
  }
}

/** The folder that really contains the database: its companion files are there, not next to a symbolic link. */
function realFolder(folder: string): string {
  const link = join(folder, 'stretto.db')
  if (!existsSync(link)) return folder
  const file = realpathSync(link)
  if (basename(file) === 'stretto.db') return dirname(file)
  throw new StartError(
    `${link} is a link to ${file}. Run the doctor on a folder where the file itself is called stretto.db.`,
  )
}

const ADVICE = [
  'Nothing was repaired. Run “npm start -- doctor --repair” to set the file aside and build a new one from everything that can be read.',
]

/** The stores whose contents the operator knows. */
const STORES = ['tasks', 'results', 'verdicts']

function storedIn({ tables }: Examination): string {
  return STORES.map((table) => `${tables.get(table)?.readable ?? 0} ${table}`).join(', ')
}

/** What can be read of the tables in which something cannot. */
function describeRows({ tables }: Examination): string[] {
  return [...tables]
    .filter(([, { readable, expected }]) => expected !== readable)
    .map(
      ([table, { readable, expected }]) =>
        `  ${table}: ${readable} rows readable, ${missingRows(expected, readable)} unreadable`,
    )
}

function describeRepair({ tables }: Examination, { asideAs, kept }: Repair): string[] {
  return [
    'Repaired: the new database contains everything that could be read.',
    ...[...kept].map(
      ([table, count]) =>
        `  ${table}: ${count} rows kept, ${missingRows(tables.get(table)?.expected ?? null, count)} lost`,
    ),
    `The damaged file is kept as ${asideAs}. Delete it when you no longer need it.`,
  ]
}

function missingRows(expected: number | null, found: number): string {
  return expected === null ? 'an unknown number' : String(Math.max(0, expected - found))
}
