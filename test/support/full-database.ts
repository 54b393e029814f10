import { closeDatabase, openDatabase } from '../../src/adapters/sqlite/database.ts'
import { createSqliteSql } from '../../src/adapters/sqlite/sql.ts'
import { createDelayedWrites } from '../../src/adapters/storage/delayed-writes.ts'
import { createQuestionPairs } from '../../src/adapters/storage/question-pairs.ts'
import { createResponseStore } from '../../src/adapters/storage/response-store.ts'
import { createRunLedger } from '../../src/adapters/storage/run-ledger.ts'
import { createTallyStore } from '../../src/adapters/storage/tally-store.ts'
import { changeTask } from '../../src/tasks/task-machine.ts'
import { runOf } from './counted-runs.ts'
import {
  sampleEdgeResponse,
  sampleReply,
  sampleRequest,
  sampleResult,
  sampleSpiral,
  sampleTask,
  sampleTaskResult,
  sampleVector,
} from './samples.ts'
import { openPastQuestions } from './sqlite.ts'
import { createSqliteTaskPorts, insertTask } from './task-ports.ts'

/** A counted run of a full database, and what was said of it. */
const COUNTED = runOf({ 'vendor/first': 0, 'vendor/second': 1 })
const VERDICT = {
  given: { answer: '42' },
  models: [{ provider: 'openrouter', model: 'vendor/first', right: true }],
}

/** How many rows of each kind a full database has. */
export const FULL = { tasks: 30, results: 20, removed: 10 }

/** The id of a task of a full database. */
export function taskId(number: number): string {
  return `${String(number).padStart(8, '0')}-0000-4000-8000-000000000000`
}

/** Fills the database of a folder: tasks of many sizes in every state, results, and pages that are free again. */
export async function fillDatabase(folder: string): Promise<void> {
  const database = openDatabase(folder)
  const later = createDelayedWrites(createSqliteSql(database), (error) => {
    throw error
  })
  const now = Date.now()
  const ports = createSqliteTaskPorts(database)
  for (let number = 0; number < FULL.tasks; number++) {
    const request = {
      ...sampleRequest,
      query: `What is ${number}? ${'Really. '.repeat(number * number * 2)}`,
    }
    const times = { createdAt: now + number, updatedAt: now + number }
    const task = sampleTask({ id: taskId(number), scope: 'anonymous', request, ...times })
    const lease = await insertTask(ports, task)
    const running = changeTask(task, { type: 'start' }, now)
    if (number % 3 === 0)
      await ports.progress.keepReply(lease, `2/revision/${number}`, { reply: sampleReply })
    if (number % 3 === 1) await ports.progress.update(lease, running, sampleSpiral)
    if (number % 3 === 2)
      await ports.progress.update(
        lease,
        changeTask(running, { type: 'complete', result: sampleTaskResult(task.id) }, now),
      )
    else await ports.leases.release(lease)
  }
  const results = await openPastQuestions(database, later)
  const pairs = createQuestionPairs(createSqliteSql(database), later)
  const tallies = createTallyStore(createSqliteSql(database), later)
  const ids = Array.from({ length: FULL.results + FULL.removed }, (_, number) => `result-${number}`)
  for (const [number, id] of ids.entries()) {
    const query = `What is the answer to question ${number}?`
    const response = { ...sampleEdgeResponse(id, query), final_answer: 'So it is. '.repeat(number * 40) }
    const times = { createdAt: now, servedUntil: now + 3_600_000, keptUntil: now + 3_600_000 }
    const result = { id, scope: 'anonymous', query, normalisedQuery: query.toLowerCase(), response, ...times }
    await results.save(sampleResult(result), sampleVector(number))
    pairs.noteServed(id, `Tell me the answer to question ${number}`, number)
  }
  tallies.add('anonymous', { lookups: 5, hits: 3, similaritySum: 2.5 })
  await tallies.read('anonymous')
  await pairs.markDifferent('anonymous', { question: 'one', others: ['two', 'three'], at: 1 })
  const ledger = createRunLedger(createSqliteSql(database))
  const judged = { scope: 'anonymous', id: 'run', at: 1 }
  await ledger.record({ ...judged, run: COUNTED })
  await ledger.judge({ ...judged, verdict: VERDICT })
  const exchange = { input: [], response: { id: 'resp_1', previous_response_id: null } } as never
  await createResponseStore(createSqliteSql(database)).save('anonymous', exchange, now)
  await results.remove(ids.slice(FULL.results))
  later.close()
  closeDatabase(database)
}
