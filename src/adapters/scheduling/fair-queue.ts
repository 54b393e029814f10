import { createFairLine } from './fair-line.ts'

/** Limits how many tasks run at once; owners of waiting tasks take turns, so that none can starve another. */
export type FairQueue = ReturnType<typeof createFairQueue>

/** The owner of a waiting task; owners are compared like the keys of a map. */
interface Turn {
  owner: unknown
  signal: AbortSignal
}

/** Creates a queue with this many places. */
export function createFairQueue(room: number) {
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

  function leave(): void {
    running--
    waiting.next()?.()
  }

  return {
    /** Waits for the owner's turn, and returns what ends it; rejects with the reason of the signal if it aborts before. */
    async enter(turn: Turn): Promise<() => void> {
      await turnOf(turn)
      return leave
    },

    /** Runs a task when it is its owner's turn. */
    async run<Result>(turn: Turn, task: () => PromiseLike<Result>): Promise<Result> {
      await turnOf(turn)
      try {
        return await task()
      } finally {
        leave()
      }
    },
  }
}
