import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { migrate } from '../../src/adapters/postgres/migrate.ts'
import { openPostgres, type Postgres } from '../../src/adapters/postgres/postgres.ts'
import type { StoreUnderTest } from '../conformance/store-under-test.ts'

/** An empty database of one test. */
export interface TestDatabase {
  url: string
  drop(): Promise<void>
}

/** Creates a database on the server for tests. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject('services')!.databaseUrl!
  const name = `stretto_test_${randomUUID().replaceAll('-', '')}`
  await onServer(server, `CREATE DATABASE ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return {
    url: url.href,
    drop: () => onServer(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  }
}

async function onServer(url: string, sql: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(sql).finally(() => client.end())
}

type Opened<Store> = Store & { close?: () => unknown }

/** Opens a store on a database of its own that has all tables. */
export async function openOnPostgres<Store>(
  create: (postgres: Postgres) => Opened<Store> | Promise<Opened<Store>>,
): Promise<StoreUnderTest<Store> & { postgres: Postgres }> {
  const database = await createTestDatabase()
  const open = () => openPostgres({ url: database.url, poolSize: 8 })
  let postgres = open()
  await migrate(postgres)
  let store = await create(postgres)
  return {
    store,
    postgres,
    async reopen() {
      await store.close?.()
      await postgres.close()
      postgres = open()
      store = await create(postgres)
      return store
    },
    async close() {
      await store.close?.()
      await postgres.close()
      await database.drop()
    },
  }
}

/** The connections that listen for notifications in a database. */
export function listenersOn(postgres: Postgres): Promise<Array<{ pid: number }>> {
  return postgres.query(
    `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'`,
  )
}
