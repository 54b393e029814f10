import { checkDatabase } from '../../src/adapters/sqlite/database.ts'

/** What is wrong with the database in a data folder. */
export function examineFolder(folder: string): string[] {
  try {
    checkDatabase(folder)
    return []
  } catch (error) {
    return [String(error)]
  }
}
