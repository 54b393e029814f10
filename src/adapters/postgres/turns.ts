import type { OneAtATime } from '../../vectors/embed-stored.ts'
import type { Postgres } from './postgres.ts'

/**
 * Lets replicas take turns at work that may take minutes, on a connection of its own. The server gives the turn to the
 * next when that connection ends, however it does.
 */
export function createOneAtATime(postgres: Postgres): OneAtATime {
  return async (name, work) => {
    const client = await postgres.connect()
    // A connection that breaks costs no more than work that is done twice.
    client.on('error', () => {})
    // Neither who waits nor who works keeps a process from ending; the types of the library leave it out.
    ;(client as unknown as { unref(): void }).unref()
    try {
      await client.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [`stretto ${name}`])
      return await work()
    } finally {
      await client.end().catch(() => {})
    }
  }
}
