import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { changeTask } from '../../src/tasks/task-machine.ts'
import type { TaskLease } from '../../src/tasks/task-ports.ts'
import { sampleReply, sampleSpiral, sampleTask, sampleTaskResult } from '../support/samples.ts'
import { FIRST, insertTask, type TaskPorts } from '../support/task-ports.ts'
import type { StoreUnderTest } from './store-under-test.ts'

const ID = '11111111-1111-4111-8111-111111111111'
const OTHER_ID = '22222222-2222-4222-8222-222222222222'
const THIRD_ID = '33333333-3333-4333-8333-333333333333'
const FOURTH_ID = '44444444-4444-4444-8444-444444444444'
const ALICE = 'key:alice'

/** What every store of tasks and their progress does, whatever it keeps them in. */
export function describeTaskStore(
  backend: string,
  open: () => Promise<StoreUnderTest<TaskPorts>>,
  { durable }: { durable: boolean },
): void {
  describe(`the task store in ${backend}`, () => {
    let opened: StoreUnderTest<TaskPorts>
    let ports: TaskPorts
    beforeEach(async () => {
      opened = await open()
      ports = opened.store
    })
    afterEach(() => opened.close())

    const pending = sampleTask({ id: ID })
    const running = changeTask(pending, { type: 'start' }, 2_000)
    const completed = changeTask(running, { type: 'complete', result: sampleTaskResult(ID) }, 3_000)
    const failed = changeTask(running, { type: 'fail', code: 'cancelled', message: 'Enough.' }, 3_000)
    const insert = (task = pending) => insertTask(ports, task)
    const get = (id = ID) => ports.store.get(id, ALICE)

    it('returns a task as it was stored', async () => {
      const warnings = ['`modles` is not a field.']
      const task = sampleTask({ id: ID, usesCallerKey: true, idempotencyKey: 'once', warnings })
      const stored = await ports.store.insert(task, FIRST)
      expect(stored).toMatchObject({ task, lease: { taskId: ID, owner: 'first' } })
      expect(await get()).toEqual(task)
    })

    it('keeps every character of results and replies, also those that are no text', async () => {
      const odd = '\u0000, \ud800 and \udc00 \\u0000 🎼'
      const task = sampleTask({ id: ID, warnings: [odd] })
      const lease = await insert(task)
      await ports.progress.keepReply(lease, 'call', { reply: { ...sampleReply, text: odd } })
      await ports.progress.update(lease, changeTask(task, { type: 'start' }, 2_000))
      expect([...(await ports.progress.repliesOf(ID))]).toMatchObject([['call', { reply: { text: odd } }]])
      const result = { ...sampleTaskResult(ID), final_answer: odd }
      const changed = changeTask(task, { type: 'complete', result }, 3_000)
      expect(await ports.progress.update(lease, changed)).toBe(true)
      expect(await get()).toEqual(changed)
    })

    it('returns no task of another scope, nor an unknown one', async () => {
      await insert()
      expect(await ports.store.get(ID, 'key:bob')).toBeNull()
      expect(await get(OTHER_ID)).toBeNull()
    })

    it('returns the first task stored under an idempotency key, in its current state and without a lease', async () => {
      const lease = await insert(sampleTask({ id: ID, idempotencyKey: 'once' }))
      await ports.progress.update(lease, { ...running, idempotencyKey: 'once' })
      const again = await ports.store.insert(sampleTask({ id: OTHER_ID, idempotencyKey: 'once' }), FIRST)
      expect(again).toMatchObject({ task: { id: ID, status: 'running' }, lease: null })
      expect(await get(OTHER_ID)).toBeNull()
    })

    it('separates idempotency keys by scope, and accepts tasks without one', async () => {
      await insert(sampleTask({ id: ID, idempotencyKey: 'once' }))
      const others = sampleTask({ id: OTHER_ID, idempotencyKey: 'once', scope: 'key:bob' })
      for (const task of [others, sampleTask({ id: THIRD_ID }), sampleTask({ id: FOURTH_ID })])
        expect((await insert(task)).taskId).toBe(task.id)
    })

    it('replaces an unfinished task and says so', async () => {
      const lease = await insert()
      expect(await ports.progress.update(lease, running)).toBe(true)
      expect(await get()).toEqual(running)
      expect(await ports.progress.update(lease, completed)).toBe(true)
      expect(await get()).toEqual(completed)
    })

    it.each([
      ['completed', completed],
      ['failed', failed],
    ])('leaves a %s task unchanged and says so', async (_, finished) => {
      const lease = await insert()
      await ports.progress.update(lease, finished)
      expect(await ports.progress.update(lease, running, sampleSpiral)).toBe(false)
      expect(await ports.store.end(finished === failed ? completed : failed)).toBe(false)
      expect(await get()).toEqual(finished)
      expect(await ports.progress.checkpointOf(ID)).toBeNull()
    })

    it('lets anybody end an unfinished task, and its holder change nothing any more', async () => {
      const lease = await insert()
      expect(await ports.store.end(failed)).toBe(true)
      expect(await ports.progress.update(lease, running)).toBe(false)
      expect(await ports.progress.keepReply(lease, '1/exposition/a', { reply: sampleReply })).toBe(false)
      expect(await ports.leases.heartbeat([lease], 1_000)).toEqual([lease])
      expect(await get()).toEqual(failed)
    })

    it('changes nothing if there is no such task', async () => {
      const lease: TaskLease = { taskId: ID, owner: 'first', fence: 1 }
      expect(await ports.progress.update(lease, running)).toBe(false)
      expect(await ports.store.end(failed)).toBe(false)
      expect(await get()).toBeNull()
    })

    it('keeps the last checkpoint when later changes have none', async () => {
      const lease = await insert()
      expect(await ports.progress.checkpointOf(ID)).toBeNull()
      await ports.progress.update(lease, running, { ...sampleSpiral, ending: 'deadline' })
      await ports.progress.update(lease, running, sampleSpiral)
      await ports.progress.update(lease, { ...running, progress: 0.5 })
      expect(await ports.progress.checkpointOf(ID)).toEqual(sampleSpiral)
      expect(await ports.progress.checkpointOf(OTHER_ID)).toBeNull()
    })

    it('keeps the replies of the current iteration until the next checkpoint', async () => {
      const { text: _, ...spent } = sampleReply
      const failure = { code: 'truncated', message: 'It was cut off.', retryAfterMs: null, spent }
      const lease = await insert()
      const other = await insert(sampleTask({ id: OTHER_ID }))
      expect(await ports.progress.keepReply(lease, '1/exposition/a', { reply: sampleReply })).toBe(true)
      await ports.progress.keepReply(lease, '1/exposition/b', { failure })
      await ports.progress.keepReply(other, '1/exposition/a', { spent })
      await ports.progress.update(lease, running)
      expect(await ports.progress.repliesOf(ID)).toEqual(
        new Map([
          ['1/exposition/a', { reply: sampleReply }],
          ['1/exposition/b', { failure }],
        ]),
      )
      await ports.progress.update(lease, running, sampleSpiral)
      expect(await ports.progress.repliesOf(ID)).toEqual(new Map())
      expect((await ports.progress.repliesOf(OTHER_ID)).size).toBe(1)
    })

    it.each([
      ['completed', completed],
      ['failed', failed],
    ])('forgets the replies of a %s task', async (_, finished) => {
      const lease = await insert()
      await ports.progress.keepReply(lease, '1/exposition/a', { reply: sampleReply })
      await ports.progress.update(lease, finished)
      expect(await ports.progress.repliesOf(ID)).toEqual(new Map())
    })

    it('lists the tasks of a scope by their last change, without results, all or those in a state', async () => {
      await insert()
      await insert(sampleTask({ id: OTHER_ID, createdAt: 1_500, updatedAt: 1_500 }))
      await insert(sampleTask({ id: THIRD_ID, scope: 'key:bob' }))
      await ports.store.end(completed)
      const list = (wanted: object) => ports.store.list(ALICE, { limit: 20, ...wanted })
      const { query } = pending.request
      const [first, second] = await list({})
      expect(first).toEqual({
        ...{ id: ID, status: 'completed', progress: 1, query },
        ...{ created_at: 1_000, updated_at: 3_000 },
      })
      expect(second).toMatchObject({ id: OTHER_ID, status: 'pending' })
      expect((await list({})).length).toBe(2)
      expect(await list({ limit: 1 })).toEqual([first])
      expect(await list({ status: 'pending' })).toEqual([second])
      expect(await list({ status: 'failed' })).toEqual([])
    })

    it('counts tasks by status, including zero', async () => {
      expect(await ports.store.countByStatus()).toEqual({ pending: 0, running: 0, completed: 0, failed: 0 })
      await insert()
      await insert(sampleTask({ id: OTHER_ID }))
      await ports.store.end(failed)
      expect(await ports.store.countByStatus()).toEqual({ pending: 1, running: 0, completed: 0, failed: 1 })
    })

    it('deletes only tasks finished before a time, with everything that belongs to them', async () => {
      const lease = await insert()
      await ports.progress.keepReply(lease, '1/exposition/a', { reply: sampleReply })
      await ports.progress.update(lease, failed)
      await insert(sampleTask({ id: OTHER_ID }))
      await ports.store.sweep(3_000)
      expect((await get())?.status).toBe('failed')
      await ports.store.sweep(3_001)
      expect(await get()).toBeNull()
      expect(await ports.progress.repliesOf(ID)).toEqual(new Map())
      const events = ports.events.watch(ID, { after: 0, signal: new AbortController().signal })
      for await (const { event } of events) throw new Error(`An event is left: ${event.type}`)
      expect((await get(OTHER_ID))?.status).toBe('pending')
    })

    const whenDurable = durable ? it : () => {}
    whenDurable('still has tasks, checkpoints and replies after it was closed and opened again', async () => {
      const lease = await insert(sampleTask({ id: ID, idempotencyKey: 'once' }))
      await ports.progress.update(lease, running, sampleSpiral)
      await ports.progress.keepReply(lease, '2/revision/a', { reply: sampleReply })
      ports = await opened.reopen!()
      expect(await get()).toEqual({ ...running, idempotencyKey: 'once' })
      expect(await ports.progress.checkpointOf(ID)).toEqual(sampleSpiral)
      expect(await ports.progress.repliesOf(ID)).toEqual(new Map([['2/revision/a', { reply: sampleReply }]]))
      const again = sampleTask({ id: OTHER_ID, idempotencyKey: 'once' })
      expect((await ports.store.insert(again, FIRST)).task.id).toBe(ID)
    })
  })
}
