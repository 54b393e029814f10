import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import { openPostgres, type Postgres } from '../../src/adapters/postgres/postgres.ts'
import type { StoreUnderTest } from '../conformance/store-under-test.ts'
import { runOn } from './template-database.ts'

/** A database that one test has for itself. */
export interface TestDatabase {
  url: string
  /** Leaves it to another test; all connections to it must have ended. */
  drop(): Promise<void>
}

/** Databases with all tables that no test of this process uses, since emptying one is faster than making one. */
const free: string[] = []

interface DatabaseOptions {
  /** Whether it has no tables. */
  isEmpty?: boolean
  /** Whether the test changes more than rows. */
  isChanged?: boolean
  /** Whether the server prefers searching the graph of vectors to comparing all of a few. */
  searchesGraph?: boolean
}

/** A database on the server for tests. */
export async function createTestDatabase({
  isEmpty = false,
  isChanged = isEmpty,
}: DatabaseOptions = {}): Promise<TestDatabase> {
  const { databaseUrl: server, template } = inject('services')!
  const known = isChanged ? undefined : free.pop()
  const name = known ?? newName()
  const source = isEmpty ? 'template1' : template
  if (known === undefined) await runOn(server, `CREATE DATABASE ${name} TEMPLATE ${source}`)
  const url = urlOf(name)
  return {
    url,
    async drop() {
      if (isChanged) return runOn(server, `DROP DATABASE ${name} WITH (FORCE)`)
      await runOn(url, EMPTY)
      free.push(name)
    },
  }
}

/** The end of the test run drops everything whose name begins like that of the template. */
function newName(): string {
  return `${inject('services')!.template}_${randomUUID().slice(0, 8)}`
}

function urlOf(database: string): string {
  const address = new URL(inject('services')!.databaseUrl)
  address.pathname = `/${database}`
  return address.href
}

/**
 * Deletes all rows; faster than TRUNCATE, which makes every table and index anew. The graph is truncated, since deleted
 * vectors stay in it until VACUUM and may hide others.
 */
const EMPTY = `DO $$
DECLARE named record;
BEGIN
  SET LOCAL session_replication_role = replica;
  IF EXISTS (SELECT 1 FROM stretto.question_graph) THEN TRUNCATE stretto.question_graph; END IF;
  FOR named IN SELECT schemaname, tablename FROM pg_tables
    WHERE schemaname = 'stretto' AND tablename <> 'schema_version'
  LOOP
    EXECUTE format('DELETE FROM %I.%I', named.schemaname, named.tablename);
  END LOOP;
  PERFORM setval(format('%I.%I', schemaname, sequencename)::regclass, 1, false)
    FROM pg_sequences WHERE schemaname = 'stretto';
END $$`

type Opened<Store> = Store & { close?: () => unknown }

/** Opens a store on a database of its own that has all tables; one whose tables or functions it changes is not reused. */
export async function openOnPostgres<Store>(
  create: (postgres: Postgres) => Opened<Store> | Promise<Opened<Store>>,
  options?: DatabaseOptions,
): Promise<StoreUnderTest<Store> & { postgres: Postgres }> {
  const database = await createTestDatabase(options)
  const address = new URL(database.url)
  if (options?.searchesGraph)
    address.searchParams.set('options', '-c enable_sort=off -c enable_bitmapscan=off -c jit=off')
  const open = () => openPostgres({ url: address.href, poolSize: 8 })
  let postgres = open()
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
