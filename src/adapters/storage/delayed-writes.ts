import type { Change, Sql } from './sql.ts'

const DELAY_MS = 1_000
/** The longest delay between attempts while they fail, so that a full disk or a lost database does not flood the log. */
const LONGEST_DELAY_MS = 60_000

interface Collection<Value> {
  /** What is written of two values with the same key. */
  merge(earlier: Value, later: Value): Value
  /** What writes everything; it comes in the order of its keys, so that replicas that write the same do not block one another. */
  write(entries: Array<[string, Value]>): Change[]
}

export type DelayedWrites = ReturnType<typeof createDelayedWrites>

/** Writes data that can wait once a second, so that a cache hit waits for no write; what fails is tried again. */
export function createDelayedWrites({ change }: Pick<Sql, 'change'>, onFault: (error: unknown) => void) {
  /** Take out what was collected, each of one collection, to be written or put back; null if it is nothing. */
  const takings: Array<() => { changes: Change[]; putBack: () => void } | null> = []
  let timer: NodeJS.Timeout | null = null
  let delayMs = DELAY_MS
  let writing: Promise<void> = Promise.resolve()

  async function writeCollected(): Promise<void> {
    stopTimer()
    const taken = takings.map((take) => take()).filter((some) => some !== null)
    if (taken.length === 0) return
    try {
      await change(...taken.flatMap(({ changes }) => changes))
      delayMs = DELAY_MS
    } catch (error) {
      for (const { putBack } of taken) putBack()
      writeLater()
      delayMs = Math.min(2 * delayMs, LONGEST_DELAY_MS)
      throw error
    }
  }

  /** Writes what was collected, one after the other: whoever waits for a flush waits for all that came before. */
  function flush(): Promise<void> {
    writing = writing.catch(() => {}).then(writeCollected)
    return writing
  }

  function writeLater(): void {
    timer ??= setTimeout(() => flush().catch(onFault), delayMs).unref()
  }

  function stopTimer(): void {
    if (timer !== null) clearTimeout(timer)
    timer = null
  }

  return {
    collect<Value>({ merge, write }: Collection<Value>) {
      let waiting = new Map<string, Value>()
      const put = (key: string, value: Value) => {
        const earlier = waiting.get(key)
        waiting.set(key, earlier === undefined ? value : merge(earlier, value))
      }
      takings.push(() => {
        if (waiting.size === 0) return null
        const taken = waiting
        waiting = new Map()
        return {
          changes: write([...taken].sort(([left], [right]) => (left < right ? -1 : 1))),
          // Together with what came since.
          putBack() {
            const since = waiting
            waiting = taken
            for (const [key, value] of since) put(key, value)
          },
        }
      })
      return {
        add(key: string, value: Value) {
          put(key, value)
          writeLater()
        },
        waiting: (key: string) => waiting.get(key),
      }
    },
    flush,
    /** Writes what is left; nothing may be added afterwards. */
    async close() {
      await flush().catch(onFault)
      stopTimer()
    },
  }
}
