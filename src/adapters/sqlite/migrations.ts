/** Each entry brings the database one version further; entries are only ever added. */
export const MIGRATIONS: string[] = [
  `
  CREATE TABLE results (
    id TEXT PRIMARY KEY,
    scope TEXT NOT NULL,
    router TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    normalised_query TEXT NOT NULL,
    response TEXT NOT NULL,
    vector BLOB NOT NULL,
    embedder TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    served_until INTEGER NOT NULL,
    kept_until INTEGER NOT NULL
  );
  CREATE INDEX results_by_query ON results (scope, router, normalised_query, created_at);
  CREATE INDEX results_by_age ON results (kept_until);

  CREATE TABLE cache_tallies (
    scope TEXT PRIMARY KEY,
    lookups INTEGER NOT NULL,
    hits INTEGER NOT NULL,
    similarity_sum REAL NOT NULL
  );

  CREATE TABLE tasks (
    id TEXT PRIMARY KEY,
    scope TEXT NOT NULL,
    request TEXT NOT NULL,
    status TEXT NOT NULL,
    progress REAL NOT NULL,
    result TEXT,
    error TEXT,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    idempotency_key TEXT,
    uses_caller_key INTEGER NOT NULL,
    checkpoint TEXT
  );
  CREATE UNIQUE INDEX tasks_by_idempotency_key ON tasks (scope, idempotency_key) WHERE idempotency_key IS NOT NULL;
  CREATE INDEX tasks_by_status ON tasks (status, updated_at);

  CREATE TABLE task_replies (
    task_id TEXT NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
    call TEXT NOT NULL,
    reply TEXT NOT NULL,
    PRIMARY KEY (task_id, call)
  );
  `,
  `
  CREATE TABLE vectors (
    embedder TEXT NOT NULL,
    text_hash TEXT NOT NULL,
    vector BLOB NOT NULL,
    PRIMARY KEY (embedder, text_hash)
  ) WITHOUT ROWID;
  `,
  `
  CREATE TABLE model_reliability (
    scope TEXT NOT NULL,
    provider TEXT NOT NULL,
    model TEXT NOT NULL,
    answered REAL NOT NULL,
    won REAL NOT NULL,
    updated_at INTEGER NOT NULL,
    PRIMARY KEY (scope, provider, model)
  );
  CREATE INDEX model_reliability_by_age ON model_reliability (scope, updated_at);
  `,
]
