import { commonTables, ledgerTables, responseTables, taskTables } from '../storage/tables.ts'

/** All that a database needs which keeps nothing but tasks. */
const TASKS = `
  CREATE TABLE tasks (
    id TEXT PRIMARY KEY,
    scope TEXT NOT NULL,
    status TEXT NOT NULL,
    progress REAL NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    idempotency_key TEXT,
    uses_caller_key INTEGER NOT NULL,
    owner TEXT,
    fence INTEGER NOT NULL,
    lease_ms INTEGER NOT NULL,
    leased_until INTEGER NOT NULL,
    request TEXT NOT NULL,
    warnings TEXT NOT NULL,
    error TEXT,
    result TEXT,
    checkpoint TEXT
  );
  CREATE UNIQUE INDEX tasks_by_idempotency_key ON tasks (scope, idempotency_key) WHERE idempotency_key IS NOT NULL;
  CREATE INDEX tasks_by_status ON tasks (status, updated_at);
  ${taskTables('')}`

/**
 * Each entry upgrades the database by one version; entries are only ever added. Short values come before texts, so that
 * they are read without them.
 */
const MIGRATIONS: string[] = [
  // Leases last for a duration on the clock of the machine. A question has one vector, however many results; the size of
  // what each scope keeps is counted, and questions go with their last result. Vectors are numbered in the order of
  // writing, so that processes can follow what is new. The probe is written to find out whether the disk can be written.
  `
  ${TASKS}

  CREATE TABLE questions (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    scope TEXT NOT NULL,
    router TEXT NOT NULL,
    edition TEXT NOT NULL,
    embedder TEXT,
    fingerprint_hash BLOB NOT NULL,
    fingerprint TEXT NOT NULL,
    query_hash BLOB NOT NULL,
    normalised_query TEXT NOT NULL
  );
  CREATE UNIQUE INDEX questions_by_query ON questions (scope, query_hash, router, edition, fingerprint_hash);
  CREATE TABLE question_vectors (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    question INTEGER NOT NULL REFERENCES questions (number) ON DELETE CASCADE,
    vector BLOB NOT NULL
  );
  CREATE UNIQUE INDEX question_vectors_by_question ON question_vectors (question);

  CREATE TABLE results (
    place INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    question INTEGER NOT NULL REFERENCES questions (number),
    scope TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    served_until INTEGER NOT NULL,
    kept_until INTEGER NOT NULL,
    used_at INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    query TEXT NOT NULL,
    response TEXT NOT NULL,
    trace TEXT NOT NULL
  );
  CREATE INDEX results_by_question ON results (question, created_at);
  CREATE INDEX results_by_use ON results (scope, used_at);
  CREATE INDEX results_by_age ON results (kept_until);

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

  CREATE TABLE storage_probe (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    filler BLOB NOT NULL
  );
  ${commonTables({ schema: '', bytes: 'BLOB' })}`,
  ledgerTables(''),
  responseTables(''),
]

/** The version of a database with the first of these; those with a lower one have other tables, which are not read. */
export const FIRST_VERSION = 10

export const LATEST_VERSION = FIRST_VERSION + MIGRATIONS.length - 1

/** What brings a database of a version, 0 if it is new, to the latest. */
export const migrationsAfter = (version: number) => MIGRATIONS.slice(Math.max(0, version - FIRST_VERSION + 1))

/** The same for a database that keeps nothing but tasks. */
export const taskMigrationsAfter = (version: number) => (version < FIRST_VERSION ? [TASKS] : [])
