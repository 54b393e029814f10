import { commonTables, ledgerTables, responseTables, taskTables } from '../storage/tables.ts'

/** Each entry upgrades the database by one version; entries are only ever added. */
export const MIGRATIONS: string[] = [
  // Leases are times of the server, so that the clocks of the replicas do not matter. JSON is kept as text where it must
  // come back exactly as it was written.
  //
  // A task without an owner waits to be claimed. Scopes take turns: the next task of a scope gets a later turn. The last
  // event counts the events, under the lock of the row.
  //
  // Texts may be longer than an index takes, so hashes stand for them there. Vectors stay in their rows, so that a small
  // partition is compared without fetching each from elsewhere. The graph has the vector of a text once, however many
  // callers, panels and editions have asked it: among hundreds of equal vectors the questions next to them cannot be
  // reached. It has them with half precision: half as much to keep in memory. Locks are taken in the order results,
  // questions, sizes, graph, so that replicas do not block one another. Counts of requests need not survive a crash.
  `
  CREATE TABLE stretto.locks (
    lock text PRIMARY KEY,
    holder text NOT NULL,
    leased_until timestamptz NOT NULL
  );

  CREATE TABLE stretto.tasks (
    id text PRIMARY KEY,
    scope text NOT NULL,
    request text NOT NULL,
    warnings text NOT NULL,
    status text NOT NULL,
    progress double precision NOT NULL,
    result text,
    error text,
    checkpoint text,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    idempotency_key text,
    uses_caller_key integer NOT NULL,
    owner text,
    fence bigint NOT NULL,
    leased_until timestamptz,
    turn integer NOT NULL,
    last_event bigint NOT NULL
  ) WITH (fillfactor = 70);
  CREATE UNIQUE INDEX ON stretto.tasks (scope, idempotency_key) WHERE idempotency_key IS NOT NULL;
  CREATE INDEX ON stretto.tasks (status, updated_at);
  CREATE INDEX ON stretto.tasks (turn) WHERE status IN ('pending', 'running');
  CREATE INDEX ON stretto.tasks (scope, turn) WHERE status IN ('pending', 'running') AND owner IS NULL;

  CREATE TABLE stretto.questions (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    scope text NOT NULL,
    router text NOT NULL,
    edition text NOT NULL,
    fingerprint text NOT NULL,
    fingerprint_hash bytea NOT NULL,
    normalised_query text NOT NULL,
    query_hash bytea NOT NULL,
    embedder text,
    vector vector(768)
  ) WITH (toast_tuple_target = 8160);
  CREATE UNIQUE INDEX questions_by_query
    ON stretto.questions (scope, query_hash, router, edition, fingerprint_hash);
  CREATE INDEX questions_by_partition
    ON stretto.questions (scope, router, embedder, fingerprint_hash, edition);
  CREATE INDEX questions_by_embedder ON stretto.questions (embedder, number);
  CREATE INDEX questions_by_hash ON stretto.questions (query_hash, embedder);

  CREATE TABLE stretto.results (
    id text PRIMARY KEY,
    place bigint GENERATED ALWAYS AS IDENTITY,
    question bigint NOT NULL REFERENCES stretto.questions (number),
    scope text NOT NULL,
    query text NOT NULL,
    created_at double precision NOT NULL,
    served_until double precision NOT NULL,
    kept_until double precision NOT NULL,
    used_at double precision NOT NULL,
    bytes bigint NOT NULL,
    response text NOT NULL,
    trace text NOT NULL
  );
  CREATE INDEX results_by_question ON stretto.results (question, created_at);
  CREATE INDEX results_by_use ON stretto.results (scope, used_at, place);
  CREATE INDEX results_by_age ON stretto.results (kept_until);

  CREATE FUNCTION stretto.count_added_results() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO stretto.cache_sizes AS held (scope, entries, bytes)
      SELECT scope, count(*), sum(bytes) FROM added GROUP BY scope ORDER BY scope
      ON CONFLICT (scope) DO UPDATE SET
        entries = held.entries + excluded.entries, bytes = held.bytes + excluded.bytes;
    RETURN NULL;
  END $$;
  CREATE TRIGGER results_added AFTER INSERT ON stretto.results
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION stretto.count_added_results();
  CREATE FUNCTION stretto.follow_removed_results() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    -- Locked first: a statement of its own sees the result that another process has meanwhile saved to the question.
    PERFORM 1 FROM stretto.questions WHERE number IN (SELECT question FROM removed) ORDER BY number FOR UPDATE;
    DELETE FROM stretto.questions WHERE number IN (SELECT question FROM removed)
      AND NOT EXISTS (SELECT 1 FROM stretto.results WHERE question = number);
    PERFORM 1 FROM stretto.cache_sizes WHERE scope IN (SELECT scope FROM removed) ORDER BY scope FOR UPDATE;
    UPDATE stretto.cache_sizes AS held SET entries = held.entries - gone.entries, bytes = held.bytes - gone.bytes
      FROM (SELECT scope, count(*) AS entries, sum(bytes) AS bytes FROM removed GROUP BY scope) AS gone
      WHERE held.scope = gone.scope;
    DELETE FROM stretto.cache_sizes WHERE entries = 0 AND scope IN (SELECT scope FROM removed);
    RETURN NULL;
  END $$;
  CREATE TRIGGER results_removed AFTER DELETE ON stretto.results
    REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION stretto.follow_removed_results();

  CREATE UNLOGGED TABLE stretto.rate_limits (
    key text PRIMARY KEY,
    points integer NOT NULL,
    expire bigint
  );
  CREATE INDEX rate_limits_by_age ON stretto.rate_limits (expire);

  CREATE TABLE stretto.question_graph (
    embedder text NOT NULL,
    query_hash bytea NOT NULL,
    vector halfvec(768) NOT NULL,
    PRIMARY KEY (embedder, query_hash)
  ) WITH (toast_tuple_target = 8160);
  CREATE INDEX question_graph_by_vector ON stretto.question_graph USING hnsw (vector halfvec_cosine_ops);

  CREATE FUNCTION stretto.leave_graph(embedders text[], hashes bytea[]) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    -- Locked first: a statement of its own sees the question that another process has meanwhile saved.
    PERFORM 1 FROM stretto.question_graph
      WHERE (embedder, query_hash) IN (SELECT * FROM unnest(embedders, hashes))
      ORDER BY embedder, query_hash FOR UPDATE;
    DELETE FROM stretto.question_graph AS graph
      WHERE (embedder, query_hash) IN (SELECT * FROM unnest(embedders, hashes))
      AND NOT EXISTS (SELECT 1 FROM stretto.questions AS question
        WHERE question.query_hash = graph.query_hash AND question.embedder = graph.embedder);
  END $$;
  CREATE FUNCTION stretto.follow_embedded_question() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    LOOP
      -- Locked, so that nobody deletes it who does not see the question yet.
      PERFORM 1 FROM stretto.question_graph
        WHERE embedder = NEW.embedder AND query_hash = NEW.query_hash FOR KEY SHARE;
      EXIT WHEN FOUND;
      INSERT INTO stretto.question_graph VALUES (NEW.embedder, NEW.query_hash, NEW.vector::halfvec(768))
        ON CONFLICT DO NOTHING;
      EXIT WHEN FOUND;
    END LOOP;
    IF TG_OP = 'UPDATE' THEN
      PERFORM stretto.leave_graph(ARRAY[OLD.embedder], ARRAY[OLD.query_hash]);
    END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER question_added AFTER INSERT ON stretto.questions
    FOR EACH ROW WHEN (NEW.vector IS NOT NULL) EXECUTE FUNCTION stretto.follow_embedded_question();
  CREATE TRIGGER question_embedded AFTER UPDATE OF embedder ON stretto.questions
    FOR EACH ROW WHEN (NEW.vector IS NOT NULL AND OLD.embedder IS DISTINCT FROM NEW.embedder)
    EXECUTE FUNCTION stretto.follow_embedded_question();
  CREATE FUNCTION stretto.follow_removed_questions() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM stretto.leave_graph(array_agg(embedder), array_agg(query_hash)) FROM removed;
    RETURN NULL;
  END $$;
  CREATE TRIGGER questions_removed AFTER DELETE ON stretto.questions
    REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION stretto.follow_removed_questions();
  ${taskTables('stretto.')}
  ${commonTables({ schema: 'stretto.', bytes: 'bytea' })}`,
  ledgerTables('stretto.'),
  responseTables('stretto.'),
]

/** The version of a database with the first of these; those with a lower one have other tables, which are not read. */
export const FIRST_VERSION = 6

export const LATEST_VERSION = FIRST_VERSION + MIGRATIONS.length - 1
