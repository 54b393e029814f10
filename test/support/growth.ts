import { expect } from 'vitest'
import { processorTime } from './processor-time.ts'

const FIRST_SIZE = 1_000

/**
 * The least processor time of some runs, so that a busy machine is not mistaken for a slow program: one that is within
 * a bound is enough.
 */
export async function leastTime(run: () => unknown, within: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < 8 && least >= within; round++) least = Math.min(least, await processorTime(run))
  return least
}

/** Doubling the text may double the time, not multiply it by four or eight; times too short to tell are let pass. */
export async function expectGrowth(
  read: (text: string) => unknown,
  make: (size: number) => string,
  longest: number,
) {
  let before = Number.POSITIVE_INFINITY
  for (let size = FIRST_SIZE; size <= longest; size *= 2) {
    const text = make(size)
    const bound = 3.4 * before + 100
    const time = await leastTime(() => read(text), bound)
    expect(time, `${size} characters of ${JSON.stringify(text.slice(0, 20))}`).toBeLessThan(bound)
    before = time
  }
}

/** Texts of some size that begin with an opening and are full of a piece. */
export function filled(opening: string, piece: string): (size: number) => string {
  return (size) => `${opening}${piece.repeat(Math.ceil(size / piece.length)).slice(0, size)}x`
}
