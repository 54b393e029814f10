import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createPostgresPastQuestions } from '../../src/adapters/postgres/past-questions.ts'
import type { Postgres } from '../../src/adapters/postgres/postgres.ts'
import { createPostgresRateLimiter } from '../../src/adapters/postgres/rate-limiter.ts'
import { createOneAtATime } from '../../src/adapters/postgres/replicas.ts'
import { createPostgresSql } from '../../src/adapters/postgres/sql.ts'
import { createDelayedWrites } from '../../src/adapters/storage/delayed-writes.ts'
import { createQuestionPairs } from '../../src/adapters/storage/question-pairs.ts'
import { createResponseStore } from '../../src/adapters/storage/response-store.ts'
import { createRunLedger } from '../../src/adapters/storage/run-ledger.ts'
import { createTallyStore } from '../../src/adapters/storage/tally-store.ts'
import { createVectorStore } from '../../src/adapters/storage/vector-store.ts'
import type { RunLedger } from '../../src/consensus/ledger/run-ledger.ts'
import type { ResponseStore } from '../../src/http/edge/responses/response-store.ts'
import type { VectorStore } from '../../src/vectors/embed-stored.ts'
import { openOnPostgres } from '../support/postgres.ts'
import { sampleResult } from '../support/samples.ts'
import { describeWithPostgres } from '../support/services.ts'
import { describePastQuestions } from './past-questions.ts'
import { describeQuestionPairs } from './question-pairs.ts'
import { describeRateLimiter } from './rate-limiter.ts'
import { describeResponseStore } from './response-store.ts'
import { describeRunLedger, TABLE_OF } from './run-ledger.ts'
import { describeTallyStore } from './tally-store.ts'
import { describeVectorStore } from './vector-store.ts'

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
  it('lets replicas do work of the same name one after the other, also after one that failed', async () => {
    const { postgres, close } = await openOnPostgres((): { close?: () => void } => ({}))
    onTestFinished(close)
    const replicas = [createOneAtATime(postgres), createOneAtATime(postgres), createOneAtATime(postgres)]
    let working = 0
    const results = await Promise.allSettled(
      replicas.map((oneAtATime, place) =>
        oneAtATime('some work', async () => {
          working++
          await postgres.query('SELECT 1')
          const together = working--
          if (place === 0) throw new Error('failed')
          return together
        }),
      ),
    )
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
    expect(results.slice(1)).toMatchObject([{ value: 1 }, { value: 1 }])
  })
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
  describeResponseStore('PostgreSQL', () =>
    openOnPostgres((postgres): ResponseStore => createResponseStore(createPostgresSql(postgres))),
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
      createPostgresRateLimiter(opened.postgres, randomUUID(), now),
    )
  })
})
