/** Wakes a watcher when there may be something new about its topic. */
export interface HungBell {
  /** Resolves at the next ring, or when the signal aborts. */
  next(): Promise<void>
  remove(): void
}

/** The bells of all watchers in this process. While any is hung, `lookAround` is called at intervals. */
export function createHungBells({ everyMs, lookAround }: { everyMs: number; lookAround: () => void }) {
  const hung = new Map<() => void, string>()
  let timer: NodeJS.Timeout | null = null

  function stopLooking(): void {
    if (timer !== null) clearInterval(timer)
    timer = null
  }

  return {
    hang(topic: string, signal: AbortSignal): HungBell {
      let resolveNext = () => {}
      const wake = () => resolveNext()
      hung.set(wake, topic)
      signal.addEventListener('abort', wake)
      timer ??= setInterval(lookAround, everyMs).unref()
      return {
        next: () =>
          new Promise((resolve) => {
            resolveNext = resolve
          }),
        remove() {
          signal.removeEventListener('abort', wake)
          hung.delete(wake)
          if (hung.size === 0) stopLooking()
        },
      }
    },

    /** Wakes the watchers of a topic, or with null all of them. */
    wake(topic: string | null): void {
      for (const [wake, watched] of hung) if (topic === null || watched === topic) wake()
    },
  }
}
