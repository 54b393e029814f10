import { useEffect, useState } from 'preact/hooks'
import { percent } from '../../../src/contract/trust-in-words.ts'
import { resultAddress } from '../page/route.ts'
import { OUTCOMES } from '../run/words.ts'
import { clearHistory, readHistory, removeFromHistory } from './history.ts'

/** The questions that were asked in this browser. */
export function HistoryView() {
  const [past, setPast] = useState(() => readHistory())
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
        seven days.
      </p>
      {past.length === 0 ? (
        <p>
          Nothing was asked yet. <a href="#/">Ask a question</a>
        </p>
      ) : (
        <>
          <ul class="history">
            {past.map(({ id, turns = [id], question, at, outcome, confidence }) => (
              <li key={id}>
                <a href={resultAddress(turns)} dir="auto">
                  {question}
                </a>
                <p class="meta">
                  <time dateTime={new Date(at).toISOString()}>{new Date(at).toLocaleString()}</time>
                  {turns.length > 1 && <span>{turns.length} questions</span>}
                  <span>{OUTCOMES[outcome]?.title ?? outcome}</span>
                  <span>confidence {percent(confidence)}</span>
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
