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
]
