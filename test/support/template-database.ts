import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { migrate } from '../../src/adapters/postgres/migrate.ts'
import { openPostgres } from '../../src/adapters/postgres/postgres.ts'

/** Creates a database with all tables, to be copied by tests. */
export async function createTemplate(
  server: string,
): Promise<{ name: string; drop: () => Promise<unknown> }> {
  const name = `stretto_test_${randomUUID().slice(0, 8)}`
  await runOn(server, `CREATE DATABASE ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  const postgres = openPostgres({ url: url.href, poolSize: 4 })
  await migrate(postgres)
  await postgres.close()
  return { name, drop: () => dropAll(server, name) }
}

/** Drops the template and the copies of it. */
async function dropAll(server: string, name: string): Promise<void> {
  const client = new pg.Client(server)
  await client.connect()
  const found = await client.query('SELECT datname FROM pg_database WHERE starts_with(datname, $1)', [name])
  for (const { datname } of found.rows) await client.query(`DROP DATABASE ${datname} WITH (FORCE)`)
  await client.end()
}

/** Runs a statement on a connection of its own. */
export async function runOn(url: string, sql: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(sql).finally(() => client.end())
}
