import type { Database } from '../../src/adapters/sqlite/database.ts'
import { createSqliteSql } from '../../src/adapters/sqlite/sql.ts'
import { createDelayedWrites } from '../../src/adapters/storage/delayed-writes.ts'
import { createQuestionPairs } from '../../src/adapters/storage/question-pairs.ts'
import { createResponseStore } from '../../src/adapters/storage/response-store.ts'
import { createRunLedger } from '../../src/adapters/storage/run-ledger.ts'
import { createTallyStore } from '../../src/adapters/storage/tally-store.ts'
import { createVectorStore } from '../../src/adapters/storage/vector-store.ts'
import type { RunLedger } from '../../src/consensus/ledger/run-ledger.ts'
import type { ResponseStore } from '../../src/http/edge/responses/response-store.ts'
import type { VectorStore } from '../../src/vectors/embed-stored.ts'
import { openOnSqlite, openPastQuestions } from '../support/sqlite.ts'
import { createSqliteTaskPorts } from '../support/task-ports.ts'
import { describePastQuestions } from './past-questions.ts'
import { describeQuestionPairs } from './question-pairs.ts'
import { describeResponseStore } from './response-store.ts'
import { describeRunLedger, TABLE_OF } from './run-ledger.ts'
import { describeTallyStore } from './tally-store.ts'
import { describeTaskEvents } from './task-events.ts'
import { describeTaskLeases } from './task-leases.ts'
import { describeTaskStore } from './task-store.ts'
import { describeVectorStore } from './vector-store.ts'

const delayed = (database: Database) =>
  createDelayedWrites(createSqliteSql(database), (error) => {
    throw error
  })

const createPastQuestions = (database: Database) => {
  const later = delayed(database)
  const open = (embedder: string) => openPastQuestions(database, later, embedder)
  return Object.assign(open, { close: later.close })
}
describePastQuestions('SQLite', () => openOnSqlite(createPastQuestions), { durable: true })

const openTallyStore = (database: Database) => {
  const later = delayed(database)
  return { ...createTallyStore(createSqliteSql(database), later), close: later.close }
}
describeTallyStore('SQLite', () => openOnSqlite(openTallyStore))

const openQuestionPairs = (database: Database) => {
  const later = delayed(database)
  return { ...createQuestionPairs(createSqliteSql(database), later), close: later.close }
}
describeQuestionPairs('SQLite', () =>
  openOnSqlite((database) => {
    database.exec(`INSERT OR IGNORE INTO questions VALUES (1, '', '', '', NULL, x'', '', x'', '');
      INSERT OR IGNORE INTO results VALUES (1, 'one', 1, '', 0, 0, 0, 0, 0, '', '', '');
      INSERT OR IGNORE INTO results VALUES (2, 'two', 1, '', 0, 0, 0, 0, 0, '', '', '')`)
    return openQuestionPairs(database)
  }),
)

const openTaskPorts = () => openOnSqlite(createSqliteTaskPorts)
describeTaskStore('SQLite', openTaskPorts, { durable: true })
describeTaskLeases('SQLite', openTaskPorts, { endWith: 'restart' })
describeTaskEvents('SQLite', openTaskPorts)

const openVectorStore = (database: Database): VectorStore & { close?: () => void } =>
  createVectorStore(createSqliteSql(database))
describeVectorStore('SQLite', () => openOnSqlite(openVectorStore))

describeResponseStore('SQLite', () =>
  openOnSqlite((database): ResponseStore & { close?: () => void } =>
    createResponseStore(createSqliteSql(database)),
  ),
)

describeRunLedger('SQLite', async () => {
  let database: Database
  const opened = await openOnSqlite((file): RunLedger & { close?: () => void } => {
    database = file
    return createRunLedger(createSqliteSql(file))
  })
  const overwrite = async (column: 'run' | 'verdict', text: string) =>
    database.prepare(`UPDATE ${TABLE_OF[column]} SET ${column} = ?`).run(text)
  return { ...opened, overwrite }
})
