import { useEffect, useState } from 'preact/hooks'
import { isUnderWay, type RunState } from '../run/run-state.ts'
import { statusOf } from '../run/words.ts'
import { count, dollars, duration } from './figures.ts'

/** Where the run is, what it cost so far, and a button that ends it; a recording has neither. */
export function Progress({ state, onStop }: { state: RunState; onStop: (() => void) | undefined }) {
  const { spending, result } = state
  const isRunning = isUnderWay(state)
  return (
    <div class={isRunning ? 'progress running' : 'progress'}>
      <p class="status" aria-hidden="true">
        {isRunning && <span class="pulse" aria-hidden="true" />}
        {statusOf(state)}
      </p>
      {/* A saved answer costs nothing now; what it cost then is in the details. */}
      {onStop && result?.cached === undefined && (
        <p class="spending">
          <Elapsed state={state} />
          {spending.calls > 0 && <span>{count(spending.calls, 'call')}</span>}
          {spending.calls > 0 && (
            <span>
              {dollars(spending.costUsd)}
              {spending.unpriced > 0 &&
                spending.costUsd !== null &&
                ` and ${count(spending.unpriced, 'call')} without a known price`}
            </span>
          )}
        </p>
      )}
      {isRunning && onStop && (
        <button type="button" class="stop" onClick={onStop}>
          Stop
        </button>
      )}
      <p class="hidden" role="status" aria-live="polite">
        {announcementOf(state)}
      </p>
    </div>
  )
}

/** What a screen reader says: every round and the end, not every reply. */
function announcementOf(state: RunState): string {
  return statusOf({ ...state, replies: [] })
}

/** The time since the question, or the time that it took. */
function Elapsed({ state }: { state: RunState }) {
  const { startedAt, endedAt, result } = state
  const [now, setNow] = useState(Date.now)
  const isRunning = isUnderWay(state) && startedAt !== null
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isRunning])
  if (startedAt === null) return result === null ? null : <span>{duration(result.usage.duration_ms)}</span>
  return <span>{duration((endedAt ?? Math.max(now, startedAt)) - startedAt)}</span>
}
