import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { changeTask } from '../../src/tasks/task-machine.ts'
import type { TaskStore } from '../../src/tasks/task-store.ts'
import { sampleReply, sampleSpiral, sampleTask, sampleTaskResult } from '../support/samples.ts'
import type { StoreUnderTest } from './result-store.ts'

const ID = '11111111-1111-4111-8111-111111111111'
const OTHER_ID = '22222222-2222-4222-8222-222222222222'
const ALICE = 'key:alice'

/** What every task store does, whatever it keeps tasks in. */
export function describeTaskStore(
  backend: string,
  open: () => Promise<StoreUnderTest<TaskStore>>,
  { durable }: { durable: boolean },
): void {
  describe(`the task store in ${backend}`, () => {
    let opened: StoreUnderTest<TaskStore>
    let store: TaskStore
    beforeEach(async () => {
      opened = await open()
      store = opened.store
    })
    afterEach(() => opened.close())

    const pending = sampleTask({ id: ID })
    const running = changeTask(pending, { type: 'start' }, 2_000)
    const completed = changeTask(running, { type: 'complete', result: sampleTaskResult(ID) }, 3_000)
    const failed = changeTask(running, { type: 'fail', code: 'cancelled', message: 'Enough.' }, 3_000)

    it('returns a task as it was stored', async () => {
      const warnings = ['`modles` is not a field.']
      const task = sampleTask({ id: ID, usesCallerKey: true, idempotencyKey: 'once', warnings })
      expect(await store.insert(task)).toEqual(task)
      expect(await store.get(ID, ALICE)).toEqual(task)
    })

    it('returns no task of another scope, nor an unknown one', async () => {
      await store.insert(pending)
      expect(await store.get(ID, 'key:bob')).toBeNull()
      expect(await store.get(OTHER_ID, ALICE)).toBeNull()
    })

    it('returns the first task stored under an idempotency key, in its current state', async () => {
      const first = sampleTask({ id: ID, idempotencyKey: 'once' })
      await store.insert(first)
      await store.update({ ...running, idempotencyKey: 'once' })
      const again = await store.insert(sampleTask({ id: OTHER_ID, idempotencyKey: 'once' }))
      expect(again).toMatchObject({ id: ID, status: 'running' })
      expect(await store.get(OTHER_ID, ALICE)).toBeNull()
    })

    it('separates idempotency keys by scope, and accepts tasks without one', async () => {
      await store.insert(sampleTask({ id: ID, idempotencyKey: 'once' }))
      const others = sampleTask({ id: OTHER_ID, idempotencyKey: 'once', scope: 'key:bob' })
      expect((await store.insert(others)).id).toBe(OTHER_ID)
      expect((await store.insert(sampleTask({ id: 'third' }))).id).toBe('third')
      expect((await store.insert(sampleTask({ id: 'fourth' }))).id).toBe('fourth')
    })

    it('replaces an unfinished task and says so', async () => {
      await store.insert(pending)
      expect(await store.update(running)).toBe(true)
      expect(await store.get(ID, ALICE)).toEqual(running)
      expect(await store.update(completed)).toBe(true)
      expect(await store.get(ID, ALICE)).toEqual(completed)
    })

    it.each([
      ['completed', completed],
      ['failed', failed],
    ])('leaves a %s task unchanged and says so', async (_, finished) => {
      await store.insert(pending)
      await store.update(finished)
      expect(await store.update(running, sampleSpiral)).toBe(false)
      expect(await store.update(finished === failed ? completed : failed)).toBe(false)
      expect(await store.get(ID, ALICE)).toEqual(finished)
      expect(await store.checkpointOf(ID)).toBeNull()
    })

    it('changes nothing if there is no such task', async () => {
      expect(await store.update(running)).toBe(false)
      expect(await store.get(ID, ALICE)).toBeNull()
    })

    it('keeps the last checkpoint when later changes have none', async () => {
      await store.insert(pending)
      expect(await store.checkpointOf(ID)).toBeNull()
      await store.update(running, { ...sampleSpiral, ending: 'deadline' })
      await store.update(running, sampleSpiral)
      await store.update({ ...running, progress: 0.5 })
      expect(await store.checkpointOf(ID)).toEqual(sampleSpiral)
      expect(await store.checkpointOf(OTHER_ID)).toBeNull()
    })

    it('keeps the replies of the current iteration until the next checkpoint', async () => {
      const { text: _, ...spent } = sampleReply
      const failure = { code: 'truncated', message: 'It was cut off.', retryAfterMs: null, spent }
      await store.insert(pending)
      await store.insert(sampleTask({ id: OTHER_ID }))
      await store.keepReply(ID, '1/exposition/a', { reply: sampleReply })
      await store.keepReply(ID, '1/exposition/b', { failure })
      await store.keepReply(OTHER_ID, '1/exposition/a', { spent })
      await store.update(running)
      expect(await store.repliesOf(ID)).toEqual(
        new Map([
          ['1/exposition/a', { reply: sampleReply }],
          ['1/exposition/b', { failure }],
        ]),
      )
      await store.update(running, sampleSpiral)
      expect(await store.repliesOf(ID)).toEqual(new Map())
      expect((await store.repliesOf(OTHER_ID)).size).toBe(1)
    })

    it('forgets the replies of a completed task', async () => {
      await store.insert(pending)
      await store.keepReply(ID, '1/exposition/a', { reply: sampleReply })
      await store.update(completed)
      expect(await store.repliesOf(ID)).toEqual(new Map())
    })

    it('lists pending and running tasks of every scope, oldest first', async () => {
      await store.insert(sampleTask({ id: 'young', createdAt: 3_000, scope: 'key:bob' }))
      await store.insert(sampleTask({ id: 'old', createdAt: 2_000 }))
      await store.update(sampleTask({ id: 'old', createdAt: 2_000, status: 'running' }))
      await store.insert(pending)
      await store.update(completed)
      expect((await store.unfinished()).map(({ id, status }) => [id, status])).toEqual([
        ['old', 'running'],
        ['young', 'pending'],
      ])
    })

    it('counts tasks by status, including zero', async () => {
      expect(await store.countByStatus()).toEqual({ pending: 0, running: 0, completed: 0, failed: 0 })
      await store.insert(pending)
      await store.insert(sampleTask({ id: OTHER_ID }))
      await store.update(failed)
      expect(await store.countByStatus()).toEqual({ pending: 1, running: 0, completed: 0, failed: 1 })
    })

    it('deletes only tasks finished before a time, with everything that belongs to them', async () => {
      await store.insert(pending)
      await store.keepReply(ID, '1/exposition/a', { reply: sampleReply })
      await store.update(failed)
      await store.insert(sampleTask({ id: OTHER_ID }))
      await store.sweep(3_000)
      expect((await store.get(ID, ALICE))?.status).toBe('failed')
      await store.sweep(3_001)
      expect(await store.get(ID, ALICE)).toBeNull()
      expect(await store.repliesOf(ID)).toEqual(new Map())
      expect((await store.get(OTHER_ID, ALICE))?.status).toBe('pending')
    })

    const whenDurable = durable ? it : () => {}
    whenDurable('still has tasks, checkpoints and replies after it was closed and opened again', async () => {
      await store.insert(sampleTask({ id: ID, idempotencyKey: 'once' }))
      await store.update(running, sampleSpiral)
      await store.keepReply(ID, '2/revision/a', { reply: sampleReply })
      const reopened = await opened.reopen!()
      expect(await reopened.get(ID, ALICE)).toEqual({ ...running, idempotencyKey: 'once' })
      expect(await reopened.checkpointOf(ID)).toEqual(sampleSpiral)
      expect(await reopened.repliesOf(ID)).toEqual(new Map([['2/revision/a', { reply: sampleReply }]]))
      expect((await reopened.unfinished()).map(({ id }) => id)).toEqual([ID])
      expect((await reopened.insert(sampleTask({ id: OTHER_ID, idempotencyKey: 'once' }))).id).toBe(ID)
    })
  })
}
