import { keepForm, readForm } from '../ask/ask-form-state.ts'
import { readHistory } from '../history/history.ts'
import { go } from '../page/route.ts'
import { keptRequest } from '../thread/kept-requests.ts'

/** Says that a result is not there (any more), and offers to ask its question again where this browser knows it. */
export function MissingResult({ id }: { id: string }) {
  const question = keptRequest(id)?.query ?? readHistory().find((one) => one.id === id)?.question
  const askAgain = (question: string) => {
    keepForm({ ...readForm(), question })
    go('#/')
  }
  return (
    <section class="narrow" aria-labelledby="missing-title">
      <h1 id="missing-title">This result is not here</h1>
      <p>
        Results are kept for seven days, and runs without one for an hour. This one has expired, belongs to
        another service key, or the link is incomplete.
      </p>
      {question === undefined ? (
        <p class="hint">
          Result <code>{id}</code>
        </p>
      ) : (
        <>
          <p dir="auto" class="lead">
            “{question}”
          </p>
          <button type="button" onClick={() => askAgain(question)}>
            Edit and ask again
          </button>
        </>
      )}
      <p class="row">
        <a href="#/">Ask a question</a>
        <a href="#/history">History</a>
      </p>
    </section>
  )
}
