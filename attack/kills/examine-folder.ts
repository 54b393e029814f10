import { examineDatabase } from '../../src/adapters/sqlite/repair/examine-database.ts'

/** What is wrong with the database in a data folder. */
export function examineFolder(folder: string): string[] {
  const examination = examineDatabase(folder)
  if (examination === null) return ['there is no database']
  examination.close()
  return examination.problems
}
