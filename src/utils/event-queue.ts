/** Passes what one side pushes to one reader that reads at its own pace; what it has not read yet waits in memory. */
export function createEventQueue<Item>() {
  const waiting: Item[] = []
  let hasEnded = false
  let wake = () => {}

  return {
    push(item: Item): void {
      if (!hasEnded) waiting.push(item)
      wake()
    },
    /** Ends the reading once everything pushed has been read. */
    end(): void {
      hasEnded = true
      wake()
    },
    async *[Symbol.asyncIterator](): AsyncGenerator<Item, void> {
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
