import { createSqliteReliabilityStore } from '../../src/adapters/sqlite/reliability-store.ts'
import { createSqliteResultStore } from '../../src/adapters/sqlite/result-store.ts'
import { createSqliteTaskStore } from '../../src/adapters/sqlite/task-store.ts'
import { createSqliteVectorStore } from '../../src/adapters/sqlite/vector-store.ts'
import type { ReliabilityStore } from '../../src/consensus/reliability-store.ts'
import type { TaskStore } from '../../src/tasks/task-store.ts'
import type { VectorStore } from '../../src/vectors/vector-store.ts'
import { openOnSqlite } from '../support/sqlite.ts'
import { describeReliabilityStore } from './reliability-store.ts'
import { describeResultStore } from './result-store.ts'
import { describeTaskStore } from './task-store.ts'
import { describeVectorStore } from './vector-store.ts'

describeResultStore('SQLite', () => openOnSqlite(createSqliteResultStore), { durable: true })

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
