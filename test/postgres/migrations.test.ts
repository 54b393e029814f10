import { expect, it } from 'vitest'
import { migrate } from '../../src/adapters/postgres/migrate.ts'
import { FIRST_VERSION, LATEST_VERSION, MIGRATIONS } from '../../src/adapters/postgres/migrations.ts'
import { openPostgres, type Postgres } from '../../src/adapters/postgres/postgres.ts'
import { createTestDatabase } from '../support/postgres.ts'
import { describeWithPostgres } from '../support/services.ts'

async function withDatabase(work: (postgres: Postgres) => Promise<void>): Promise<void> {
  const database = await createTestDatabase({ isEmpty: true })
  const postgres = openPostgres({ url: database.url, poolSize: 4 })
  await work(postgres).finally(async () => {
    await postgres.close()
    await database.drop()
  })
}

describeWithPostgres('a PostgreSQL database', () => {
  it('is brought to the current version once', () =>
    withDatabase(async (postgres) => {
      await migrate(postgres)
      await postgres.query("INSERT INTO stretto.cache_tallies VALUES ('key:alice', 3, 2, 1.5)")
      await migrate(postgres)
      expect(await postgres.query('SELECT lookups FROM stretto.cache_tallies')).toEqual([{ lookups: 3 }])
      const version = 'SELECT version FROM stretto.schema_version'
      expect(await postgres.query(version)).toEqual([{ version: LATEST_VERSION }])
    }))

  it('of the first version is brought to the current one, with what is in it', () =>
    withDatabase(async (postgres) => {
      await postgres.query('CREATE EXTENSION vector')
      await postgres.query('CREATE SCHEMA stretto')
      await postgres.query('CREATE TABLE stretto.schema_version (version integer NOT NULL)')
      await postgres.query('INSERT INTO stretto.schema_version VALUES ($1)', [FIRST_VERSION])
      await postgres.query(MIGRATIONS[0]!)
      await postgres.query("INSERT INTO stretto.cache_tallies VALUES ('key:alice', 3, 2, 1.5)")
      await migrate(postgres)
      expect(await postgres.query('SELECT lookups FROM stretto.cache_tallies')).toEqual([{ lookups: 3 }])
      expect(await postgres.query('SELECT scope, id, counted_at, run FROM stretto.counted_runs')).toEqual([])
      expect(await postgres.query("SELECT to_regclass('stretto.model_reliability') AS gone")).toEqual([
        { gone: null },
      ])
    }))

  it.each([
    [LATEST_VERSION + 1, /newer version of Stretto/],
    [
      FIRST_VERSION - 1,
      /by an earlier version .* Nothing was changed.* set DATABASE_URL to an empty database/,
    ],
  ])('of version %i is refused, with what to do', (version, message) =>
    withDatabase(async (postgres) => {
      await migrate(postgres)
      await postgres.query('UPDATE stretto.schema_version SET version = $1', [version])
      await expect(migrate(postgres)).rejects.toThrow(message)
    }),
  )
})
