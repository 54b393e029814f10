import { expect } from 'vitest'
import { processorTime } from './processor-time.ts'

const FIRST_SIZE = 1_000

/** The shortest CPU time of up to eight runs, so that a busy machine does not fail the test; stops at the first within the bound. */
export async function leastTime(run: () => unknown, within: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < 8 && least >= within; round++) least = Math.min(least, await processorTime(run))
  return least
}

/** Expects that doubling the text about doubles the time; differences below 100 ms are ignored. */
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

/** Makes texts of a given size: an opening, then one piece repeated. */
export function filled(opening: string, piece: string): (size: number) => string {
  return (size) => `${opening}${piece.repeat(Math.ceil(size / piece.length)).slice(0, size)}x`
}
