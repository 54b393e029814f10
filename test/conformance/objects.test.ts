import { afterAll, beforeAll } from 'vitest'
import type { PastQuestions, QuestionPairs, TallyStore } from '../../src/cache/past-questions.ts'
import type { RunLedger } from '../../src/consensus/ledger/run-ledger.ts'
import type { ResponseStore } from '../../src/http/edge/responses/response-store.ts'
import type { RateLimiter } from '../../src/http/middleware/rate-limit.ts'
import type { VectorStore } from '../../src/vectors/embed-stored.ts'
import { openOnObject } from '../support/objects/open-on-object.ts'
import {
  describeWithWorkerd,
  type RemoteObject,
  startWorkerd,
  type Workerd,
} from '../support/objects/workerd.ts'
import { sampleResult } from '../support/samples.ts'
import type { TaskPorts } from '../support/task-ports.ts'
import { describePastQuestions } from './past-questions.ts'
import { describeQuestionPairs } from './question-pairs.ts'
import { describeRateLimiter } from './rate-limiter.ts'
import { describeResponseStore } from './response-store.ts'
import { describeRunLedger, TABLE_OF } from './run-ledger.ts'
import { describeTallyStore } from './tally-store.ts'
import { describeTaskEvents } from './task-events.ts'
import { describeTaskLeases } from './task-leases.ts'
import { describeTaskStore } from './task-store.ts'
import { describeVectorStore } from './vector-store.ts'

describeWithWorkerd('objects', () => {
  let workerd: Workerd
  beforeAll(async () => {
    workerd = await startWorkerd()
  })
  afterAll(() => workerd?.stop())

  const open =
    <Store>(create: (object: RemoteObject) => Store | Promise<Store>) =>
    () =>
      openOnObject(workerd, create)
  const openPast = (object: RemoteObject) => async (embedder: string) =>
    object.store<PastQuestions>(`past ${await object.call('openPast', embedder)}`)

  describePastQuestions('an object', open(openPast), { durable: true })
  describeTallyStore(
    'an object',
    open((object) => object.store<TallyStore>('tallies')),
  )
  describeQuestionPairs(
    'an object',
    open(async (object) => {
      const past = await openPast(object)('sample')
      for (const id of ['one', 'two'])
        if ((await past.get(id, 'key:alice')) === null) await past.save(sampleResult({ id }), null)
      return object.store<QuestionPairs>('pairs')
    }),
  )
  describeVectorStore(
    'an object',
    open((object) => object.store<VectorStore>('vectors')),
  )
  describeResponseStore(
    'an object',
    open((object) => object.store<ResponseStore>('responses')),
  )
  describeRunLedger('an object', async () => {
    const opened = await open((object) => object.store<RunLedger>('ledger'))()
    const overwrite = (column: 'run' | 'verdict', text: string) =>
      opened.object.rows(`UPDATE ${TABLE_OF[column]} SET ${column} = ?`, text)
    return { ...opened, overwrite }
  })

  const openTasks = open(
    (object): TaskPorts => ({
      store: object.store('tasks.store'),
      progress: object.store('tasks.progress'),
      leases: object.store('tasks.leases'),
      events: object.store('tasks.events'),
    }),
  )
  describeTaskStore('an object', openTasks, { durable: true })
  describeTaskLeases('an object', openTasks, { endWith: 'restart' })
  describeTaskEvents('an object', openTasks)

  describeRateLimiter('an object', async (now) => (await workerd.open()).store<RateLimiter>('limiter', now))
})
