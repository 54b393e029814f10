import type { Database } from '../../src/adapters/sqlite/database.ts'
import { createSqliteDelayedWrites } from '../../src/adapters/sqlite/delayed-writes.ts'
import { createSqliteLocks } from '../../src/adapters/sqlite/stores/locks.ts'
import { createSqliteQuestionPairs } from '../../src/adapters/sqlite/stores/question-pairs.ts'
import { createSqliteReliabilityStore } from '../../src/adapters/sqlite/stores/reliability-store.ts'
import { createSqliteTallyStore } from '../../src/adapters/sqlite/stores/tally-store.ts'
import { createSqliteVectorStore } from '../../src/adapters/sqlite/stores/vector-store.ts'
import type { ReliabilityStore } from '../../src/consensus/reliability-store.ts'
import type { Locks } from '../../src/locks/locks.ts'
import type { VectorStore } from '../../src/vectors/vector-store.ts'
import { openOnSqlite, openPastQuestions } from '../support/sqlite.ts'
import { createSqliteTaskPorts } from '../support/task-ports.ts'
import { describeLocks } from './locks.ts'
import { describePastQuestions } from './past-questions.ts'
import { describeQuestionPairs } from './question-pairs.ts'
import { describeReliabilityStore } from './reliability-store.ts'
import { describeTallyStore } from './tally-store.ts'
import { describeTaskEvents } from './task-events.ts'
import { describeTaskLeases } from './task-leases.ts'
import { describeTaskStore } from './task-store.ts'
import { describeVectorStore } from './vector-store.ts'

const delayed = (database: Database) =>
  createSqliteDelayedWrites(database, (error) => {
    throw error
  })

const createPastQuestions = (database: Database) => {
  const later = delayed(database)
  const open = (embedder: string) => openPastQuestions(database, later, embedder)
  return Object.assign(open, { close: later.close })
}
describePastQuestions('SQLite', () => openOnSqlite(createPastQuestions), { durable: true })

const createTallyStore = (database: Database) => {
  const later = delayed(database)
  return { ...createSqliteTallyStore(database, later), close: later.close }
}
describeTallyStore('SQLite', () => openOnSqlite(createTallyStore))

const createQuestionPairs = (database: Database) => {
  const later = delayed(database)
  return { ...createSqliteQuestionPairs(database, later), close: later.close }
}
describeQuestionPairs('SQLite', () =>
  openOnSqlite((database) => {
    const insert = database.prepare("INSERT OR IGNORE INTO results VALUES (?, '', '', 0, 0, 0, 0, NULL, 0)")
    for (const id of ['one', 'two']) insert.run(id)
    return createQuestionPairs(database)
  }),
)

const createLocks: (...arguments_: Parameters<typeof createSqliteLocks>) => Locks & { close?: () => void } =
  createSqliteLocks
describeLocks('SQLite', (clock) => openOnSqlite((database) => createLocks(database, clock)))

const openTaskPorts = (clock?: () => number) =>
  openOnSqlite((database) => createSqliteTaskPorts(database, clock))
describeTaskStore('SQLite', openTaskPorts, { durable: true })
describeTaskLeases('SQLite', openTaskPorts, { clockBeginsAnew: true })
describeTaskEvents('SQLite', openTaskPorts)

const createVectorStore: (...arguments_: Parameters<typeof createSqliteVectorStore>) => VectorStore & {
  close?: () => void
} = createSqliteVectorStore
describeVectorStore('SQLite', () => openOnSqlite(createVectorStore))

const createReliabilityStore: (
  ...arguments_: Parameters<typeof createSqliteReliabilityStore>
) => ReliabilityStore & { close?: () => void } = createSqliteReliabilityStore
describeReliabilityStore('SQLite', () => openOnSqlite(createReliabilityStore), { durable: true })
