import { useEffect, useState } from 'preact/hooks'
import type { Problem } from '../api/problem.ts'
import { count } from '../page/figures.ts'
import { KeyForm } from '../settings/key-form.tsx'
import { LostNotice } from './lost-notice.tsx'

interface ProblemNoticeProps {
  problem: Problem
  currentKey: string
  onKey: (key: string, isRemembered: boolean) => void
  /** Tries the same again. */
  onAgain: () => void
  /** Resolves when the service can be reached, with whether going on there costs nothing. */
  reach: (signal: AbortSignal) => Promise<boolean>
}

/** Says what went wrong, and offers what can be done about it. */
export function ProblemNotice({ problem, currentKey, onKey, onAgain, reach }: ProblemNoticeProps) {
  return (
    <section class="notice caution" role="alert">
      {problem.kind === 'key' && (
        <>
          <h2>A key is needed</h2>
          <p>{problem.message}</p>
          <KeyForm current={currentKey} submitLabel="Use this key" onKey={onKey} />
        </>
      )}
      {problem.kind === 'wait' && (
        <>
          <h2>Not now</h2>
          <p>{problem.message}</p>
          <Countdown key={problem.message} seconds={problem.seconds} onAgain={onAgain} />
        </>
      )}
      {problem.kind === 'lost' && <LostNotice message={problem.message} reach={reach} onAgain={onAgain} />}
      {problem.kind === 'refused' && (
        <>
          <h2>This did not work</h2>
          <p>{problem.message}</p>
          {problem.details.length > 0 && (
            <ul>
              {problem.details.map((detail) => (
                <li key={detail}>{detail}</li>
              ))}
            </ul>
          )}
          {problem.requestId !== null && <p class="hint">Request {problem.requestId}</p>}
          <button type="button" onClick={onAgain}>
            Try again
          </button>
        </>
      )}
    </section>
  )
}

/** Counts down to the moment from which another attempt makes sense. */
function Countdown({ seconds, onAgain }: { seconds: number; onAgain: () => void }) {
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    if (left <= 0) return
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left])
  return (
    <button type="button" disabled={left > 0} onClick={onAgain}>
      {left > 0 ? `Try again in ${count(left, 'second')}` : 'Try again'}
    </button>
  )
}
