import type { Progress } from '../../evaluation/live/ask-all.ts'

const WIDTH = 24

/** A progress bar on one line: how far, how fast, what it has cost and how long it may take. */
export function progressLine({ done, all, answeredNow, spentUsd }: Progress, elapsedMs: number): string {
  const filled = Math.round((WIDTH * done) / Math.max(1, all))
  const perMinute = elapsedMs > 0 ? (answeredNow * 60_000) / elapsedMs : 0
  const left = perMinute > 0 ? timeLeft((all - done) / perMinute) : ''
  const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled)
  return `${bar} ${done}/${all}  ${perMinute.toFixed(0)}/min  $${spentUsd.toFixed(spentUsd < 1 ? 4 : 2)}${left}`
}

function timeLeft(minutes: number): string {
  if (minutes < 1) return `  ${Math.ceil(60 * minutes)} s left`
  return minutes < 90 ? `  ${Math.ceil(minutes)} min left` : `  ${(minutes / 60).toFixed(1)} h left`
}
