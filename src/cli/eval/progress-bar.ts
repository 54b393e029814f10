import type { Progress } from '../../evaluation/live/ask-all.ts'
import { dollars } from '../terminal/figures.ts'
import { cutTo } from '../terminal/width.ts'

const WIDEST = 24

/** A progress bar on one line: how far, how fast, what it has cost and how long it may take. */
export function progressLine(
  { done, all, answeredNow, spentUsd }: Progress,
  { elapsedMs, columns }: { elapsedMs: number; columns: number },
): string {
  const perMinute = elapsedMs > 0 ? (answeredNow * 60_000) / elapsedMs : 0
  const left = perMinute > 0 ? timeLeft((all - done) / perMinute) : ''
  const cost = spentUsd === null ? 'price unknown' : dollars(spentUsd)
  const text = ` ${done}/${all}  ${perMinute.toFixed(0)}/min  ${cost}${left}`
  // The last column stays free: some terminals break the line there.
  const width = Math.max(0, Math.min(WIDEST, columns - text.length - 1))
  const filled = Math.round((width * done) / Math.max(1, all))
  return cutTo(columns - 1, '█'.repeat(filled) + '░'.repeat(width - filled) + text)
}

function timeLeft(minutes: number): string {
  if (minutes < 1) return `  ${Math.ceil(60 * minutes)} s left`
  return minutes < 90 ? `  ${Math.ceil(minutes)} min left` : `  ${(minutes / 60).toFixed(1)} h left`
}
