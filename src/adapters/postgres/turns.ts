import type { Postgres, Queries } from './postgres.ts'

/** Runs what processes that start together must do one after the other, however long the first one takes. */
export function inTurn<Result>(
  postgres: Postgres,
  name: string,
  work: (queries: Queries) => Promise<Result>,
): Promise<Result> {
  return postgres.transaction(async (queries) => {
    for (const limit of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'])
      await queries.query(`SET LOCAL ${limit} = 0`)
    await queries.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [name])
    return work(queries)
  })
}
