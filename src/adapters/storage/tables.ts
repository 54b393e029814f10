/**
 * The tables that both databases have alike, as PostgreSQL makes them; they refer to tables that each has of its own.
 * Short values come before texts, so that SQLite reads them without those. Part of the first migration of each: what
 * changes later is a migration of its own.
 */
export const COMMON_TABLES = `
  CREATE TABLE stretto.task_replies (
    task_id text NOT NULL REFERENCES stretto.tasks (id) ON DELETE CASCADE,
    call text NOT NULL,
    reply text NOT NULL,
    PRIMARY KEY (task_id, call)
  );

  CREATE TABLE stretto.task_events (
    task_id text NOT NULL REFERENCES stretto.tasks (id) ON DELETE CASCADE,
    number bigint NOT NULL,
    event text NOT NULL,
    PRIMARY KEY (task_id, number)
  );

  CREATE TABLE stretto.cache_sizes (
    scope text PRIMARY KEY,
    entries bigint NOT NULL,
    bytes bigint NOT NULL
  );

  CREATE TABLE stretto.served_questions (
    result_id text NOT NULL REFERENCES stretto.results (id) ON DELETE CASCADE,
    query_hash bytea NOT NULL,
    query text NOT NULL,
    served_at bigint NOT NULL,
    PRIMARY KEY (result_id, query_hash)
  );

  CREATE TABLE stretto.different_questions (
    scope text NOT NULL,
    pair_hash bytea NOT NULL,
    marked_at double precision NOT NULL,
    PRIMARY KEY (scope, pair_hash)
  );
  CREATE INDEX different_questions_by_age ON stretto.different_questions (scope, marked_at);

  CREATE TABLE stretto.cache_tallies (
    scope text PRIMARY KEY,
    lookups bigint NOT NULL,
    hits bigint NOT NULL,
    similarity_sum double precision NOT NULL
  );

  CREATE TABLE stretto.model_reliability (
    scope text NOT NULL,
    provider text NOT NULL,
    model text NOT NULL,
    answered double precision NOT NULL,
    won double precision NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (scope, provider, model)
  );
  CREATE INDEX model_reliability_by_age ON stretto.model_reliability (scope, updated_at);

  CREATE TABLE stretto.vectors (
    embedder text NOT NULL,
    text_hash text NOT NULL,
    vector bytea NOT NULL,
    PRIMARY KEY (embedder, text_hash)
  );`

/**
 * The second migration of each: the ledger of counted runs, and what callers say of results. The time of a verdict comes
 * last, because a repair of SQLite would otherwise take rows of its list of tables for verdicts.
 */
export const LEDGER_TABLES = `
  CREATE TABLE stretto.counted_runs (
    scope text NOT NULL,
    id text NOT NULL,
    counted_at bigint NOT NULL,
    run text NOT NULL,
    PRIMARY KEY (scope, id)
  );
  CREATE INDEX counted_runs_by_age ON stretto.counted_runs (scope, counted_at);

  CREATE TABLE stretto.verdicts (
    scope text NOT NULL,
    result_id text NOT NULL,
    caller text NOT NULL,
    verdict text NOT NULL,
    given_at bigint NOT NULL,
    PRIMARY KEY (scope, result_id, caller)
  );
  CREATE INDEX verdicts_by_age ON stretto.verdicts (scope, given_at);

  DROP TABLE stretto.model_reliability;`
