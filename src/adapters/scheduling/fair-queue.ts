import { createFairLine } from './fair-line.ts'

/** Lets so many tasks run at once; those that wait take turns by owner, so that none can starve another. */
export interface FairQueue {
  /** Runs a task when it is its owner's turn; rejects with the signal's reason should it abort while waiting. */
  run<Result>(turn: Turn, task: () => PromiseLike<Result>): Promise<Result>
}

/** Who waits; an owner is told from others as the keys of a map are. */
interface Turn {
  owner: unknown
  signal: AbortSignal
}

/** Makes a queue with room for so many tasks. */
export function createFairQueue(room: number): FairQueue {
  const waiting = createFairLine<unknown, () => void>()
  let running = 0

  function turnOf({ owner, signal }: Turn): Promise<void> {
    signal.throwIfAborted()
    if (running < room) {
      running++
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => {
      const leave = waiting.add(owner, () => {
        signal.removeEventListener('abort', giveUp)
        running++
        resolve()
      })
      const giveUp = () => {
        leave()
        reject(signal.reason)
      }
      signal.addEventListener('abort', giveUp, { once: true })
    })
  }

  return {
    async run(turn, task) {
      await turnOf(turn)
      try {
        return await task()
      } finally {
        running--
        waiting.next()?.()
      }
    },
  }
}
