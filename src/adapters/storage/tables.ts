/** Those of the first migration, beside that of tasks, that belong to tasks. */
export const taskTables = (schema: string) => `
  CREATE TABLE ${schema}task_replies (
    task_id text NOT NULL REFERENCES ${schema}tasks (id) ON DELETE CASCADE,
    call text NOT NULL,
    reply text NOT NULL,
    PRIMARY KEY (task_id, call)
  );

  CREATE TABLE ${schema}task_events (
    task_id text NOT NULL REFERENCES ${schema}tasks (id) ON DELETE CASCADE,
    number bigint NOT NULL,
    event text NOT NULL,
    PRIMARY KEY (task_id, number)
  );`

/** The tables of the first migration that databases have alike. Short values come first: SQLite reads them alone. */
export const commonTables = ({ schema, bytes }: { schema: string; bytes: string }) => `
  CREATE TABLE ${schema}cache_sizes (
    scope text PRIMARY KEY,
    entries bigint NOT NULL,
    bytes bigint NOT NULL
  );

  CREATE TABLE ${schema}served_questions (
    result_id text NOT NULL REFERENCES ${schema}results (id) ON DELETE CASCADE,
    query_hash ${bytes} NOT NULL,
    query text NOT NULL,
    served_at bigint NOT NULL,
    PRIMARY KEY (result_id, query_hash)
  );

  CREATE TABLE ${schema}different_questions (
    scope text NOT NULL,
    pair_hash ${bytes} NOT NULL,
    marked_at double precision NOT NULL,
    PRIMARY KEY (scope, pair_hash)
  );
  CREATE INDEX different_questions_by_age ON ${schema}different_questions (scope, marked_at);

  CREATE TABLE ${schema}cache_tallies (
    scope text PRIMARY KEY,
    lookups bigint NOT NULL,
    hits bigint NOT NULL,
    similarity_sum double precision NOT NULL
  );

  CREATE TABLE ${schema}vectors (
    embedder text NOT NULL,
    text_hash text NOT NULL,
    vector ${bytes} NOT NULL,
    PRIMARY KEY (embedder, text_hash)
  );`

/** The second migration of each: the ledger of counted runs, and what callers say of results. */
export const ledgerTables = (schema: string) => `
  CREATE TABLE ${schema}counted_runs (
    scope text NOT NULL,
    id text NOT NULL,
    counted_at bigint NOT NULL,
    run text NOT NULL,
    PRIMARY KEY (scope, id)
  );
  CREATE INDEX counted_runs_by_age ON ${schema}counted_runs (scope, counted_at);

  CREATE TABLE ${schema}verdicts (
    scope text NOT NULL,
    result_id text NOT NULL,
    caller text NOT NULL,
    verdict text NOT NULL,
    given_at bigint NOT NULL,
    PRIMARY KEY (scope, result_id, caller)
  );
  CREATE INDEX verdicts_by_age ON ${schema}verdicts (scope, given_at);

  DROP TABLE IF EXISTS ${schema}model_reliability;`

/** The third: responses of the Responses protocol, each with what was said to it. */
export const responseTables = (schema: string) => `
  CREATE TABLE ${schema}responses (
    id text PRIMARY KEY,
    scope text NOT NULL,
    previous_id text,
    used_at bigint NOT NULL,
    bytes bigint NOT NULL,
    exchange text NOT NULL
  );
  CREATE INDEX responses_by_use ON ${schema}responses (scope, used_at, id, bytes);`
