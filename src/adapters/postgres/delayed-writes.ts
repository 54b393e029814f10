import { createDelayedWrites, type DelayedWrites } from '../storage/delayed-writes.ts'
import type { Postgres, Queries } from './postgres.ts'

/** Delays writes to Postgres. */
export function createPostgresDelayedWrites(
  postgres: Postgres,
  onFault: (error: unknown) => void,
): DelayedWrites<Queries> {
  const transact = (works: Array<(queries: Queries) => unknown>) =>
    postgres.transaction(async (queries) => {
      for (const work of works) await work(queries)
    })
  return createDelayedWrites<Queries>(transact, onFault)
}
