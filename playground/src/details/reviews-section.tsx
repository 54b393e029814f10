import type { DraftReview } from '../../../src/contract/draft-review.ts'
import { count, decimal, inWords } from '../page/figures.ts'
import { Folded, Section } from '../page/section.tsx'
import type { RunState } from '../run/run-state.ts'
import { voiceLabel } from '../run/voice-label.ts'
import { voicesOf } from '../run/voices.ts'

const VERDICTS = { accept: 'accepts it', amend: 'would change it', reject: 'rejects it' }

/** What the models said of each other's drafts, the chosen one first. */
export function ReviewsSection({ state }: { state: RunState }) {
  const { result, iterations } = state
  const reviews =
    result?.reviews ?? iterations.flatMap(({ responses }) => responses.flatMap((one) => one.reviews ?? []))
  if (reviews.length === 0) return null
  const isChosen = chosenIn(state)
  const drafts = [...new Map(reviews.map((review) => [draftOf(review), isChosen(review)]))].sort(
    ([, one], [, other]) => Number(other) - Number(one),
  )
  return (
    <Section title="What the reviewers say" class="reviewed">
      <div class="reviews">
        {drafts.map(([draft, isBest]) => {
          const own = reviews.filter((review) => draftOf(review) === draft)
          const critical = own.filter(({ defect }) => defect !== '')
          const content = own.filter(({ defect }) => defect === '')
          return (
            <div key={draft} class={isBest ? 'draft chosen' : 'draft'}>
              <h3>
                {draft} {isBest && <span class="status-of agreed">chosen</span>}
              </h3>
              <ul>
                {critical.map((review) => (
                  <Review key={review.name} review={review} />
                ))}
                {content.length > 0 && (
                  <li class="accept">
                    {inWords(content.map(({ name }) => voiceLabel(name).title))}{' '}
                    {content.length === 1 ? 'names no defect.' : 'name no defect.'}
                  </li>
                )}
              </ul>
            </div>
          )
        })}
      </div>
      <Folded title={`How ${count(reviews.length, 'review')} are counted`}>
        {() => (
          <p class="hint">
            Each model reviewed the drafts of the others. A rejection counts only if another reviewer names
            the same defect or, between two models, if the author does not rebut it.
            {result?.concordance != null &&
              ` The reviewers’ orders of preference agree to ${decimal(result.concordance)} (Kendall’s W, from 0 to 1).`}
          </p>
        )}
      </Folded>
    </Section>
  )
}

function Review({ review: { name, verdict, counted_verdict, defect, rebuttal } }: { review: DraftReview }) {
  return (
    <li class={counted_verdict} dir="auto">
      <strong>{voiceLabel(name).title}</strong> {VERDICTS[verdict]}
      {verdict !== counted_verdict && ' (counts as a request for changes)'}: {defect}
      {rebuttal !== undefined && ` – The author: ${rebuttal}`}
    </li>
  )
}

/** Whether the draft that a review is about is the answer. */
function chosenIn(state: RunState): (review: DraftReview) => boolean {
  const { result } = state
  if (result === null) return () => false
  const authors = voicesOf(state)
    .filter(({ position }) => position === result.final_answer)
    .map(({ seat }) => seat.name)
  // A text that no model wrote first is the revised draft.
  if (authors.length === 0) return ({ revised }) => revised === true
  return (review) => !review.revised && review.authors.some((author) => authors.includes(author))
}

function draftOf({ authors, revised }: DraftReview): string {
  const names = inWords(authors.map((name) => voiceLabel(name).title))
  return revised ? `Revised draft of ${names}` : `Draft of ${names}`
}
