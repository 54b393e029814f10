import { expect } from 'vitest'
import { processorTime } from './processor-time.ts'

/** From one size to the next; large, since it is between the ends that a wrong growth shows. */
const STEP = 8
/** What the time may grow by when the text does by a step: three doublings, each with something to spare. */
const MOST = 3.4 ** 3

/** The shortest CPU time of up to eight runs, so that a busy machine does not fail the test; stops at the first within the bound. */
export async function leastTime(run: () => unknown, within: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < 8 && least >= within; round++) least = Math.min(least, await processorTime(run))
  return least
}

/** Expects that the time grows about as much as the text; differences below 100 ms are ignored. */
export async function expectGrowth(
  read: (text: string) => unknown,
  make: (size: number) => string,
  longest: number,
) {
  let before = Number.POSITIVE_INFINITY
  for (const size of [longest / STEP ** 2, longest / STEP, longest].map(Math.ceil)) {
    const text = make(size)
    const bound = MOST * before + 100
    const time = await leastTime(() => read(text), bound)
    expect(time, `${size} characters of ${JSON.stringify(text.slice(0, 20))}`).toBeLessThan(bound)
    before = time
  }
}

/** Makes texts of a given size: an opening, then one piece repeated. */
export function filled(opening: string, piece: string): (size: number) => string {
  return (size) => `${opening}${piece.repeat(Math.ceil(size / piece.length)).slice(0, size)}x`
}
