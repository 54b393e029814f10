import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe } from 'vitest'
import type { Postgres } from '../../src/adapters/postgres/postgres.ts'
import { createPostgresSql } from '../../src/adapters/postgres/sql.ts'
import { createPostgresLocks } from '../../src/adapters/postgres/stores/locks.ts'
import { createPostgresPastQuestions } from '../../src/adapters/postgres/stores/past-questions/past-questions.ts'
import { createPostgresRateLimiter } from '../../src/adapters/postgres/stores/rate-limiter.ts'
import { createDelayedWrites } from '../../src/adapters/storage/delayed-writes.ts'
import { createQuestionPairs } from '../../src/adapters/storage/question-pairs.ts'
import { createRunLedger } from '../../src/adapters/storage/run-ledger.ts'
import { createTallyStore } from '../../src/adapters/storage/tally-store.ts'
import { createVectorStore } from '../../src/adapters/storage/vector-store.ts'
import type { RunLedger } from '../../src/consensus/ledger/run-ledger.ts'
import type { Locks } from '../../src/locks/locks.ts'
import type { VectorStore } from '../../src/vectors/embed-stored.ts'
import { openOnPostgres } from '../support/postgres.ts'
import { sampleResult } from '../support/samples.ts'
import { describeWithPostgres } from '../support/services.ts'
import { describeLocks } from './locks.ts'
import { describePastQuestions } from './past-questions.ts'
import { describeQuestionPairs } from './question-pairs.ts'
import { describeRateLimiter } from './rate-limiter.ts'
import { describeRunLedger, TABLE_OF } from './run-ledger.ts'
import { describeTallyStore } from './tally-store.ts'
import { describeVectorStore } from './vector-store.ts'

/** SQL for the time of a clock of the test. */
const sqlOf = (clock: () => number) => () => `to_timestamp(${clock() / 1000}::float8)`

const delayed = (postgres: Postgres) =>
  createDelayedWrites(createPostgresSql(postgres), (error) => {
    throw error
  })

const createPastQuestions = (mostCompared?: number) => (postgres: Postgres) => {
  const later = delayed(postgres)
  const open = async (embedder: string) =>
    createPostgresPastQuestions({ postgres, sql: createPostgresSql(postgres), later, embedder, mostCompared })
  return Object.assign(open, { close: later.close })
}

const openTallyStore = (postgres: Postgres) => {
  const later = delayed(postgres)
  return { ...createTallyStore(createPostgresSql(postgres), later), close: later.close }
}

const openQuestionPairs = (postgres: Postgres) => {
  const later = delayed(postgres)
  return {
    ...createQuestionPairs(createPostgresSql(postgres), later),
    close: later.close,
  }
}

async function openPairs() {
  const opened = await openOnPostgres(openQuestionPairs)
  const later = delayed(opened.postgres)
  const past = createPostgresPastQuestions({
    postgres: opened.postgres,
    sql: createPostgresSql(opened.postgres),
    later,
    embedder: 'sample',
  })
  for (const id of ['one', 'two']) await past.save(sampleResult({ id }), null)
  return opened
}

describeWithPostgres('PostgreSQL', () => {
  describeLocks('PostgreSQL', (clock) =>
    openOnPostgres((postgres): Locks => createPostgresLocks(postgres, sqlOf(clock))),
  )
  describePastQuestions('PostgreSQL', () => openOnPostgres(createPastQuestions()), { durable: true })
  describePastQuestions(
    'PostgreSQL, never comparing all',
    () => openOnPostgres(createPastQuestions(0), { searchesGraph: true }),
    { durable: true, onlySearch: true },
  )
  describeTallyStore('PostgreSQL', () => openOnPostgres(openTallyStore))
  describeQuestionPairs('PostgreSQL', openPairs)
  describeVectorStore('PostgreSQL', () =>
    openOnPostgres((postgres): VectorStore => createVectorStore(createPostgresSql(postgres))),
  )
  describeRunLedger('PostgreSQL', async () => {
    let postgres: Postgres
    const opened = await openOnPostgres((connection): RunLedger => {
      postgres = connection
      return createRunLedger(createPostgresSql(connection))
    })
    const overwrite = (column: 'run' | 'verdict', text: string) =>
      postgres.query(`UPDATE stretto.${TABLE_OF[column]} SET ${column} = $1`, [text])
    return { ...opened, overwrite }
  })

  describe('for rate limits', () => {
    let opened: { postgres: Postgres; close(): Promise<void> }
    beforeAll(async () => {
      opened = await openOnPostgres((): { close?: () => void } => ({}))
    })
    afterAll(() => opened.close())

    // Each test counts under a name of its own.
    describeRateLimiter('PostgreSQL', async (now) =>
      createPostgresRateLimiter({ postgres: opened.postgres, name: randomUUID(), now }),
    )
  })
})
