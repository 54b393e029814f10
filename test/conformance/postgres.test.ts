import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe } from 'vitest'
import { createPostgresDelayedWrites } from '../../src/adapters/postgres/delayed-writes.ts'
import type { Postgres } from '../../src/adapters/postgres/postgres.ts'
import { createPostgresLocks } from '../../src/adapters/postgres/stores/locks.ts'
import { createPostgresPastQuestions } from '../../src/adapters/postgres/stores/past-questions/past-questions.ts'
import { createPostgresQuestionPairs } from '../../src/adapters/postgres/stores/question-pairs.ts'
import { createPostgresRateLimiter } from '../../src/adapters/postgres/stores/rate-limiter.ts'
import { createPostgresReliabilityStore } from '../../src/adapters/postgres/stores/reliability-store.ts'
import { createPostgresTallyStore } from '../../src/adapters/postgres/stores/tally-store.ts'
import { createPostgresVectorStore } from '../../src/adapters/postgres/stores/vector-store.ts'
import type { ReliabilityStore } from '../../src/consensus/reliability-store.ts'
import type { Locks } from '../../src/locks/locks.ts'
import type { VectorStore } from '../../src/vectors/vector-store.ts'
import { openOnPostgres } from '../support/postgres.ts'
import { sampleResult } from '../support/samples.ts'
import { describeWithPostgres } from '../support/services.ts'
import { describeLocks } from './locks.ts'
import { describePastQuestions } from './past-questions.ts'
import { describeQuestionPairs } from './question-pairs.ts'
import { describeRateLimiter } from './rate-limiter.ts'
import { describeReliabilityStore } from './reliability-store.ts'
import { describeTallyStore } from './tally-store.ts'
import { describeVectorStore } from './vector-store.ts'

/** SQL for the time of a clock of the test. */
const sqlOf = (clock: () => number) => () => `to_timestamp(${clock() / 1000}::float8)`

const delayed = (postgres: Postgres) =>
  createPostgresDelayedWrites(postgres, (error) => {
    throw error
  })

const createPastQuestions = (mostCompared?: number) => (postgres: Postgres) => {
  const later = delayed(postgres)
  const open = async (embedder: string) =>
    createPostgresPastQuestions({ postgres, later, embedder, mostCompared })
  return Object.assign(open, { close: later.close })
}

const createTallyStore = (postgres: Postgres) => {
  const later = delayed(postgres)
  return { ...createPostgresTallyStore(postgres, later), close: later.close }
}

const createQuestionPairs = (postgres: Postgres) => {
  const later = delayed(postgres)
  return { ...createPostgresQuestionPairs(postgres, later), close: later.close }
}

async function openQuestionPairs() {
  const opened = await openOnPostgres(createQuestionPairs)
  const later = delayed(opened.postgres)
  const past = createPostgresPastQuestions({ postgres: opened.postgres, later, embedder: 'sample' })
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
  describeTallyStore('PostgreSQL', () => openOnPostgres(createTallyStore))
  describeQuestionPairs('PostgreSQL', openQuestionPairs)
  describeVectorStore('PostgreSQL', () =>
    openOnPostgres((postgres): VectorStore => createPostgresVectorStore(postgres)),
  )
  describeReliabilityStore(
    'PostgreSQL',
    () => openOnPostgres((postgres): ReliabilityStore => createPostgresReliabilityStore(postgres)),
    { durable: true },
  )

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
