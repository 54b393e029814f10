import { vectorValue } from '../../adapters/postgres/stores/past-questions/vector-value.ts'
import { textHash } from '../../adapters/storage/text-hash.ts'
import { vectorOf } from '../../adapters/storage/vector-bytes.ts'
import { EMBEDDING_DIMENSIONS } from '../../contract/limits.ts'

/** A row of SQLite. */
type Row = Record<string, string | number | Buffer | null>

/** How the rows of SQLite become rows of a table of PostgreSQL. */
export interface MovedTable {
  /** SQL that reads them. */
  from: string
  into: string
  /** The columns, each with what it gets of a row. */
  columns: Record<string, (row: Row) => unknown>
}

/** A column that keeps its name and its values. */
const same = (name: string) => ({ [name]: (row: Row) => row[name] })
const kept = (...names: string[]) => Object.assign({}, ...names.map(same)) as MovedTable['columns']

/** Every table that is moved, in an order in which what is referred to comes first. Leases, locks and sizes arise anew. */
export const MOVED_TABLES: MovedTable[] = [
  {
    from: `SELECT *, (SELECT COALESCE(MAX(number), 0) FROM task_events WHERE task_id = id) AS last_event
      FROM tasks ORDER BY created_at`,
    into: 'tasks',
    columns: {
      ...kept('id', 'scope', 'request', 'warnings', 'status', 'progress', 'result', 'error'),
      ...kept('created_at', 'updated_at', 'idempotency_key', 'last_event'),
      uses_caller_key: (row) => row.uses_caller_key === 1,
      // Held by nobody: those that can go on are queued at the next start, the others are claimed and end.
      owner: (row) => (row.uses_caller_key === 1 ? 'moved' : null),
      leased_until: (row) => (row.uses_caller_key === 1 ? new Date(0) : null),
      fence: () => 0,
      turn: () => 0,
    },
  },
  {
    from: 'SELECT id AS task_id, checkpoint FROM tasks WHERE checkpoint IS NOT NULL',
    into: 'task_checkpoints',
    columns: kept('task_id', 'checkpoint'),
  },
  {
    from: 'SELECT * FROM task_replies',
    into: 'task_replies',
    columns: {
      ...kept('task_id'),
      call: ({ call }) => JSON.stringify(call),
      // Earlier versions stored the bare reply.
      reply: ({ reply }) => {
        const kept = JSON.parse(String(reply))
        return JSON.stringify('text' in kept ? { reply: kept } : kept)
      },
    },
  },
  { from: 'SELECT * FROM task_events', into: 'task_events', columns: kept('task_id', 'number', 'event') },
  {
    from: `SELECT questions.*, vector FROM questions LEFT JOIN question_vectors ON question = questions.number
      WHERE EXISTS (SELECT 1 FROM results WHERE results.question = questions.number)`,
    into: 'questions',
    columns: {
      ...kept('number', 'scope', 'router', 'edition', 'fingerprint', 'normalised_query'),
      fingerprint_hash: ({ fingerprint }) => textHash(String(fingerprint)),
      query_hash: ({ normalised_query }) => textHash(String(normalised_query)),
      embedder: ({ embedder, vector }) => (vector === null ? null : embedder),
      vector: ({ vector }) =>
        vector === null
          ? null
          : vectorValue(vectorOf(new Uint8Array(vector as Buffer), EMBEDDING_DIMENSIONS)),
    },
  },
  {
    from: `SELECT results.*, response, trace FROM results JOIN result_responses USING (id)
      LEFT JOIN result_traces USING (id) ORDER BY results.rowid`,
    into: 'results',
    columns: {
      ...kept('id', 'question', 'scope', 'query', 'created_at', 'served_until', 'kept_until', 'used_at'),
      ...kept('bytes', 'response'),
      trace: ({ trace }) => (trace === null ? 'null' : Buffer.from(trace as Buffer).toString()),
    },
  },
  {
    from: 'SELECT * FROM served_questions',
    into: 'served_questions',
    columns: {
      ...kept('result_id', 'query', 'served_at'),
      query_hash: ({ query }) => textHash(String(query)),
    },
  },
  {
    from: 'SELECT * FROM different_questions ORDER BY rowid',
    into: 'different_questions',
    columns: {
      ...kept('scope', 'marked_at'),
      pair_hash: ({ pair_hash }) => Buffer.from(String(pair_hash), 'hex'),
    },
  },
  {
    from: 'SELECT * FROM cache_tallies',
    into: 'cache_tallies',
    columns: kept('scope', 'lookups', 'hits', 'similarity_sum'),
  },
  {
    from: 'SELECT * FROM model_reliability',
    into: 'model_reliability',
    columns: kept('scope', 'provider', 'model', 'answered', 'won', 'updated_at'),
  },
  { from: 'SELECT * FROM vectors', into: 'vectors', columns: kept('embedder', 'text_hash', 'vector') },
]
