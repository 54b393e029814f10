import { useEffect, useState } from 'preact/hooks'
import { percent } from '../../../src/contract/trust-in-words.ts'
import { problemOf } from '../api/problem.ts'
import { useSession } from '../api/session.ts'
import { resultAddress, runAddress } from '../page/route.ts'
import { OUTCOMES } from '../run/words.ts'
import { addToHistory, clearHistory, markRun, readHistory, removeFromHistory } from './history.ts'

const STATUSES = { running: 'Running …', stopped: 'Stopped', failed: 'No answer' }

/** The questions that were asked in this browser. */
export function HistoryView() {
  const [past, setPast] = useState(() => readHistory())
  const { edge } = useSession()
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    for (const { id, at, turns = [], question } of past.filter(({ status }) => status === 'running'))
      edge
        .run(id, { signal })
        .then(
          ({ status, result }) => {
            if (result)
              addToHistory(result, {
                ...{ at, title: question, runId: id },
                turns: [...turns.slice(0, -1), result.id],
              })
            else if (status !== 'running' && status !== 'done') markRun(id, status)
          },
          (error) => problemOf(error).kind === 'missing' && markRun(id, 'failed'),
        )
        .then(() => !signal.aborted && setPast(readHistory()))
    return () => leaving.abort()
  }, [edge])
  useEffect(() => {
    // Another tab may add to it.
    const refresh = () => setPast(readHistory())
    addEventListener('storage', refresh)
    return () => removeEventListener('storage', refresh)
  }, [])
  return (
    <section class="narrow" aria-labelledby="history-title">
      <h1 id="history-title">History</h1>
      <p class="hint">
        Questions that you asked in this browser. The list is kept here only; the service keeps answers for
        seven days, and what was said in other runs for an hour.
      </p>
      {past.length === 0 ? (
        <p>
          Nothing was asked yet. <a href="#/">Ask a question</a>
        </p>
      ) : (
        <>
          <ul class="history">
            {past.map(({ id, turns = [id], question, at, status, outcome, confidence }) => (
              <li key={id}>
                <a href={status === undefined ? resultAddress(turns) : runAddress(id)} dir="auto">
                  {question}
                </a>
                <p class="meta">
                  <time dateTime={new Date(at).toISOString()}>{new Date(at).toLocaleString()}</time>
                  {turns.length > 1 && <span>{turns.length} questions</span>}
                  {status !== undefined && <span>{STATUSES[status]}</span>}
                  {outcome !== undefined && <span>{OUTCOMES[outcome]?.title ?? outcome}</span>}
                  {confidence !== undefined && <span>confidence {percent(confidence)}</span>}
                  <button
                    type="button"
                    class="quiet"
                    aria-label={`Remove “${question}” from the history`}
                    onClick={() => {
                      removeFromHistory(id)
                      setPast(readHistory())
                    }}
                  >
                    Remove
                  </button>
                </p>
              </li>
            ))}
          </ul>
          <button
            type="button"
            onClick={() => {
              clearHistory()
              setPast([])
            }}
          >
            Clear the history
          </button>
        </>
      )}
    </section>
  )
}
