import type { ResponseStore } from '../../http/edge/responses/response-store.ts'
import { query, type Sql } from './sql.ts'

const SAVE = 'INSERT INTO stretto.responses (scope, id, previous_id, used_at, bytes, exchange) VALUES :rows'
const CHAIN = `
  WITH RECURSIVE chain AS (
    SELECT id, previous_id, exchange, 0 AS depth FROM stretto.responses WHERE scope = $1 AND id = $2
    UNION ALL
    SELECT earlier.id, earlier.previous_id, earlier.exchange, depth + 1
    FROM stretto.responses AS earlier JOIN chain ON scope = $1 AND earlier.id = chain.previous_id)`
const USE = `${CHAIN}
  UPDATE stretto.responses SET used_at = $3 WHERE scope = $1 AND id IN (SELECT id FROM chain)`
const CHAINED = query(
  { exchange: 'text' },
  `FROM (${CHAIN} SELECT * FROM chain) AS chained ORDER BY depth DESC`,
)
const BY_ID = query({ exchange: 'text' }, 'FROM stretto.responses WHERE scope = $1 AND id = $2')
const REMOVE = 'DELETE FROM stretto.responses WHERE scope = $1 AND id = $2'
const SWEEP = `
  WITH locked AS MATERIALIZED (
    SELECT id FROM stretto.responses WHERE used_at < $1 OR id IN (
      SELECT id FROM (
        SELECT id, SUM(bytes) OVER (PARTITION BY scope ORDER BY used_at DESC, id) AS total FROM stretto.responses
      ) AS latest WHERE total > $2)
    FOR UPDATE SKIP LOCKED)
  DELETE FROM stretto.responses WHERE id IN (SELECT id FROM locked)`

/** Stores responses of the Responses protocol. */
export function createResponseStore(sql: Sql): ResponseStore {
  return {
    save(owner, exchange, at) {
      const { id, previous_response_id } = exchange.response
      const text = JSON.stringify(exchange)
      const row = [owner, id, previous_response_id, Math.round(at), Buffer.byteLength(text), text]
      return sql.change({ sql: SAVE, rows: [row] }, { sql: USE, rows: [[owner, id, Math.round(at)]] })
    },
    async get(owner, id) {
      const [row] = await sql.read(BY_ID, [owner, id])
      return row === undefined ? null : JSON.parse(row.exchange).response
    },
    chainTo: async (owner, id) =>
      (await sql.read(CHAINED, [owner, id])).map(({ exchange }) => JSON.parse(exchange)),
    remove: (owner, id) => sql.change({ sql: REMOVE, rows: [[owner, id]] }),
    sweep: (usedBefore, mostBytes) => sql.change({ sql: SWEEP, rows: [[Math.round(usedBefore), mostBytes]] }),
  }
}
