import { describe, expect, it } from 'vitest'
import { createVirtualClock, settle } from '../../test/support/virtual-clock.ts'
import { createMemoryLocks } from '../adapters/storage/memory-locks.ts'
import { StorageError } from '../contract/storage-error.ts'
import type { Locks } from './locks.ts'
import { createOneAtATime } from './one-at-a-time.ts'

/** Processes that share locks. */
function share(changed: (locks: Locks) => Partial<Locks> = () => ({})) {
  const clock = createVirtualClock()
  const working = createMemoryLocks(clock.now)
  const locks: Locks = { ...working, ...changed(working) }
  const faults: unknown[] = []
  let holders = 0
  const oneAtATime = createOneAtATime({
    locks,
    wait: clock.wait,
    newHolder: () => `holder ${++holders}`,
    onFault: (error) => faults.push(error),
  })
  /** A process whose work ends when the test says so, and stops when it is told to. */
  const work = (lock = 'lock') => {
    const process = { started: 0, finish: (_: string) => {}, fail: (_: Error) => {} }
    const result = oneAtATime(lock, (signal) => {
      process.started++
      return new Promise<string>((resolve, reject) => {
        process.finish = resolve
        process.fail = reject
        signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      })
    })
    // Looked at later, when it may have failed already.
    result.catch(() => {})
    return { process, result }
  }
  return { clock, locks, faults, work }
}

describe('work under a lock', () => {
  it('is done by one process at a time, however long that takes, and then by the next', async () => {
    const { clock, work } = share()
    const [first, second] = [work(), work()]
    await clock.advance(60_000)
    expect([first.process.started, second.process.started]).toEqual([1, 0])
    first.process.finish('first')
    await clock.advance(500)
    expect(await first.result).toBe('first')
    expect(second.process.started).toBe(1)
    second.process.finish('second')
    expect(await second.result).toBe('second')
    await clock.advance(2_500)
    expect(clock.waiting()).toBe(0)
  })

  it('does not wait for work under another lock', async () => {
    const { work } = share()
    work('one')
    const other = work('other')
    await settle()
    expect(other.process.started).toBe(1)
  })

  it('frees the lock when it fails, and passes its error on', async () => {
    const { clock, work } = share()
    const [first, second] = [work(), work()]
    await settle()
    first.process.fail(new Error('no embedder'))
    await expect(first.result).rejects.toThrow('no embedder')
    await clock.advance(50)
    expect(second.process.started).toBe(1)
  })

  it('waits for a process that died until its lease has run out, not longer', async () => {
    const { clock, locks, work } = share()
    await locks.claim({ lock: 'lock', holder: 'dead', leaseMs: 15_000 })
    const { process } = work()
    await clock.advance(14_900)
    expect(process.started).toBe(0)
    await clock.advance(600)
    expect(process.started).toBe(1)
  })

  it('is told when the lock is lost, and starts over after the process that took it', async () => {
    const { clock, locks, work } = share()
    const { process, result } = work()
    await settle()
    // As if it had been suspended for longer than its lease.
    await locks.release('lock', 'holder 1')
    await locks.claim({ lock: 'lock', holder: 'another', leaseMs: 15_000 })
    await clock.advance(6_000)
    expect(process.started).toBe(1)
    await locks.release('lock', 'another')
    await clock.advance(500)
    expect(process.started).toBe(2)
    process.finish('what was left')
    expect(await result).toBe('what was left')
  })

  it('leaves the lock to the process that took it', async () => {
    const { clock, locks, work } = share()
    const { process, result } = work()
    await settle()
    await locks.release('lock', 'holder 1')
    await locks.claim({ lock: 'lock', holder: 'another', leaseMs: 15_000 })
    process.finish('done before it noticed')
    expect(await result).toBe('done before it noticed')
    await clock.advance(100)
    expect(await locks.claim({ lock: 'lock', holder: 'third', leaseMs: 1 })).toBe('another')
  })
})

describe('work whose lock cannot be claimed', () => {
  const failWith = (error: Error) => () => ({ claim: () => Promise.reject(error) })

  it('is done without it if locks are out of order', async () => {
    const { faults, work } = share(failWith(new Error('out of order')))
    const { process, result } = work()
    await settle()
    process.finish('done')
    expect(await result).toBe('done')
    expect(faults.map(String)).toEqual(['Error: out of order'])
  })

  it('is not begun while nothing can be stored', async () => {
    const { work } = share(failWith(new StorageError('the disk is full', null)))
    const { process, result } = work()
    await expect(result).rejects.toThrow('the disk is full')
    expect(process.started).toBe(0)
  })
})
