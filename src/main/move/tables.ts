import { vectorValue } from '../../adapters/postgres/stores/past-questions/vector-value.ts'
import { vectorOf } from '../../adapters/storage/vector-bytes.ts'
import { EMBEDDING_DIMENSIONS } from '../../contract/limits.ts'

/** A row of SQLite. */
export type Row = Record<string, string | number | ArrayBuffer | null>

/** How the rows of SQLite become rows of a table of PostgreSQL. */
export interface MovedTable {
  into: string
  /** The columns that are copied. */
  columns: string[]
  /** SQL that reads them, if they are not in one table. */
  from?: string
  /** The columns that are not the same, each with what it gets of a row. */
  changed?: Record<string, (row: Row) => unknown>
}

/** Every table that is moved, in an order in which what is referred to comes first. Leases, locks and sizes arise anew. */
export const MOVED_TABLES: MovedTable[] = [
  {
    into: 'tasks',
    columns: [
      ...['id', 'scope', 'request', 'warnings', 'status', 'progress', 'result', 'error', 'checkpoint'],
      ...['created_at', 'updated_at', 'idempotency_key', 'uses_caller_key', 'last_event'],
    ],
    from: `SELECT *, (SELECT COALESCE(MAX(number), 0) FROM task_events WHERE task_id = id) AS last_event
      FROM tasks ORDER BY created_at`,
    changed: {
      // Held by nobody: those that can go on are claimed at the next start and run, the others are claimed and end.
      owner: (row) => (row.uses_caller_key === 1 ? 'moved' : null),
      leased_until: (row) => (row.uses_caller_key === 1 ? new Date(0) : null),
      fence: () => 0,
      turn: () => 0,
    },
  },
  { into: 'task_replies', columns: ['task_id', 'call', 'reply'] },
  { into: 'task_events', columns: ['task_id', 'number', 'event'] },
  {
    into: 'questions',
    columns: [
      ...['number', 'scope', 'router', 'edition', 'fingerprint', 'fingerprint_hash'],
      ...['normalised_query', 'query_hash'],
    ],
    from: `SELECT questions.*, vector FROM questions LEFT JOIN question_vectors ON question = questions.number
      WHERE EXISTS (SELECT 1 FROM results WHERE results.question = questions.number)`,
    changed: {
      embedder: ({ embedder, vector }) => (vector === null ? null : embedder),
      vector: ({ vector }) =>
        vector === null
          ? null
          : vectorValue(vectorOf(new Uint8Array(vector as ArrayBuffer), EMBEDDING_DIMENSIONS)),
    },
  },
  {
    into: 'results',
    columns: [
      ...['place', 'id', 'question', 'scope', 'query', 'created_at', 'served_until', 'kept_until'],
      ...['used_at', 'bytes', 'response', 'trace'],
    ],
  },
  { into: 'served_questions', columns: ['result_id', 'query_hash', 'query', 'served_at'] },
  { into: 'different_questions', columns: ['scope', 'pair_hash', 'marked_at'] },
  { into: 'cache_tallies', columns: ['scope', 'lookups', 'hits', 'similarity_sum'] },
  {
    into: 'model_reliability',
    columns: ['scope', 'provider', 'model', 'answered', 'won', 'updated_at'],
  },
  { into: 'vectors', columns: ['embedder', 'text_hash', 'vector'] },
]
