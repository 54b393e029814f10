import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createDelayedWrites } from './delayed-writes.ts'
import type { Change } from './sql.ts'

describe('delayed writes', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  /** Sums by name in two collections, over a database that works, fails or waits. */
  function collect() {
    const database = { fault: null as Error | null, ready: Promise.resolve() }
    const transactions: string[][] = []
    const faults: unknown[] = []
    const change = async (...changes: Change[]) => {
      await database.ready
      const { fault } = database
      if (fault !== null) throw fault
      transactions.push(changes.flatMap(({ rows }) => rows.map((values) => values.join(' '))))
    }
    const later = createDelayedWrites({ change }, (error) => faults.push(error))
    const collector = () =>
      later.collect<number>({
        merge: (left, right) => left + right,
        write: (entries) => [{ sql: 'ADD', rows: entries }],
      }).add
    return { later, first: collector(), second: collector(), transactions, faults, database }
  }
  const wait = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

  it('are written together once a second, merged, in the order of their keys', async () => {
    const { first, second, transactions } = collect()
    first('b', 1)
    first('a', 2)
    first('b', 3)
    second('c', 4)
    await wait(999)
    expect(transactions).toEqual([])
    await wait(1)
    expect(transactions).toEqual([['a 2', 'b 4', 'c 4']])
    second('c', 5)
    await wait(5_000)
    expect(transactions.slice(1)).toEqual([['c 5']])
  })

  it('are kept when they fail, merged with what comes meanwhile, and tried again ever more rarely', async () => {
    const { first, transactions, faults, database } = collect()
    database.fault = new Error('away')
    first('a', 1)
    await wait(1_000)
    expect(faults).toEqual([database.fault])
    first('a', 2)
    first('b', 3)
    await wait(1_000)
    await wait(2_000)
    await wait(4_000)
    expect(faults).toHaveLength(4)
    database.fault = null
    await wait(8_000)
    expect(transactions).toEqual([['a 3', 'b 3']])
    first('c', 4)
    await wait(1_000)
    expect(transactions.slice(1)).toEqual([['c 4']])
  })

  it('are all there when a flush settles, also what came while another was being written', async () => {
    const { later, first, transactions, database } = collect()
    let release = () => {}
    database.ready = new Promise((resolve) => {
      release = resolve
    })
    first('a', 1)
    const slow = later.flush()
    await wait(0)
    first('a', 2)
    const next = later.flush()
    release()
    await Promise.all([slow, next])
    expect(transactions).toEqual([['a 1'], ['a 2']])
  })

  it('are written when it is closed, and a failure then is reported', async () => {
    const { later, first, transactions, faults, database } = collect()
    first('a', 1)
    await later.close()
    expect(transactions).toEqual([['a 1']])
    first('b', 2)
    database.fault = new Error('away')
    await later.close()
    expect(faults).toEqual([database.fault])
    expect(vi.getTimerCount()).toBe(0)
  })
})
