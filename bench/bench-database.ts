import { randomUUID } from 'node:crypto'
import pg from 'pg'

/** A database that a benchmark has for itself. */
export interface BenchDatabase {
  url: string
  drop(): Promise<void>
}

/** Creates an empty database on a server. */
export async function openBenchDatabase(server: string): Promise<BenchDatabase> {
  const name = `stretto_bench_${randomUUID().replaceAll('-', '')}`
  await onServer(server, `CREATE DATABASE ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => onServer(server, `DROP DATABASE ${name} WITH (FORCE)`) }
}

async function onServer(url: string, sql: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(sql).finally(() => client.end())
}
