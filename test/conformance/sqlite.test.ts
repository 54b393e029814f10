import type { Database } from '../../src/adapters/sqlite/database.ts'
import { createDelayedWrites } from '../../src/adapters/sqlite/delayed-writes.ts'
import { createSqliteFlightClaims } from '../../src/adapters/sqlite/stores/flight-claims.ts'
import { createSqliteQuestionPairs } from '../../src/adapters/sqlite/stores/question-pairs.ts'
import { createSqliteReliabilityStore } from '../../src/adapters/sqlite/stores/reliability-store.ts'
import { createSqliteResultStore } from '../../src/adapters/sqlite/stores/result-store.ts'
import { createSqliteTallyStore } from '../../src/adapters/sqlite/stores/tally-store.ts'
import { createSqliteTaskStore } from '../../src/adapters/sqlite/stores/task-store.ts'
import { createSqliteVectorStore } from '../../src/adapters/sqlite/stores/vector-store.ts'
import type { ReliabilityStore } from '../../src/consensus/reliability-store.ts'
import type { TaskStore } from '../../src/tasks/task-store.ts'
import type { VectorStore } from '../../src/vectors/vector-store.ts'
import { openOnSqlite } from '../support/sqlite.ts'
import { describeFlightClaims } from './flight-claims.ts'
import { describeQuestionPairs } from './question-pairs.ts'
import { describeReliabilityStore } from './reliability-store.ts'
import { describeResultStore } from './result-store.ts'
import { describeTallyStore } from './tally-store.ts'
import { describeTaskStore } from './task-store.ts'
import { describeVectorStore } from './vector-store.ts'

const delayed = (database: Database) =>
  createDelayedWrites(database, (error) => {
    throw error
  })

const closeAll =
  (...stores: Array<{ close(): void }>) =>
  () => {
    for (const store of stores) store.close()
  }

const createResultStore = (database: Database) => {
  const later = delayed(database)
  const store = createSqliteResultStore(database, later)
  return { ...store, close: closeAll(store, later) }
}
describeResultStore('SQLite', () => openOnSqlite(createResultStore), { durable: true })

const createTallyStore = (database: Database) => {
  const later = delayed(database)
  return { ...createSqliteTallyStore(database, later), close: later.close }
}
describeTallyStore('SQLite', () => openOnSqlite(createTallyStore))

const createQuestionPairs = (database: Database) => {
  const later = delayed(database)
  const pairs = createSqliteQuestionPairs(database, later)
  return { ...pairs, close: closeAll(pairs, later) }
}
describeQuestionPairs('SQLite', () =>
  openOnSqlite((database) => {
    const insert = database.prepare(
      "INSERT OR IGNORE INTO results VALUES (?, '', '', '', '', '', '', '', 0, 0, 0, 0)",
    )
    for (const id of ['one', 'two']) insert.run(id)
    return createQuestionPairs(database)
  }),
)

describeFlightClaims('SQLite', () => openOnSqlite(createSqliteFlightClaims))

const createTaskStore: (...arguments_: Parameters<typeof createSqliteTaskStore>) => TaskStore & {
  close?: () => void
} = createSqliteTaskStore
describeTaskStore('SQLite', () => openOnSqlite(createTaskStore), { durable: true })

const createVectorStore: (...arguments_: Parameters<typeof createSqliteVectorStore>) => VectorStore & {
  close?: () => void
} = createSqliteVectorStore
describeVectorStore('SQLite', () => openOnSqlite(createVectorStore))

const createReliabilityStore: (
  ...arguments_: Parameters<typeof createSqliteReliabilityStore>
) => ReliabilityStore & { close?: () => void } = createSqliteReliabilityStore
describeReliabilityStore('SQLite', () => openOnSqlite(createReliabilityStore), { durable: true })
