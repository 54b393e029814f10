import { describe, expect, it, vi } from 'vitest'
import { createMemoryRunClaims } from '../../../test/support/memory-run-claims.ts'
import { createVirtualClock, settle } from '../../../test/support/virtual-clock.ts'
import { createClaimedRuns, type RunClaims } from './claimed-run.ts'

const never = new AbortController().signal

/** Processes that share claims and what they store. */
function share(changed: (claims: RunClaims) => Partial<RunClaims> = () => ({})) {
  const clock = createVirtualClock()
  const working = createMemoryRunClaims(clock.now)
  const claims: RunClaims = { ...working, ...changed(working) }
  const stored: string[] = []
  const faults: unknown[] = []
  let holders = 0
  const runClaimed = createClaimedRuns({
    claims,
    wait: clock.wait,
    newHolder: () => `holder ${++holders}`,
    onFault: (error) => faults.push(error),
  })
  /** A process that asks; its run ends when the test says so. */
  const ask = (signal = never) => {
    const process = { started: 0, finish: (_: string) => {}, fail: (_: Error) => {} }
    const result = runClaimed({
      run: 'run',
      signal,
      find: async () => stored[0] ?? null,
      start: () => {
        process.started++
        return new Promise<string>((resolve, reject) => {
          process.finish = resolve
          process.fail = reject
        })
      },
    })
    // Looked at later, when it may have failed already.
    result.catch(() => {})
    return { process, result }
  }
  return { clock, claims, stored, faults, ask }
}

describe('a run that several processes want', () => {
  it('is paid for once: the others wait for the result of the first', async () => {
    const { clock, stored, ask } = share()
    const first = ask()
    const second = ask()
    await clock.advance(2_000)
    stored.push('answer')
    first.process.finish('answer')
    await clock.advance(500)
    expect(await first.result).toBe('answer')
    expect(await second.result).toBe('answer')
    expect([first.process.started, second.process.started]).toEqual([1, 0])
  })

  it('is waited for with pauses that grow from 50 to 500 milliseconds', async () => {
    const { clock, ask } = share()
    ask()
    await settle()
    clock.asked.length = 0
    ask()
    await clock.advance(3_000)
    expect(clock.asked.filter((pause) => pause !== 5_000).slice(0, 6)).toEqual([50, 100, 200, 400, 500, 500])
  })

  it('is waited for as long as its holder is alive', async () => {
    const { clock, stored, ask } = share()
    const first = ask()
    const second = ask()
    await clock.advance(60_000)
    expect(second.process.started).toBe(0)
    stored.push('answer')
    first.process.finish('answer')
    await clock.advance(500)
    expect(await second.result).toBe('answer')
  })

  it('is taken over after the lease of a holder that died, not before', async () => {
    const { clock, claims, ask } = share()
    await claims.claim({ run: 'run', holder: 'dead', leaseMs: 15_000 })
    const { process, result } = ask()
    await clock.advance(14_000)
    expect(process.started).toBe(0)
    await clock.advance(2_000)
    expect(process.started).toBe(1)
    process.finish('own answer')
    expect(await result).toBe('own answer')
  })

  it('is run again by the next process if the first has no result to share', async () => {
    const { clock, ask } = share()
    const first = ask()
    const second = ask()
    await clock.advance(1_000)
    first.process.finish('a partial panel')
    await clock.advance(500)
    expect(second.process.started).toBe(1)
    second.process.finish('own answer')
    expect(await second.result).toBe('own answer')
  })

  it('is waited for only once: if the first has no result to share, all others run themselves', async () => {
    const { clock, ask } = share()
    const [first, second, third] = [ask(), ask(), ask()]
    await clock.advance(1_000)
    first.process.fail(new Error('no quorum'))
    await clock.advance(1_000)
    await expect(first.result).rejects.toThrow('no quorum')
    expect([second.process.started, third.process.started]).toEqual([1, 1])
  })

  it('is not started if its result was stored between the lookup and the claim', async () => {
    const { stored, clock, ask } = share()
    stored.push('answer')
    const { process, result } = ask()
    expect(await result).toBe('answer')
    expect(process.started).toBe(0)
    const next = ask()
    stored.length = 0
    await clock.advance(100)
    expect(next.process.started).toBe(1)
  })

  it('ends when its caller leaves, and nothing is left waiting', async () => {
    const { clock, ask } = share()
    const first = ask()
    const leaver = new AbortController()
    const second = ask(leaver.signal)
    await settle()
    leaver.abort(new Error('gone'))
    await expect(second.result).rejects.toThrow('gone')
    expect(second.process.started).toBe(0)
    first.process.finish('answer')
    await clock.advance(2_500)
    expect(clock.waiting()).toBe(0)
  })
})

describe('a run whose claims fail', () => {
  const fail = async () => {
    throw new Error('out of order')
  }

  it('is run without a claim', async () => {
    const { faults, ask } = share(() => ({ claim: fail }))
    const { process, result } = ask()
    await settle()
    process.finish('own answer')
    expect(await result).toBe('own answer')
    expect(faults.map(String)).toEqual(['Error: out of order'])
  })

  it('is run without a claim if the claim gets no answer for two seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { ask } = share(() => ({ claim: () => new Promise(() => {}) }))
    const { process } = ask()
    await settle()
    expect(process.started).toBe(0)
    await vi.advanceTimersByTimeAsync(2_000)
    await settle()
    expect(process.started).toBe(1)
    vi.useRealTimers()
  })

  it('is run independently if claims fail while it waits', async () => {
    let failing = false
    const { clock, ask } = share((claims) => ({ claim: (claim) => (failing ? fail() : claims.claim(claim)) }))
    ask()
    const { process, result } = ask()
    await clock.advance(1_000)
    failing = true
    await clock.advance(500)
    process.finish('own answer')
    expect(await result).toBe('own answer')
  })

  it('keeps its claim through a renewal that fails, and renews it again', async () => {
    let renewals = 0
    const { clock, faults, ask } = share((claims) => ({
      renew: (claim) => (++renewals === 2 ? fail() : claims.renew(claim)),
    }))
    ask()
    const second = ask()
    await clock.advance(60_000)
    expect(second.process.started).toBe(0)
    expect(faults.map(String)).toEqual(['Error: out of order'])
    expect(renewals).toBeGreaterThan(3)
  })

  it('succeeds even if a claim can be neither renewed nor released', async () => {
    const { clock, faults, ask } = share(() => ({ renew: fail, release: fail }))
    const { process, result } = ask()
    await clock.advance(6_000)
    process.finish('answer')
    expect(await result).toBe('answer')
    await settle()
    expect(faults).toHaveLength(2)
  })
})
