/** What callers saw during a window of time; times in milliseconds. */
export interface CallersWindow {
  /** Finished runs. */
  runs: number
  runP50: number
  runP99: number
  /** Of requests that need no model: health, cached answers, searches, embeddings, states of tasks. */
  shortP50: number
  shortP99: number
  statuses: Record<string, number>
}

/** A window as the service saw it, too. */
export interface SoakWindow extends CallersWindow {
  memoryMb: number
  /** The longest time that the event loop was late. */
  lateMs: number
}
