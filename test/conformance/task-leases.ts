import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { changeTask, type TaskRecord } from '../../src/tasks/task-machine.ts'
import type { TaskClaim, TaskLease } from '../../src/tasks/task-ports.ts'
import { sampleReply, sampleSpiral, sampleTask, sampleTaskResult } from '../support/samples.ts'
import { insertTask as insertFor, type TaskPorts } from '../support/task-ports.ts'
import type { StoreUnderTest } from './store-under-test.ts'

const ID = '11111111-1111-4111-8111-111111111111'
/** Ids whose order is not that of the tasks. */
const idOf = (number: number) => `00000000-0000-4000-8000-00000000000${number}`
const ALL: { most: number; except: string[] } = { most: 100, except: [] }

/**
 * What every store of leases does, whatever it keeps them in. Leases may last longer there than they were taken for, and
 * be measured less exactly; where only one process uses a store they end when the next one opens it.
 */
export function describeTaskLeases(
  backend: string,
  open: (clock: () => number) => Promise<StoreUnderTest<TaskPorts>>,
  {
    leaseMs = 1_000,
    precisionMs = 1,
    endWith = 'time',
  }: { leaseMs?: number; precisionMs?: number; endWith?: 'time' | 'restart' } = {},
): void {
  const [FIRST, SECOND, THIRD] = ['first', 'second', 'third'].map((owner) => ({ owner, leaseMs })) as [
    TaskClaim,
    TaskClaim,
    TaskClaim,
  ]
  const insertTask = (ports: TaskPorts, task: TaskRecord) => insertFor(ports, task, FIRST)
  describe(`the leases of tasks in ${backend}`, () => {
    let opened: StoreUnderTest<TaskPorts>
    let ports: TaskPorts
    /** The clock of the store. */
    let time: number
    beforeEach(async () => {
      time = 1_000_000
      opened = await open(() => time)
      ports = opened.store
    })
    afterEach(() => opened.close())

    const pending = sampleTask({ id: ID })
    const running = changeTask(pending, { type: 'start' }, 2_000)
    const claim = async (claimer = SECOND, which = ALL) =>
      (await ports.leases.claim(claimer, which)).map(({ lease }) => lease)
    /** Nothing is heard of the holder of a task for too long. */
    async function loseHolder() {
      if (endWith === 'time') time += leaseMs + precisionMs
      else ports = await opened.reopen!()
    }
    /** A task whose first holder was silent for too long, and the lease of the second. */
    async function takenOver() {
      const first = await insertTask(ports, pending)
      await ports.progress.update(first, running, sampleSpiral)
      await ports.progress.keepReply(first, '2/revision/a', { reply: sampleReply })
      await loseHolder()
      const [second] = await claim()
      return { first, second: second! }
    }

    it.runIf(endWith === 'time')(
      'belong to the creator of a task at first, and to nobody else before they run out',
      async () => {
        await insertTask(ports, pending)
        time += leaseMs - precisionMs
        expect(await claim()).toEqual([])
        time += 2 * precisionMs
        expect(await claim()).toMatchObject([{ taskId: ID, owner: 'second' }])
      },
    )

    it.runIf(endWith === 'time')('are extended by heartbeats, from the time of the heartbeat', async () => {
      const lease = await insertTask(ports, pending)
      time += 0.9 * leaseMs
      expect(await ports.leases.heartbeat([lease], leaseMs)).toEqual([])
      time += leaseMs - precisionMs
      expect(await claim()).toEqual([])
      time += 2 * precisionMs
      expect(await claim()).toHaveLength(1)
    })

    it('are still the holder’s after they ran out, as long as nobody else claims them', async () => {
      const lease = await insertTask(ports, pending)
      time += 5 * leaseMs
      expect(await ports.progress.update(lease, running)).toBe(true)
      expect(await ports.leases.heartbeat([lease], leaseMs)).toEqual([])
      expect(await claim()).toEqual([])
    })

    it('pass on the task with its checkpoint and the replies paid for', async () => {
      const { second } = await takenOver()
      expect(await ports.progress.checkpointOf(ID)).toEqual(sampleSpiral)
      expect((await ports.progress.repliesOf(ID)).size).toBe(1)
      const completed = changeTask(running, { type: 'complete', result: sampleTaskResult(ID) }, 3_000)
      expect(await ports.progress.update(second, completed)).toBe(true)
    })

    it('fence an earlier holder: it can store no change, checkpoint, reply or event, and is told so', async () => {
      const { first, second } = await takenOver()
      expect(second.fence).toBeGreaterThan(first.fence)
      const later = { ...running, progress: 0.9 }
      expect(await ports.progress.update(first, later, { ...sampleSpiral, ending: 'deadline' })).toBe(false)
      expect(await ports.progress.keepReply(first, '2/revision/b', { reply: sampleReply })).toBe(false)
      const event = { type: 'iteration-start', iteration: 2, level: 2, phase: 'revision' } as const
      expect(await ports.events.publish(first, event)).toBe(false)
      expect(await ports.leases.heartbeat([first, second], leaseMs)).toEqual([first])
      await ports.leases.release(first)
      expect(await claim(THIRD)).toEqual([])
      expect(await ports.store.get(ID, 'key:alice')).toEqual(running)
      expect(await ports.progress.checkpointOf(ID)).toEqual(sampleSpiral)
      expect([...(await ports.progress.repliesOf(ID)).keys()]).toEqual(['2/revision/a'])
    })

    it('fence even the same process under an earlier claim', async () => {
      const first = await insertTask(ports, pending)
      await loseHolder()
      const [again] = await claim(FIRST)
      expect(again).toMatchObject({ owner: 'first' })
      expect(await ports.progress.update(first, running)).toBe(false)
      expect(await ports.progress.update(again!, running)).toBe(true)
    })

    it('can be given back, to be claimed at once', async () => {
      const lease = await insertTask(ports, pending)
      await ports.leases.release(lease)
      const [next] = await claim()
      expect(next!.fence).toBeGreaterThan(lease.fence)
    })

    it('go to only one of several processes that claim at the same time', async () => {
      const ids = [1, 2, 3].map(idOf)
      const leases: TaskLease[] = []
      for (const id of ids) leases.push(await insertTask(ports, sampleTask({ id })))
      for (const lease of leases) await ports.leases.release(lease)
      const owners = ['second', 'third', 'fourth'].map((owner) => claim({ owner, leaseMs }))
      const claimed = (await Promise.all(owners)).flat().map(({ taskId }) => taskId)
      expect(claimed.sort()).toEqual(ids)
    })

    it('are claimed oldest first, as many as wanted, without those left out', async () => {
      const [left, old, middle, young] = [idOf(3), idOf(4), idOf(2), idOf(1)] as const
      const leases: TaskLease[] = []
      for (const [place, id] of [left, old, middle, young].entries()) {
        time += precisionMs
        const task = sampleTask({ id, createdAt: 1_000 + place, scope: `key:${id}` })
        leases.push(await insertTask(ports, task))
      }
      for (const lease of leases.reverse()) await ports.leases.release(lease)
      const claimed = await claim(SECOND, { most: 2, except: [left] })
      expect(claimed.map(({ taskId }) => taskId)).toEqual([old, middle])
    })

    it('do not outlive their task', async () => {
      const lease = await insertTask(ports, pending)
      const failed = changeTask(running, { type: 'fail', code: 'cancelled', message: 'Enough.' }, 3_000)
      await ports.progress.update(lease, failed)
      time += 5 * leaseMs
      expect(await claim()).toEqual([])
      expect(await ports.leases.heartbeat([lease], leaseMs)).toEqual([lease])
    })

    it.runIf(endWith === 'time')('survive a restart of the store', async () => {
      await insertTask(ports, pending)
      ports = (await opened.reopen?.()) ?? ports
      expect(await claim()).toEqual([])
      time += leaseMs + precisionMs
      expect(await claim()).toHaveLength(1)
    })

    it.runIf(endWith === 'restart')(
      'are free at once for the process that opens the store next',
      async () => {
        await insertTask(ports, pending)
        expect(await claim()).toEqual([])
        await loseHolder()
        expect(await claim()).toMatchObject([{ taskId: ID, owner: 'second' }])
      },
    )
  })
}
