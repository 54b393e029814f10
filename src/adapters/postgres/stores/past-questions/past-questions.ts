import { CONDITIONED, STANDALONE } from '../../../../cache/fingerprint.ts'
import type { OutdatedQuestion, PastQuestions } from '../../../../cache/past-questions.ts'
import type { DelayedWrites } from '../../../storage/delayed-writes.ts'
import type { Postgres, Queries } from '../../postgres.ts'
import { textHash } from '../../text-hash.ts'
import { createNearestQuestions } from './nearest-questions.ts'
import { type ResultRow, readResult, SAVE_RESULT, SELECT_RESULT, savedValues } from './result-row.ts'
import { createSurplus, DELETED_AT_ONCE } from './surplus.ts'
import { vectorValue } from './vector-value.ts'

/** Without waiting for those who use or delete the same results at this moment. */
const SET_USED = `
  UPDATE stretto.results SET used_at = used.at
  FROM unnest($1::text[], $2::float8[]) AS used (id, at)
  JOIN (SELECT id FROM stretto.results WHERE id = ANY($1) FOR NO KEY UPDATE SKIP LOCKED) AS free USING (id)
  WHERE results.id = used.id`

const REMOVE = `
  WITH locked AS MATERIALIZED (SELECT id FROM stretto.results WHERE id = ANY($1) ORDER BY id FOR UPDATE)
  DELETE FROM stretto.results USING locked WHERE results.id = locked.id`

const EXPIRE = `
  WITH locked AS MATERIALIZED (
    SELECT id FROM stretto.results WHERE kept_until <= $1 LIMIT ${DELETED_AT_ONCE} FOR UPDATE SKIP LOCKED)
  DELETE FROM stretto.results USING locked WHERE results.id = locked.id`

/** Questions without a vector of the model $2; written so that an index finds them. */
const OUTDATED = 'number > $1 AND (embedder < $2 OR embedder > $2 OR embedder IS NULL)'

/** SQL that sets the vectors of questions; $1 is the model, $2 the numbers, and the vectors follow in their order. */
const setVectors = (count: number) => {
  const vectors = Array.from({ length: count }, (_, place) => `$${place + 3}::vector`)
  return `
    UPDATE stretto.questions SET embedder = $1, vector = embedded.vector
    FROM unnest($2::bigint[], ARRAY[${vectors.join(', ')}]) AS embedded (number, vector)
    JOIN (SELECT number FROM stretto.questions WHERE number = ANY($2) ORDER BY number FOR NO KEY UPDATE) AS locked
      USING (number)
    WHERE questions.number = embedded.number`
}

interface PastQuestionsParts {
  postgres: Postgres
  later: DelayedWrites<Queries>
  /** Name of the embedding model. */
  embedder: string
  /** Up to how many questions a search compares all. */
  mostCompared?: number
}

/** Keeps past questions in Postgres. */
export function createPostgresPastQuestions(parts: PastQuestionsParts): PastQuestions {
  const { postgres, later, embedder } = parts
  const surplus = createSurplus(postgres)
  const used = later.collect<number>({
    merge: Math.max,
    async write(entries, queries) {
      await queries.change(SET_USED, [entries.map(([id]) => id), entries.map(([, at]) => at)])
    },
  })

  return {
    async save(result, vector) {
      await postgres.change(SAVE_RESULT, savedValues(result, vector, embedder))
    },

    async get(id, scope) {
      const [row] = await postgres.query<ResultRow>(`${SELECT_RESULT} WHERE id = $1 AND result.scope = $2`, [
        id,
        scope,
      ])
      return readResult(row)
    },

    async traceOf(id, scope) {
      const [row] = await postgres.query<{ trace: string }>(
        'SELECT trace FROM stretto.results WHERE id = $1 AND scope = $2',
        [id, scope],
      )
      return row === undefined ? null : JSON.parse(row.trace)
    },

    async findExact(query, { scope, router, edition, fingerprint }, now) {
      const values = [scope, textHash(query), router, edition, now]
      const panel = [
        fingerprint === STANDALONE ? `AND NOT starts_with(fingerprint, '${CONDITIONED}')` : '',
        fingerprint === null || fingerprint === STANDALONE
          ? ''
          : `AND fingerprint_hash = $${values.push(textHash(fingerprint))}`,
      ]
      const [row] = await postgres.query<ResultRow>(
        `${SELECT_RESULT} WHERE question.scope = $1 AND query_hash = $2 AND router = $3 AND edition = $4
           AND served_until > $5 ${panel.join('')} ORDER BY created_at DESC, place DESC LIMIT 1`,
        values,
      )
      return readResult(row)
    },

    nearest: createNearestQuestions(parts),
    markUsed: used.add,

    async withOlder(id) {
      const rows = await postgres.query<{ id: string }>(
        `SELECT other.id FROM stretto.results AS this JOIN stretto.results AS other USING (question)
         WHERE this.id = $1 AND other.created_at <= this.created_at`,
        [id],
      )
      return rows.map((row) => row.id)
    },

    remove: (ids) => postgres.change(REMOVE, [ids]),

    async expire(now) {
      let removed = 0
      for (;;) {
        const some = await postgres.change(EXPIRE, [now])
        removed += some
        if (some < DELETED_AT_ONCE) return removed
      }
    },

    async evict(bounds) {
      let removed = 0
      for (;;) {
        const by = await surplus.exceeded(bounds)
        if (by === null) return removed
        if (removed === 0) await later.flush()
        const some = await surplus.giveUpSome(by, bounds)
        removed += some
        // Another process has deleted it meanwhile.
        if (some === 0) return removed
      }
    },

    count: surplus.size,

    async countOutdated(after) {
      const [found] = await postgres.query<{ count: number }>(
        `SELECT count(*) FROM stretto.questions WHERE ${OUTDATED}`,
        [after, embedder],
      )
      return found!.count
    },

    outdated: (after, limit) =>
      postgres.query<OutdatedQuestion>(
        `SELECT number, (SELECT query FROM stretto.results WHERE question = number
           ORDER BY created_at DESC LIMIT 1) AS query
         FROM stretto.questions WHERE ${OUTDATED} ORDER BY number LIMIT $3`,
        [after, embedder, limit],
      ),

    async setVectors(vectors) {
      const values = [...vectors.values()].map(vectorValue)
      if (values.length > 0)
        await postgres.change(setVectors(values.length), [embedder, [...vectors.keys()], ...values])
    },
  }
}
