import type { Service } from '../../src/main/compose.ts'

export interface TestService extends Service {
  folder: string
  /** Parks running tasks, closes the database and, unless told otherwise, removes the folder. */
  stop(options?: { keepFolder?: boolean }): Promise<void>
}
