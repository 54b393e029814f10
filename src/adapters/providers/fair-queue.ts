/** Lets so many tasks run at once; those that wait take turns by owner, so that none can starve another. */
export interface FairQueue {
  /** Runs a task when it is its owner's turn; rejects with the signal's reason should it abort while waiting. */
  run<Result>(turn: { owner: object; signal: AbortSignal }, task: () => PromiseLike<Result>): Promise<Result>
}

/** Makes a queue with room for so many tasks. */
export function createFairQueue(room: number): FairQueue {
  // Owners in the order of their turns, each with its own line.
  const lines = new Map<object, Set<() => void>>()
  let running = 0

  function turnOf({ owner, signal }: { owner: object; signal: AbortSignal }): Promise<void> {
    signal.throwIfAborted()
    if (running < room) {
      running++
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => {
      const line = lines.get(owner) ?? new Set()
      lines.set(owner, line)
      const leave = () => {
        line.delete(begin)
        if (line.size === 0) lines.delete(owner)
        reject(signal.reason)
      }
      const begin = () => {
        signal.removeEventListener('abort', leave)
        running++
        resolve()
      }
      line.add(begin)
      signal.addEventListener('abort', leave, { once: true })
    })
  }

  function beginNext(): void {
    const [next] = lines
    if (next === undefined) return
    const [owner, line] = next
    const [begin] = line
    line.delete(begin!)
    // Behind all others, if it has more.
    lines.delete(owner)
    if (line.size > 0) lines.set(owner, line)
    begin!()
  }

  return {
    async run(turn, task) {
      await turnOf(turn)
      try {
        return await task()
      } finally {
        running--
        beginNext()
      }
    },
  }
}
