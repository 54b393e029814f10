import type { Queries } from './postgres.ts'

/** Waits until no other transaction has the turn of this name, and keeps it until the end of the transaction. */
export async function takeTurn(queries: Queries, name: string): Promise<void> {
  await queries.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [name])
}
