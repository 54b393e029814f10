import { describe, expect, it } from 'vitest'
import { keepTrying } from './keep-trying.ts'

describe('keepTrying', () => {
  it('returns the result of the first success, and reports every earlier failure', async () => {
    let tries = 0
    const faults: unknown[] = []
    const work = async () => {
      tries++
      if (tries < 3) throw new Error(`fault ${tries}`)
      return tries
    }
    const { signal } = new AbortController()
    expect(await keepTrying(work, { firstPauseMs: 1, signal, onFault: (error) => faults.push(error) })).toBe(
      3,
    )
    expect(faults.map(String)).toEqual(['Error: fault 1', 'Error: fault 2'])
  })

  it('ends with the error that is thrown while reporting a failure', async () => {
    const { signal } = new AbortController()
    const work = () => Promise.reject(new Error('for good'))
    const onFault = (error: unknown) => {
      throw error
    }
    await expect(keepTrying(work, { firstPauseMs: 1, signal, onFault })).rejects.toThrow('for good')
  })

  it('ends with the signal, even during a pause, and reports nothing afterwards', async () => {
    const closing = new AbortController()
    const faults: unknown[] = []
    const trying = keepTrying(async () => Promise.reject(new Error('away')), {
      firstPauseMs: 1_000_000,
      signal: closing.signal,
      onFault(error) {
        faults.push(error)
        queueMicrotask(() => closing.abort())
      },
    })
    await expect(trying).rejects.toThrow()
    expect(faults).toHaveLength(1)
  })

  it('does not start after the signal', async () => {
    let tries = 0
    const work = async () => tries++
    await expect(
      keepTrying(work, { firstPauseMs: 1, signal: AbortSignal.abort(), onFault() {} }),
    ).rejects.toThrow()
    expect(tries).toBe(0)
  })
})
