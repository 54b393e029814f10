import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { startedServices } from '../../scripts/services/place.mjs'
import { NotMeasured } from '../not-measured.ts'

/** A database that an attack has for itself. */
export interface AttackDatabase {
  url: string
  /** What is wrong with its data. */
  problems(): Promise<string[]>
  drop(): Promise<void>
}

/** Rows that may never be there, by what they would mean. */
const IMPOSSIBLE: Record<string, string> = {
  'events of tasks are missing or there twice': `SELECT count(*) FROM (
    SELECT task_id FROM stretto.task_events GROUP BY task_id HAVING max(number) <> count(*)) AS gaps`,
  'finished tasks have replies': `SELECT count(*) FROM stretto.task_replies JOIN stretto.tasks ON id = task_id
    WHERE status IN ('completed', 'failed')`,
}

/** Creates an empty database on the server that the environment names, or that `npm run services` started. */
export async function freshDatabase(): Promise<AttackDatabase> {
  const databaseUrl = process.env.DATABASE_URL ?? startedServices()?.databaseUrl
  if (databaseUrl === undefined)
    throw new NotMeasured('It needs PostgreSQL. Start it with “npm run services”.')
  const name = `stretto_attack_${randomUUID().replaceAll('-', '')}`
  await onServer(databaseUrl, `CREATE DATABASE ${name}`)
  const url = new URL(databaseUrl)
  url.pathname = `/${name}`
  return {
    url: url.href,
    async problems() {
      const found: string[] = []
      for (const [meaning, count] of Object.entries(IMPOSSIBLE)) {
        const [row] = await onServer(url.href, count)
        if (Number(row?.count) > 0) found.push(`${meaning}: ${row?.count}`)
      }
      return found
    },
    async drop() {
      await onServer(databaseUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    },
  }
}

async function onServer(url: string, sql: string): Promise<Array<{ count?: string }>> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
