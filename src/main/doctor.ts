import { existsSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { type Examination, examineDatabase } from '../adapters/sqlite/repair/examine-database.ts'
import { type Repair, rebuildDatabase } from '../adapters/sqlite/repair/rebuild-database.ts'
import { StartError } from '../contract/start-error.ts'

/** What the doctor has to say, and how the command ends: 0 when all is well, 1 when something is damaged. */
export interface Diagnosis {
  lines: string[]
  exitCode: 0 | 1
}

/** Examines the database of a folder and, where asked to, puts a sound one in the place of a damaged one. */
export function examine(dataFolder: string, repair: boolean): Diagnosis {
  const folder = realFolder(dataFolder)
  const examination = examineDatabase(folder)
  if (examination === null) return { lines: [`There is no database in ${resolve(folder)} yet.`], exitCode: 0 }
  try {
    const { problems } = examination
    if (problems.length === 0)
      return {
        lines: [`The database in ${resolve(folder)} is sound.`, ...rowsFound(examination)],
        exitCode: 0,
      }
    const damaged = [`The database in ${resolve(folder)} is damaged:`, ...problems.map((text) => `  ${text}`)]
    if (!repair) return { lines: [...damaged, ...rowsFound(examination), ...ADVICE], exitCode: 1 }
    const repaired = rebuildDatabase(folder, examination, new Date())
    return { lines: [...damaged, ...whatBecameOfIt(examination, repaired)], exitCode: 0 }
  } finally {
    examination.close()
  }
}

/** Where the database really lies: what belongs to it lies beside it there, and not beside a link to it. */
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
  'Nothing was repaired. “npm start -- doctor --repair” sets the file aside and writes a new one with what can be read.',
]

function rowsFound({ tables }: Examination): string[] {
  return [...tables].map(
    ([table, { readable, expected }]) =>
      `  ${table}: ${readable} rows can be read, ${howMany(expected, readable)} cannot`,
  )
}

function whatBecameOfIt({ tables }: Examination, { asideAs, kept }: Repair): string[] {
  return [
    'Repaired: a new database has everything that could be read.',
    ...[...kept].map(
      ([table, count]) =>
        `  ${table}: ${count} rows kept, ${howMany(tables.get(table)?.expected ?? null, count)} lost`,
    ),
    `The damaged file is kept as ${asideAs}. Delete it once you miss nothing.`,
  ]
}

function howMany(expected: number | null, there: number): string {
  return expected === null ? 'an unknown number' : String(Math.max(0, expected - there))
}
