/** A clock that stands still until the test moves it, and the waits that hang on it. */
export function createVirtualClock(start = 1_000_000) {
  let time = start
  const waits = new Set<{ at: number; resolve: () => void }>()
  /** How long each wait was asked to be. */
  const asked: number[] = []

  const clock = {
    asked,
    now: () => time,
    wait(milliseconds: number, signal: AbortSignal): Promise<void> {
      asked.push(milliseconds)
      return new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason)
        const leave = () => {
          waits.delete(wait)
          reject(signal.reason)
        }
        const wait = {
          at: time + milliseconds,
          resolve: () => {
            signal.removeEventListener('abort', leave)
            resolve()
          },
        }
        waits.add(wait)
        signal.addEventListener('abort', leave, { once: true })
      })
    },
    /** How many are waiting. */
    waiting: () => waits.size,
    /** Moves on in small steps, so that what a wait leads to happens at its time. */
    async advance(milliseconds: number): Promise<void> {
      const end = time + milliseconds
      await settle()
      while (time < end) {
        time = Math.min(end, time + 50)
        for (const wait of waits) {
          if (wait.at > time) continue
          waits.delete(wait)
          wait.resolve()
        }
        await settle()
      }
    },
    /** Moves on until something has happened, however many turns of the event loop a busy machine takes for it. */
    async advanceUntil<Result>(happened: Promise<Result>): Promise<Result> {
      let isPending = true
      const end = () => {
        isPending = false
      }
      happened.then(end, end)
      while (isPending) await clock.advance(50)
      return happened
    },
  }
  return clock
}

/** Lets everything happen that waits for nothing but its turn. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve))
}
