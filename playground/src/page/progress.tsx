import { useState } from 'preact/hooks'
import { isUnderWay, type RunState } from '../run/run-state.ts'
import { statusOf } from '../run/words.ts'
import { count, dollars, duration } from './figures.ts'
import { useNow } from './use-now.ts'

interface ProgressProps {
  state: RunState
  /** Neither is given for a recording, which is only watched. */
  onStop: (() => void) | undefined
  onAnswerNow: (() => void) | undefined
}

/** Where the run is, what it cost so far, and buttons that end it. */
export function Progress({ state, onStop, onAnswerNow }: ProgressProps) {
  const { spending, result, runId, firstReplies, accepted } = state
  const isRunning = isUnderWay(state)
  const [concluded, setConcluded] = useState<string | null>(null)
  const mayConclude = runId !== null && accepted === '' && firstReplies.some(({ text }) => text !== null)
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
        <div class="row ending">
          {mayConclude && onAnswerNow && (
            <button
              type="button"
              title="Concludes with what the models have said so far"
              disabled={concluded === runId}
              onClick={() => {
                setConcluded(runId)
                onAnswerNow()
              }}
            >
              Answer now
            </button>
          )}
          <button type="button" class="stop" onClick={onStop}>
            Stop
          </button>
        </div>
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
  const now = useNow(isUnderWay(state) && startedAt !== null)
  if (startedAt === null) return result === null ? null : <span>{duration(result.usage.duration_ms)}</span>
  return <span>{duration((endedAt ?? Math.max(now, startedAt)) - startedAt)}</span>
}
