import type { ComponentChild } from 'preact'
import type { SeatResponse } from '../../../src/contract/deliberation.ts'
import { inWords } from '../page/figures.ts'
import { LongText } from '../page/long-text.tsx'
import type { RunState } from '../run/run-state.ts'
import { voiceLabel } from '../run/voice-label.ts'
import type { Turn } from '../run/voices.ts'

const VERDICTS = {
  accept: 'accepts the leading answer',
  amend: 'keeps or corrects its own',
  reject: 'rejects the leading answer',
}
const REVIEWS = { accept: 'accepts', amend: 'would amend', reject: 'rejects' }
const SOURCES = {
  claim: 'by the claim',
  answer: 'by the answer',
  axiom: 'by the axiom',
  document: 'by a document',
  'own words': '',
}

/** What a voice did in one iteration. */
export function TurnItem({
  turn,
  before,
  kind,
}: {
  turn: Turn
  before: Turn | undefined
  kind: RunState['kind']
}) {
  const { iteration, response, gaveUp, isUncounted, refuter } = turn
  const { reason, error } = response
  const hasNewReason = reason !== '' && error === null && reason !== before?.response.reason
  return (
    <li>
      <span class="iteration" aria-hidden="true">
        {iteration}
      </span>
      <div>
        <p>
          <span class="hidden">Iteration {iteration}: </span>
          {actOf(turn)}
        </p>
        {gaveUp !== null && kind === 'closed' && (
          <p class="change">
            Changed its mind: was <del>{gaveUp}</del>
          </p>
        )}
        {refuter !== null && gaveUp !== null && (
          <p class="refuter" dir="auto">
            Refuted {SOURCES[refuter.source]} “{refuter.text}”
          </p>
        )}
        {isUncounted && <p class="hint">Named nothing that refuted its answer, so the earlier one counts.</p>}
        {kind === 'closed' && hasNewReason && <LongText text={reason} label="Its reason" />}
        <Rulings response={response} />
        <Reviews response={response} />
      </div>
    </li>
  )
}

/** What a voice did, in a few words. */
function actOf({ response, phase }: Turn): string {
  const { error, counted_verdict: verdict, rulings, reviews, answer } = response
  if (error !== null) return `says nothing (${error.code.replaceAll('_', ' ')})`
  if (rulings !== undefined) return rulingsInWords(rulings)
  if (phase === 'review' || reviews !== undefined) return 'reviews the drafts of the others'
  if (verdict !== null) return VERDICTS[verdict]
  return answer === null ? 'is not asked' : 'answers alone'
}

function rulingsInWords(rulings: NonNullable<SeatResponse['rulings']>): string {
  const parts = (['true', 'false', 'unsure'] as const).flatMap((opinion) => {
    const number = rulings.filter(({ counted_opinion }) => counted_opinion === opinion).length
    return number === 0 ? [] : [`${number} ${opinion}`]
  })
  return parts.length === 0
    ? 'has no opinion on the claims'
    : `calls ${inWords(parts)} of the claims it is asked about`
}

/** Claims on which a voice changed its mind, and why. */
function Rulings({ response: { rulings = [] } }: { response: SeatResponse }) {
  const changed = rulings.filter(({ refuted_by }) => refuted_by !== null)
  if (changed.length === 0) return null
  return (
    <Changes>
      {changed.map(({ claim, counted_opinion, refuted_by }) => (
        <li key={claim} dir="auto">
          <p class="change">
            Changed its mind: <q>{claim}</q> is now {counted_opinion === 'unsure' ? 'open' : counted_opinion}{' '}
            to it.
          </p>
          <p class="refuter">Because of: {refuted_by}</p>
        </li>
      ))}
    </Changes>
  )
}

const SHOWN_AT_FIRST = 2

/** The first changes in place, the others behind a click. */
function Changes({ children }: { children: ComponentChild[] }) {
  return (
    <>
      <ul class="changes">{children.slice(0, SHOWN_AT_FIRST)}</ul>
      {children.length > SHOWN_AT_FIRST && (
        <details>
          <summary>{children.length - SHOWN_AT_FIRST} more</summary>
          <ul class="changes">{children.slice(SHOWN_AT_FIRST)}</ul>
        </details>
      )}
    </>
  )
}

function Reviews({ response: { reviews = [], improvements = [] } }: { response: SeatResponse }) {
  if (reviews.length === 0 && improvements.length === 0) return null
  return (
    <ul class="changes">
      {reviews.map(({ authors, counted_verdict, defect }) => (
        <li key={authors.join()} dir="auto">
          {REVIEWS[counted_verdict]} {inWords(authors.map((name) => voiceLabel(name).title))}
          {defect !== '' && `: ${defect}`}
        </li>
      ))}
    </ul>
  )
}
