/** Wakes a watcher when there may be something new about its topic. */
export interface HungBell {
  /** Resolves at the next ring, or when the signal aborts; to null if nobody rang for the topic itself. */
  next(): Promise<string | null>
  remove(): void
}

/** The bells of all watchers in this process. While any is hung, `lookAround` is called at intervals. */
export function createHungBells({ everyMs, lookAround }: { everyMs: number; lookAround: () => void }) {
  const hung = new Map<(rung: string | null) => void, string>()
  let timer: NodeJS.Timeout | null = null

  function stopLooking(): void {
    if (timer !== null) clearInterval(timer)
    timer = null
  }

  return {
    hang(topic: string, signal: AbortSignal): HungBell {
      let resolveNext = (_: string | null) => {}
      const wake = (rung: string | null) => resolveNext(rung)
      const stop = () => wake(null)
      hung.set(wake, topic)
      signal.addEventListener('abort', stop)
      timer ??= setInterval(lookAround, everyMs).unref()
      return {
        next: () =>
          new Promise((resolve) => {
            resolveNext = resolve
          }),
        remove() {
          signal.removeEventListener('abort', stop)
          hung.delete(wake)
          if (hung.size === 0) stopLooking()
        },
      }
    },

    /** Wakes the watchers of a topic, or with null all of them. */
    wake(topic: string | null): void {
      for (const [wake, watched] of hung) if (topic === null || watched === topic) wake(topic)
    },
  }
}
