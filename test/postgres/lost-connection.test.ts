import { afterEach, beforeEach, expect, it } from 'vitest'
import { openPostgres, type Postgres } from '../../src/adapters/postgres/postgres.ts'
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts'
import { describeWithPostgres } from '../support/services.ts'

describeWithPostgres('a connection to PostgreSQL that breaks', () => {
  let database: TestDatabase
  let postgres: Postgres
  let other: Postgres
  beforeEach(async () => {
    database = await createTestDatabase()
    postgres = openPostgres({ url: database.url, poolSize: 1 })
    other = openPostgres({ url: database.url, poolSize: 1 })
  })
  afterEach(async () => {
    await Promise.all([postgres.close(), other.close()])
    await database.drop()
  })

  const OWN_PROCESS = 'SELECT pg_backend_pid() AS id'

  /** Ends a connection as a server does that is shut down, and waits until it is gone. */
  async function breakConnection(id: number): Promise<void> {
    await other.query('SELECT pg_terminate_backend($1, 10000)', [id])
  }

  it('between two statements of a transaction fails it, and not the process', async () => {
    const broken = postgres.transaction(async (queries) => {
      const [own] = await queries.query<{ id: number }>(OWN_PROCESS)
      await breakConnection(own!.id)
      // The end of the connection is read in another turn of the event loop.
      await new Promise((resolve) => setImmediate(resolve))
      await queries.query('SELECT 1')
    })
    await expect(broken).rejects.toMatchObject({ name: 'StorageError' })
    expect(await postgres.query('SELECT 1 AS one')).toEqual([{ one: 1 }])
    expect(postgres.problem()).toBeNull()
  })

  it('while nobody uses it is replaced', async () => {
    const [own] = await postgres.query<{ id: number }>(OWN_PROCESS)
    await breakConnection(own!.id)
    await new Promise((resolve) => setImmediate(resolve))
    expect(await postgres.query('SELECT 1 AS one')).toEqual([{ one: 1 }])
  })
})
