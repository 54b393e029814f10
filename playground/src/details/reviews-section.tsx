import type { DraftReview } from '../../../src/contract/draft-review.ts'
import { count, decimal, inWords } from '../page/figures.ts'
import type { RunState } from '../run/run-state.ts'
import { voiceLabel } from '../run/voice-label.ts'

const VERDICTS = { accept: 'accepts it', amend: 'would amend it', reject: 'rejects it' }

/** What the models said of each other's drafts. */
export function ReviewsSection({ state: { result, iterations } }: { state: RunState }) {
  const reviews =
    result?.reviews ?? iterations.flatMap(({ responses }) => responses.flatMap((one) => one.reviews ?? []))
  if (reviews.length === 0) return null
  const drafts = [...new Set(reviews.map(draftOf))]
  return (
    <section aria-labelledby="reviews-title">
      <h2 id="reviews-title">Where they differ</h2>
      <p class="hint">
        Each model reviewed the drafts of the others. A rejection counts only if another reviewer names the
        same defect or, between two models, if the author does not rebut it.
        {result?.concordance != null &&
          ` Their orders of preference agree to ${decimal(result.concordance)} (Kendall’s W, from 0 to 1).`}
      </p>
      <div class="reviews">
        {drafts.map((draft) => {
          const own = reviews.filter((review) => draftOf(review) === draft)
          return (
            <section key={draft}>
              <h3>
                {draft} <span class="tally">{count(own.length, 'review')}</span>
              </h3>
              <ul>
                {own.map(({ name, verdict, counted_verdict, defect, rebuttal }) => (
                  <li key={name} class={counted_verdict}>
                    <strong>{voiceLabel(name).title}</strong> {VERDICTS[verdict]}
                    {verdict !== counted_verdict && ' (counts as a request for changes)'}
                    {defect !== '' && `: ${defect}`}
                    {rebuttal !== undefined && ` – The author: ${rebuttal}`}
                  </li>
                ))}
              </ul>
            </section>
          )
        })}
      </div>
    </section>
  )
}

function draftOf({ authors, revised }: DraftReview): string {
  const names = inWords(authors.map((name) => voiceLabel(name).title))
  return revised ? `The revised draft of ${names}` : `The draft of ${names}`
}
