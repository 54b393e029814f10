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
  // A question has one vector, however many results; the size of what each scope keeps is counted, and questions go
  // with their last result. Vectors are numbered in the order of writing, so that processes can follow what is new.
  `
  CREATE TABLE questions (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    scope TEXT NOT NULL,
    router TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    edition TEXT NOT NULL,
    normalised_query TEXT NOT NULL,
    embedder TEXT
  );
  CREATE UNIQUE INDEX questions_by_query ON questions (scope, router, normalised_query, edition, fingerprint);
  CREATE TABLE question_vectors (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    question INTEGER NOT NULL REFERENCES questions (number) ON DELETE CASCADE,
    vector BLOB NOT NULL
  );
  CREATE UNIQUE INDEX question_vectors_by_question ON question_vectors (question);

  INSERT INTO questions (scope, router, fingerprint, edition, normalised_query)
    SELECT DISTINCT scope, router, fingerprint, edition, normalised_query FROM results;
  ALTER TABLE results ADD COLUMN question INTEGER REFERENCES questions (number);
  ALTER TABLE results ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;
  UPDATE results SET
    question = (SELECT number FROM questions WHERE questions.scope = results.scope AND questions.router = results.router
      AND questions.normalised_query = results.normalised_query AND questions.edition = results.edition
      AND questions.fingerprint = results.fingerprint),
    bytes = length(CAST(query AS BLOB)) + COALESCE((SELECT length(CAST(response AS BLOB)) FROM result_responses
      WHERE result_responses.id = results.id), 0);
  CREATE INDEX results_by_question ON results (question, created_at);
  CREATE INDEX results_by_use ON results (scope, used_at);
  CREATE INDEX results_by_age ON results (kept_until);
  INSERT INTO question_vectors (question, vector)
    SELECT number, vector FROM questions JOIN result_vectors ON id = (SELECT id FROM results JOIN result_vectors
      USING (id) WHERE question = number ORDER BY created_at DESC, id LIMIT 1) ORDER BY number;
  UPDATE questions SET embedder = (SELECT results.embedder FROM results JOIN result_vectors
    USING (id) WHERE question = number ORDER BY created_at DESC, id LIMIT 1);
  DROP TABLE result_vectors;
  DROP INDEX results_by_query;
  ALTER TABLE results DROP COLUMN router;
  ALTER TABLE results DROP COLUMN fingerprint;
  ALTER TABLE results DROP COLUMN edition;
  ALTER TABLE results DROP COLUMN normalised_query;
  ALTER TABLE results DROP COLUMN embedder;

  CREATE TABLE cache_sizes (
    scope TEXT PRIMARY KEY,
    entries INTEGER NOT NULL,
    bytes INTEGER NOT NULL
  );
  INSERT INTO cache_sizes SELECT scope, COUNT(*), SUM(bytes) FROM results GROUP BY scope;
  CREATE TRIGGER result_added AFTER INSERT ON results BEGIN
    INSERT INTO cache_sizes (scope, entries, bytes) VALUES (new.scope, 1, new.bytes)
      ON CONFLICT (scope) DO UPDATE SET entries = entries + 1, bytes = bytes + excluded.bytes;
  END;
  CREATE TRIGGER result_removed AFTER DELETE ON results BEGIN
    UPDATE cache_sizes SET entries = entries - 1, bytes = bytes - old.bytes WHERE scope = old.scope;
    DELETE FROM cache_sizes WHERE scope = old.scope AND entries = 0;
    DELETE FROM questions WHERE number = old.question
      AND NOT EXISTS (SELECT 1 FROM results WHERE question = old.question);
  END;
  `,
  // The iterations of a result, which only those read who ask for them. As bytes, so that the repair can tell them from
  // responses by their type.
  `
  CREATE TABLE result_traces (
    id TEXT PRIMARY KEY REFERENCES results (id) ON DELETE CASCADE,
    trace BLOB NOT NULL
  );
  `,
]
