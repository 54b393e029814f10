import { describe, expect, it } from 'vitest'
import { createSingleFlight, type Start } from './single-flight.ts'

/** A run that ends when the test says so. */
function controlledRun() {
  let resolve: (result: string) => void = () => {}
  let reject: (reason: Error) => void = () => {}
  const promise = new Promise<string>((fulfil, fail) => {
    resolve = fulfil
    reject = fail
  })
  const signals: AbortSignal[] = []
  const start = (signal: AbortSignal) => {
    signals.push(signal)
    return promise
  }
  return {
    start,
    signals,
    resolve: (result: string) => resolve(result),
    reject: (reason: Error) => reject(reason),
  }
}

const never = new AbortController().signal

describe('single flight', () => {
  it('lets callers with the same key share one run', async () => {
    const flights = createSingleFlight<string>()
    const run = controlledRun()
    const callers = [1, 2, 3].map(() => flights.join('key', { signal: never }, run.start))
    run.resolve('answer')
    expect(await Promise.all(callers)).toEqual(['answer', 'answer', 'answer'])
    expect(run.signals).toHaveLength(1)
  })

  it('runs different keys separately', async () => {
    const flights = createSingleFlight<string>()
    const results = await Promise.all([
      flights.join('one', { signal: never }, async () => 'first'),
      flights.join('two', { signal: never }, async () => 'second'),
    ])
    expect(results).toEqual(['first', 'second'])
  })

  it('concludes a run when all who wait want the answer now, and gives who comes then another run', async () => {
    const flights = createSingleFlight<string>()
    const concluded: AbortSignal[] = []
    const start: Start<string, never> = (_, __, ___, answerNow) => {
      concluded.push(answerNow)
      return new Promise((resolve) => answerNow.addEventListener('abort', () => resolve('what there is')))
    }
    const one = new AbortController()
    const other = new AbortController()
    const first = flights.join('key', { signal: never, answerNow: one.signal }, start)
    const second = flights.join('key', { signal: other.signal }, start)
    one.abort()
    expect(concluded.map(({ aborted }) => aborted)).toEqual([false])
    other.abort()
    await expect(second).rejects.toThrow('disconnected')
    expect(await first).toBe('what there is')
    expect(await flights.join('key', { signal: never }, async () => 'all')).toBe('all')
  })

  it('starts a new run after one has succeeded or failed', async () => {
    const flights = createSingleFlight<string>()
    await flights.join('key', { signal: never }, async () => 'first')
    await expect(
      flights.join('key', { signal: never }, () => Promise.reject(new Error('broken'))),
    ).rejects.toThrow('broken')
    expect(await flights.join('key', { signal: never }, async () => 'third')).toBe('third')
  })

  it('passes a failure to every caller', async () => {
    const flights = createSingleFlight<string>()
    const run = controlledRun()
    const callers = [1, 2].map(() => flights.join('key', { signal: never }, run.start))
    run.reject(new Error('no quorum'))
    const outcomes = await Promise.allSettled(callers)
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })

  it('continues for the others when one caller leaves', async () => {
    const flights = createSingleFlight<string>()
    const run = controlledRun()
    const leaver = new AbortController()
    const left = flights.join('key', leaver, run.start)
    const stayed = flights.join('key', { signal: never }, run.start)
    leaver.abort()
    await expect(left).rejects.toMatchObject({ code: 'cancelled' })
    expect(run.signals[0]?.aborted).toBe(false)
    run.resolve('answer')
    expect(await stayed).toBe('answer')
  })

  it('cancels the run when its last caller has left, and the next caller starts another', async () => {
    const flights = createSingleFlight<string>()
    const run = controlledRun()
    const leavers = [new AbortController(), new AbortController()]
    const callers = leavers.map((leaver) => flights.join('key', leaver, run.start))
    const outcomes = Promise.allSettled(callers)
    leavers[0]?.abort()
    expect(run.signals[0]?.aborted).toBe(false)
    leavers[1]?.abort('Client connection prematurely closed.')
    expect(run.signals[0]?.aborted).toBe(true)
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected'])

    expect(await flights.join('key', { signal: never }, async () => 'afresh')).toBe('afresh')
  })

  it('passes pieces to those who watch them at that time, and says whether anybody does', async () => {
    const flights = createSingleFlight<string, string, string>()
    let show: () => ((piece: string) => void) | null = () => null
    const run = controlledRun()
    const start = (signal: AbortSignal, _: unknown, showPieces: typeof show) => {
      show = showPieces
      return run.start(signal)
    }
    const plain = flights.join('key', { signal: never }, start)
    expect(show()).toBeNull()
    const seen: string[][] = [[], []]
    const leaver = new AbortController()
    const left = flights.join(
      'key',
      { signal: leaver.signal, onPiece: (piece) => seen[0]!.push(piece) },
      start,
    )
    show()!('one')
    flights.join('key', { signal: never, onPiece: (piece) => seen[1]!.push(piece) }, start)
    show()!('two')
    leaver.abort()
    await expect(left).rejects.toMatchObject({ code: 'cancelled' })
    show()!('three')
    run.resolve('answer')
    expect(await plain).toBe('answer')
    expect(seen).toEqual([
      ['one', 'two'],
      ['two', 'three'],
    ])
  })

  it('does not count a caller who leaves after the answer', async () => {
    const flights = createSingleFlight<string>()
    const run = controlledRun()
    const caller = new AbortController()
    const answered = flights.join('key', caller, run.start)
    run.resolve('answer')
    await answered
    caller.abort()
    expect(run.signals[0]?.aborted).toBe(false)
  })

  it('starts nothing for a caller who has already left', async () => {
    const flights = createSingleFlight<string>()
    const run = controlledRun()
    await expect(flights.join('key', { signal: AbortSignal.abort() }, run.start)).rejects.toMatchObject({
      code: 'cancelled',
    })
    expect(run.signals).toEqual([])
  })

  it('fails with an error even if the reason of the signal is a string', async () => {
    const flights = createSingleFlight<string>()
    const gone = AbortSignal.abort('Client connection prematurely closed.')
    await expect(flights.join('key', { signal: gone }, async () => 'answer')).rejects.toBeInstanceOf(Error)
  })

  it('fails normally if the start throws synchronously, and the next caller starts a new run', async () => {
    const flights = createSingleFlight<string>()
    const broken = () => {
      throw new Error('broken')
    }
    await expect(flights.join('key', { signal: never }, broken)).rejects.toThrow('broken')
    expect(await flights.join('key', { signal: never }, async () => 'afresh')).toBe('afresh')
  })

  it('knows which runs are in progress', async () => {
    const flights = createSingleFlight<string>()
    const run = controlledRun()
    const leaver = new AbortController()
    const left = flights.join('key', leaver, run.start)
    expect([flights.has('key'), flights.has('other')]).toEqual([true, false])
    leaver.abort()
    await expect(left).rejects.toThrow()
    expect(flights.has('key')).toBe(false)
    await flights.join('key', { signal: never }, async () => 'answer')
    expect(flights.has('key')).toBe(false)
  })

  it('does not return the result of an abandoned run to later callers', async () => {
    const flights = createSingleFlight<string>()
    const run = controlledRun()
    const leaver = new AbortController()
    const left = flights.join('key', leaver, run.start)
    leaver.abort()
    await expect(left).rejects.toThrow()
    const next = controlledRun()
    const waiting = flights.join('key', { signal: never }, next.start)
    run.reject(new Error('cancelled'))
    await new Promise((resolve) => setImmediate(resolve))
    expect(flights.has('key')).toBe(true)
    next.resolve('afresh')
    expect(await waiting).toBe('afresh')
  })

  it('shows a run to those who follow it: the past first, then what happens until they leave', async () => {
    const flights = createSingleFlight<string, number>()
    const run = controlledRun()
    let publish: (event: number) => void = () => {}
    const start = (signal: AbortSignal, tell: (event: number) => void) => {
      publish = tell
      publish(1)
      return run.start(signal)
    }
    const seen = { early: [] as number[], late: [] as number[] }
    const leaver = new AbortController()
    const early = flights.join(
      'key',
      { signal: leaver.signal, onEvent: (event) => seen.early.push(event) },
      start,
    )
    publish(2)
    const late = flights.join('key', { signal: never, onEvent: (event) => seen.late.push(event) }, start)
    publish(3)
    leaver.abort()
    await expect(early).rejects.toMatchObject({ code: 'cancelled' })
    publish(4)
    run.resolve('answer')
    expect(await late).toBe('answer')
    expect(seen).toEqual({ early: [1, 2, 3], late: [1, 2, 3, 4] })
  })
})
