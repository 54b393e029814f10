/** Passes what one side pushes to another that reads at its own pace. */
export interface EventQueue<Item> extends AsyncIterable<Item> {
  push(item: Item): void
  /** Ends the reading once everything pushed has been read. */
  end(): void
}

/** Creates a queue for one reader; what it has not read yet waits in memory. */
export function createEventQueue<Item>(): EventQueue<Item> {
  const waiting: Item[] = []
  let hasEnded = false
  let wake = () => {}

  return {
    push(item) {
      if (!hasEnded) waiting.push(item)
      wake()
    },
    end() {
      hasEnded = true
      wake()
    },
    async *[Symbol.asyncIterator]() {
      for (;;) {
        while (waiting.length > 0) yield waiting.shift()!
        if (hasEnded) return
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
  }
}
