import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { changeTask, viewOf } from '../../src/tasks/task-machine.ts'
import type { NumberedEvent, TaskEvent, TaskLease } from '../../src/tasks/task-ports.ts'
import { sampleSpiral, sampleTask, sampleTaskResult } from '../support/samples.ts'
import { insertTask, type TaskPorts } from '../support/task-ports.ts'
import type { StoreUnderTest } from './store-under-test.ts'

const ID = '11111111-1111-4111-8111-111111111111'
const started = (iteration: number) =>
  ({ type: 'iteration-start', iteration, level: 1, phase: 'exposition' }) as const

/** What the events of tasks do, whatever carries them. */
export function describeTaskEvents(backend: string, open: () => Promise<StoreUnderTest<TaskPorts>>): void {
  describe(`the events of tasks in ${backend}`, () => {
    let opened: StoreUnderTest<TaskPorts>
    let ports: TaskPorts
    let lease: TaskLease
    const never = new AbortController().signal
    const pending = sampleTask({ id: ID })
    const running = changeTask(pending, { type: 'start' }, 2_000)
    const completed = changeTask(running, { type: 'complete', result: sampleTaskResult(ID) }, 3_000)
    const change = (task: typeof pending): TaskEvent => ({ type: 'task-change', task: viewOf(task) })
    beforeEach(async () => {
      opened = await open()
      ports = opened.store
      lease = await insertTask(ports, pending)
    })
    afterEach(() => opened.close())

    async function collect(after = 0, signal = never): Promise<NumberedEvent[]> {
      const events: NumberedEvent[] = []
      for await (const event of ports.events.watch(ID, { after, signal })) events.push(event)
      return events
    }
    const eventsOf = async (after = 0) => (await collect(after)).map(({ event }) => event)

    it('come in order with growing numbers, past ones first, until the task is over', async () => {
      const early = collect()
      await ports.progress.update(lease, running)
      await ports.events.publish(lease, started(1))
      const late = collect()
      await ports.events.publish(lease, started(2))
      await ports.progress.update(lease, completed)
      const events = await early
      expect(events.map(({ event }) => event)).toEqual([
        change(pending),
        change(running),
        started(1),
        started(2),
        change(completed),
      ])
      const numbers = events.map(({ number }) => number)
      expect(numbers).toEqual([...new Set(numbers)].sort((left, right) => left - right))
      expect(await late).toEqual(events)
    })

    it('include the iteration that ended with a checkpoint, before the change of the task', async () => {
      const entry = { iteration: 1 } as (typeof sampleSpiral)['entries'][number]
      await ports.progress.update(lease, running, { ...sampleSpiral, entries: [entry] })
      await ports.progress.update(lease, completed)
      expect(await eventsOf()).toEqual([
        change(pending),
        { type: 'iteration-end', entry },
        change(running),
        change(completed),
      ])
    })

    it('resume after the last number that a watcher has seen, and none is lost or repeated', async () => {
      for (let iteration = 1; iteration <= 120; iteration++)
        await ports.events.publish(lease, started(iteration))
      const seen: NumberedEvent[] = []
      for await (const event of ports.events.watch(ID, { after: 0, signal: never })) {
        seen.push(event)
        if (seen.length === 60) break
      }
      const rest = collect(seen.at(-1)!.number)
      await ports.events.publish(lease, started(121))
      await ports.progress.update(lease, completed)
      const all = [...seen, ...(await rest)].map(({ event }) => event)
      const starts = Array.from({ length: 121 }, (_, place) => started(place + 1))
      expect(all).toEqual([change(pending), ...starts, change(completed)])
    })

    it('report the end again to a watcher who comes back after it', async () => {
      await ports.progress.update(lease, completed)
      const last = (await collect()).at(-1)!
      expect(await collect(last.number)).toEqual([last])
      expect(await eventsOf(1_000_000)).toEqual([change(completed)])
    })

    it('tell those of the end at once who wait for it alone', async () => {
      const waiting = collect(Number.MAX_SAFE_INTEGER)
      await ports.progress.update(lease, running)
      await ports.events.publish(lease, started(1))
      // While it waits for a ring, long before it looks without one.
      await new Promise((resolve) => setTimeout(resolve, 300))
      const endedAt = performance.now()
      await ports.progress.update(lease, completed)
      expect((await waiting).map(({ event }) => event)).toEqual([change(completed)])
      expect(performance.now() - endedAt).toBeLessThan(3_000)
    })

    it('tell of a task that somebody else ended', async () => {
      const watching = eventsOf()
      const failed = changeTask(pending, { type: 'fail', code: 'cancelled', message: 'Enough.' }, 3_000)
      await ports.store.end(failed)
      expect(await watching).toEqual([change(pending), change(failed)])
    })

    it('of one task are not those of another', async () => {
      const other = await insertTask(ports, sampleTask({ id: '22222222-2222-4222-8222-222222222222' }))
      await ports.events.publish(other, started(7))
      await ports.progress.update(lease, completed)
      expect(await eventsOf()).toEqual([change(pending), change(completed)])
    })

    it('end for a watcher who leaves, while waiting or before', async () => {
      const leaving = new AbortController()
      const events = ports.events.watch(ID, { after: 0, signal: leaving.signal })[Symbol.asyncIterator]()
      expect((await events.next()).done).toBe(false)
      const waiting = events.next()
      leaving.abort()
      expect((await waiting).done).toBe(true)
      expect(await collect(0, AbortSignal.abort())).toEqual([])
    })

    it('end at once for a task that does not exist', async () => {
      for await (const _ of ports.events.watch('unknown', { after: 0, signal: never }))
        throw new Error('There is an event of a task that does not exist')
    })

    it('survive a restart of the store', async () => {
      await ports.events.publish(lease, started(1))
      ports = (await opened.reopen?.()) ?? ports
      await ports.store.end(completed)
      expect(await eventsOf()).toEqual([change(pending), started(1), change(completed)])
    })
  })
}
