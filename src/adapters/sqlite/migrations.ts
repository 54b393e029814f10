/** Each entry upgrades the database by one version; entries are only ever added. */
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
  // Answers and vectors get separate tables, so that all results can be listed without reading any. Earlier results
  // belong to no edition: they can be retrieved, but are not served.
  `
  ALTER TABLE results RENAME TO results_with_answers;
  DROP INDEX results_by_query;
  DROP INDEX results_by_age;
  CREATE TABLE results (
    id TEXT PRIMARY KEY,
    scope TEXT NOT NULL,
    router TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    edition TEXT NOT NULL,
    query TEXT NOT NULL,
    normalised_query TEXT NOT NULL,
    embedder TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    served_until INTEGER NOT NULL,
    kept_until INTEGER NOT NULL,
    used_at INTEGER NOT NULL
  );
  CREATE TABLE result_responses (
    id TEXT PRIMARY KEY REFERENCES results (id) ON DELETE CASCADE,
    response TEXT NOT NULL
  );
  CREATE TABLE result_vectors (
    id TEXT PRIMARY KEY REFERENCES results (id) ON DELETE CASCADE,
    vector BLOB NOT NULL
  );
  INSERT INTO results
    SELECT id, scope, router, fingerprint, '', COALESCE(CASE WHEN json_valid(response) THEN json_extract(response, '$.query') END, normalised_query), normalised_query, embedder,
      created_at, served_until, kept_until, created_at
    FROM results_with_answers;
  INSERT INTO result_responses SELECT id, response FROM results_with_answers;
  INSERT INTO result_vectors SELECT id, vector FROM results_with_answers WHERE length(vector) > 0;
  DROP TABLE results_with_answers;
  CREATE INDEX results_by_query ON results (scope, router, normalised_query, created_at);

  CREATE TABLE served_questions (
    result_id TEXT NOT NULL REFERENCES results (id) ON DELETE CASCADE,
    query TEXT NOT NULL,
    served_at INTEGER NOT NULL,
    PRIMARY KEY (result_id, query)
  );

  CREATE TABLE different_questions (
    scope TEXT NOT NULL,
    pair_hash TEXT NOT NULL,
    marked_at INTEGER NOT NULL,
    PRIMARY KEY (scope, pair_hash)
  );
  CREATE INDEX different_questions_by_age ON different_questions (scope, marked_at);

  CREATE TABLE flight_claims (
    flight TEXT PRIMARY KEY,
    holder TEXT NOT NULL,
    expires_at INTEGER NOT NULL
  );
  `,
  // Written to find out whether the disk can be written.
  `
  CREATE TABLE storage_probe (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    filler BLOB NOT NULL
  );
  `,
  // Warnings for the caller of a task about the request itself.
  "ALTER TABLE tasks ADD COLUMN warnings TEXT NOT NULL DEFAULT '[]'",
  // Leases last for a duration on the clock of the machine, and events of tasks are numbered. The iterations of tasks
  // stored before are their first events.
  `
  DROP TABLE flight_claims;
  CREATE TABLE flight_claims (
    flight TEXT PRIMARY KEY,
    holder TEXT NOT NULL,
    lease_ms INTEGER NOT NULL,
    leased_until INTEGER NOT NULL
  );

  CREATE TABLE task_leases (
    task_id TEXT PRIMARY KEY REFERENCES tasks (id) ON DELETE CASCADE,
    owner TEXT NOT NULL,
    fence INTEGER NOT NULL,
    lease_ms INTEGER NOT NULL,
    leased_until INTEGER NOT NULL
  );

  CREATE TABLE task_events (
    task_id TEXT NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    event TEXT NOT NULL,
    PRIMARY KEY (task_id, number)
  );
  INSERT INTO task_events
    SELECT tasks.id, entry.key + 1, json_object('type', 'iteration-end', 'entry', json(entry.value))
    FROM tasks, json_each(CASE WHEN json_valid(checkpoint) THEN checkpoint ELSE '{}' END, '$.entries') AS entry;
  `,
]
