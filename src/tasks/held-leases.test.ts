import { describe, expect, it } from 'vitest'
import { createHeldLeases, LeaseLost } from './held-leases.ts'
import type { TaskLease, TaskLeases } from './task-ports.ts'

const LEASE_MS = 1_000
const lease: TaskLease = { taskId: 'one', owner: 'us', fence: 1 }
const other: TaskLease = { taskId: 'two', owner: 'us', fence: 1 }

/** Leases of this process on a store that answers as told. */
function open(answer: { lost: TaskLease[]; fails: boolean } = { lost: [], fails: false }) {
  const clock = { time: 0 }
  const sent: string[][] = []
  const released: string[] = []
  const faults: unknown[] = []
  const leases: TaskLeases = {
    claim: async () => [],
    async heartbeat(some) {
      sent.push(some.map(({ taskId }) => taskId))
      if (answer.fails) throw new Error('the disk is full')
      return some.filter((one) => answer.lost.includes(one))
    },
    async release({ taskId }) {
      released.push(taskId)
    },
  }
  const held = createHeldLeases({
    leases,
    leaseMs: LEASE_MS,
    now: () => clock.time,
    onFault: (error) => faults.push(error),
  })
  return { held, clock, sent, released, faults, answer }
}

describe('a lease that is held', () => {
  it('is confirmed without asking the store as long as heartbeats are recent', async () => {
    const { held, clock, sent } = open()
    const hold = held.hold(lease, () => {})
    clock.time = 900
    await hold.confirm()
    expect(sent).toEqual([])
    await held.heartbeat()
    clock.time = 1_800
    await hold.confirm()
    expect(sent).toEqual([['one']])
  })

  it('is confirmed by the store after a time in which the process may have been suspended', async () => {
    const { held, clock, sent, answer } = open()
    const reasons: unknown[] = []
    const hold = held.hold(lease, (reason) => reasons.push(reason))
    clock.time = LEASE_MS
    await hold.confirm()
    expect(sent).toEqual([['one']])
    clock.time = 2 * LEASE_MS
    answer.lost = [lease]
    await expect(hold.confirm()).rejects.toBeInstanceOf(LeaseLost)
    expect(reasons).toEqual([expect.any(LeaseLost)])
    expect(hold.isLost()).toBe(true)
  })

  it('ends its run, and no other, when a heartbeat finds it lost; nothing is sent or given back for it then', async () => {
    const { held, sent, released, answer } = open()
    const ended: string[] = []
    const [one, two] = [lease, other].map((each) => held.hold(each, () => ended.push(each.taskId)))
    answer.lost = [lease]
    await held.heartbeat()
    await held.heartbeat()
    expect(ended).toEqual(['one'])
    expect(sent).toEqual([['one', 'two'], ['two']])
    await one!.letGo()
    await two!.letGo()
    expect(released).toEqual(['two'])
    await held.heartbeat()
    expect(sent).toHaveLength(2)
  })

  it('is kept while nothing can be stored, because nobody else can claim the task either', async () => {
    const { held, clock, faults } = open({ lost: [], fails: true })
    const hold = held.hold(lease, () => {})
    clock.time = 5 * LEASE_MS
    await hold.confirm()
    expect(hold.isLost()).toBe(false)
    expect(faults).toHaveLength(1)
  })
})
