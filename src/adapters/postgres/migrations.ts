/** Each entry upgrades the database by one version; entries are only ever added. */
export const MIGRATIONS: string[] = [
  // Leases are times of the server, so that the clocks of the replicas do not matter. JSON is kept as text where it must
  // come back exactly as it was written.
  `
  CREATE TABLE stretto.locks (
    lock text PRIMARY KEY,
    holder text NOT NULL,
    leased_until timestamptz NOT NULL
  );

  CREATE TABLE stretto.vectors (
    embedder text NOT NULL,
    text_hash text NOT NULL,
    vector bytea NOT NULL,
    PRIMARY KEY (embedder, text_hash)
  );

  CREATE TABLE stretto.model_reliability (
    scope text NOT NULL,
    provider text NOT NULL,
    model text NOT NULL,
    answered double precision NOT NULL,
    won double precision NOT NULL,
    updated_at bigint NOT NULL,
    place bigint GENERATED ALWAYS AS IDENTITY,
    PRIMARY KEY (scope, provider, model)
  );
  CREATE INDEX ON stretto.model_reliability (scope, updated_at);

  CREATE TABLE stretto.cache_tallies (
    scope text PRIMARY KEY,
    lookups bigint NOT NULL,
    hits bigint NOT NULL,
    similarity_sum double precision NOT NULL
  );
  `,
  // A task without an owner waits in the queue. Tasks that never enter it have a lease here instead. Scopes take turns:
  // the next task of a scope gets a later turn. The last event counts the events, under the lock of the row.
  `
  CREATE TABLE stretto.tasks (
    id text PRIMARY KEY,
    scope text NOT NULL,
    request text NOT NULL,
    warnings text NOT NULL,
    status text NOT NULL,
    progress double precision NOT NULL,
    result text,
    error text,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    idempotency_key text,
    uses_caller_key boolean NOT NULL,
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

  CREATE TABLE stretto.task_checkpoints (
    task_id text PRIMARY KEY REFERENCES stretto.tasks (id) ON DELETE CASCADE,
    checkpoint text NOT NULL
  );

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
  `,
]
