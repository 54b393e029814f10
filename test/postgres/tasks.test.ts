import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Postgres } from '../../src/adapters/postgres/postgres.ts'
import { StorageError } from '../../src/contract/storage-error.ts'
import { changeTask } from '../../src/tasks/task-machine.ts'
import type { TaskLease } from '../../src/tasks/task-ports.ts'
import { listenersOn, openOnPostgres } from '../support/postgres.ts'
import { openProcess } from '../support/postgres-tasks.ts'
import { sampleReply, sampleTask } from '../support/samples.ts'
import { describeWithPostgres } from '../support/services.ts'
import { insertTask } from '../support/task-ports.ts'

const idOf = (number: number) => `00000000-0000-4000-8000-00000000000${number}`
const ALL = { most: 100, except: [] }
const FIRST = { owner: 'first', leaseMs: 10_000 }
const SECOND = { owner: 'second', leaseMs: 10_000 }
const never = new AbortController().signal
const started = (iteration: number) =>
  ({ type: 'iteration-start', iteration, level: 1, phase: 'exposition' }) as const

/** Generous: the machine may be busy, and nothing here is about speed. */
const PATIENCE = { timeout: 60_000, interval: 20 }

describeWithPostgres('tasks on PostgreSQL', () => {
  let postgres: Postgres
  let close: () => Promise<void>
  const processes: Array<Awaited<ReturnType<typeof openProcess>>> = []
  const open = async (
    ...options: Parameters<typeof openProcess> extends [unknown, ...infer Rest] ? Rest : []
  ) => {
    const opened = await openProcess(postgres, ...options)
    processes.push(opened)
    return opened
  }
  beforeEach(async () => {
    const opened = await openOnPostgres(() => ({}))
    postgres = opened.postgres
    close = opened.close
  })
  afterEach(async () => {
    for (const each of processes.splice(0)) await each.close()
    await close()
  })
  /** Lets every lease be as old as if nothing had been heard of its holder for an hour. */
  const letTimePass = () =>
    postgres.query(`UPDATE stretto.tasks SET leased_until = leased_until - interval '1 hour'`)

  it('never wait with the caller’s key, and are claimed when their process is gone', async () => {
    const { store, leases } = await open()
    const task = sampleTask({ id: idOf(1), usesCallerKey: true })
    const { lease } = await store.insert(task, FIRST)
    expect(await store.countWaiting!()).toBe(0)
    expect(await leases.claim(SECOND, ALL)).toEqual([])
    await letTimePass()
    expect(await leases.heartbeat([lease!], 10_000)).toEqual([])
    expect(await leases.claim(SECOND, ALL)).toEqual([])
    await letTimePass()
    expect(await leases.claim(SECOND, ALL)).toMatchObject([{ task, lease: { owner: 'second', fence: 2 } }])
    expect(await leases.heartbeat([lease!], 10_000)).toEqual([lease])
  })

  it('wait in turns of their scopes', async () => {
    const { store, leases } = await open()
    for (const [place, scope] of ['alice', 'alice', 'alice', 'bob', 'alice', 'bob'].entries())
      await store.insert(sampleTask({ id: idOf(place), scope }), FIRST)
    expect(await store.countWaiting!()).toBe(6)
    const order: string[] = []
    for (let turn = 0; turn < 6; turn++) {
      const [claimed] = await leases.claim(FIRST, { most: 1, except: [] })
      order.push(claimed!.task.scope)
    }
    expect(order).toEqual(['alice', 'bob', 'alice', 'bob', 'alice', 'alice'])
    expect(await store.countWaiting!()).toBe(0)
  })

  it('are lost to a holder who was silent for longer than a lease once another claims them', async () => {
    const { store, leases } = await open()
    const silent = await insertTask({ store, leases }, sampleTask({ id: idOf(1) }), FIRST)
    await letTimePass()
    const [again] = await leases.claim(SECOND, { most: 1, except: [] })
    expect(again?.task.id).toBe(idOf(1))
    expect(await leases.heartbeat([silent], 10_000)).toEqual([silent])
  })

  it('are left to their holders for a lease after the database could not be reached', async () => {
    let now = 0
    let isAway = false
    const away = async (): Promise<never> => {
      throw new StorageError('the database cannot be reached', null)
    }
    const unsteady: Postgres = {
      ...postgres,
      query: (sql, values) => (isAway ? away() : postgres.query(sql, values)),
    }
    const { store, leases } = await open({ postgres: unsteady, steadyClock: () => now })
    await insertTask({ store, leases }, sampleTask({ id: idOf(1) }), FIRST)
    await store.insert(sampleTask({ id: idOf(2), usesCallerKey: true }), FIRST)
    isAway = true
    await expect(leases.claim(SECOND, ALL)).rejects.toThrow('cannot be reached')
    isAway = false
    await letTimePass()
    expect(await leases.claim(SECOND, ALL)).toEqual([])
    now += 10_000
    expect(await leases.claim(SECOND, ALL)).toHaveLength(2)
  })

  it('are claimed past one that a suspended process has locked, which can be claimed when it lets go', async () => {
    const { store, leases } = await open()
    for (const number of [1, 2]) await store.insert(sampleTask({ id: idOf(number) }), FIRST)
    await postgres.transaction(async (suspended) => {
      await suspended.query('SELECT 1 FROM stretto.tasks WHERE id = $1 FOR UPDATE', [idOf(1)])
      expect(await leases.claim(SECOND, ALL)).toMatchObject([{ task: { id: idOf(2) } }])
    })
    expect(await leases.claim(SECOND, ALL)).toMatchObject([{ task: { id: idOf(1) } }])
  })

  it('are not handed out once they are over', async () => {
    const { store, leases } = await open()
    await store.insert(sampleTask({ id: idOf(1) }), FIRST)
    await postgres.query(`UPDATE stretto.tasks SET status = 'failed'`)
    expect(await leases.claim(SECOND, ALL)).toEqual([])
  })

  it('keep the order of what a run stores without waiting, and the last word on a call', async () => {
    const { store, progress, leases, events } = await open()
    const task = sampleTask({ id: idOf(1) })
    const lease = await insertTask({ store, leases }, task, FIRST)
    const { text: _, ...spent } = sampleReply
    await Promise.all([
      progress.keepReply(lease, 'call', { spent }),
      ...[1, 2, 3].map((iteration) => events.publish(lease, started(iteration))),
      progress.keepReply(lease, 'call', { reply: sampleReply }),
      progress.update(lease, changeTask(task, { type: 'start' }, 2_000)),
      ...[4, 5].map((iteration) => events.publish(lease, started(iteration))),
    ])
    expect(await progress.repliesOf(idOf(1))).toEqual(new Map([['call', { reply: sampleReply }]]))
    await store.end(changeTask(task, { type: 'fail', code: 'cancelled', message: '' }, 3_000))
    const seen: string[] = []
    for await (const { number, event } of events.watch(idOf(1), { after: 0, signal: never }))
      seen.push(`${number} ${event.type === 'iteration-start' ? event.iteration : event.type}`)
    expect(seen).toEqual([
      '1 task-change',
      ...['2 1', '3 2', '4 3', '5 task-change', '6 4', '7 5', '8 task-change'],
    ])
  })

  it('reach watchers in another process, also after it lost its connection', async () => {
    const [here, there] = [await open(), await open()]
    const lease = await insertTask(here, sampleTask({ id: idOf(1) }), FIRST)
    const watching = there.events.watch(idOf(1), { after: 1, signal: never })[Symbol.asyncIterator]()
    for (const iteration of [1, 2]) {
      const next = watching.next()
      await vi.waitFor(async () => expect(await listenersOn(postgres)).toHaveLength(2), PATIENCE)
      await here.events.publish(lease, started(iteration))
      expect((await next).value).toMatchObject({ event: { iteration } })
      await postgres.query('SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) AS listener (pid)', [
        (await listenersOn(postgres)).map(({ pid }) => pid),
      ])
    }
  })
  it('are handed out once, to many processes that claim many', async () => {
    const several = await Promise.all([open(), open(), open()])
    const ids = Array.from({ length: 60 }, (_, place) => `00000000-0000-4000-8000-0000000001${place + 10}`)
    await Promise.all(ids.map((id) => several[0]!.store.insert(sampleTask({ id }), FIRST)))
    const leases: TaskLease[] = []
    while (leases.length < ids.length) {
      const rounds = several.map(({ leases }, place) =>
        leases.claim({ owner: `process ${place}`, leaseMs: 10_000 }, { most: 7, except: [] }),
      )
      for (const claimed of (await Promise.all(rounds)).flat())
        if ('lease' in claimed) leases.push(claimed.lease)
    }
    expect(leases.map(({ taskId }) => taskId).sort()).toEqual(ids)
    expect(leases.every(({ fence }) => fence === 1)).toBe(true)
  })
})
