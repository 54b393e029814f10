import type { OneAtATime } from '../../src/vectors/embed-stored.ts'

/** Turns of processes that share a store, in memory. */
export function createTurns(): OneAtATime {
  let last: Promise<unknown> = Promise.resolve()
  return (_, work) => {
    const turn = last.then(work, work)
    last = turn
    return turn
  }
}
