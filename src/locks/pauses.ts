const LONGEST_PAUSE_MS = 500

/** How long to wait before a lock is asked for again. */
export const FIRST_PAUSE_MS = 50

/** The pause after this one: twice as long, up to half a second. */
export function nextPause(pauseMs: number): number {
  return Math.min(2 * pauseMs, LONGEST_PAUSE_MS)
}
