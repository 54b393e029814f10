import type { ComponentChild } from 'preact'
import type { SeatResponse } from '../../../src/contract/deliberation.ts'
import { inWords } from '../page/figures.ts'
import { LongText } from '../page/long-text.tsx'
import type { RunState } from '../run/run-state.ts'
import { voiceLabel } from '../run/voice-label.ts'
import type { Turn } from '../run/voices.ts'

const VERDICTS = { right: 'right', partly: 'partly right', wrong: 'wrong', unsure: 'unsure' }
const OPINIONS = {
  true: 'is true after all',
  false: 'is false after all',
  depends: 'depends on a condition',
  unsure: 'is uncertain',
}
const RULED = { true: 'true', false: 'false', depends: 'conditional', unsure: 'unsure' }
const REVIEWS = { accept: 'accepts', amend: 'would amend', reject: 'rejects' }

interface TurnItemProps {
  turn: Turn
  kind: RunState['kind']
  /** The reply that stands above already. */
  shown: string | null
}

/** What a model did in one round. */
export function TurnItem({ turn, kind, shown }: TurnItemProps) {
  const { iteration, response, gaveUp, isUncounted, changes } = turn
  const { reason, error, changed_because: because } = response
  const hasReason = kind === 'closed' && error === null && reason !== '' && reason !== shown
  return (
    <li>
      <span class="iteration" aria-hidden="true">
        {iteration}
      </span>
      <div>
        <p>
          <span class="hidden">Round {iteration}: </span>
          {actOf(turn)}
        </p>
        {gaveUp !== null && kind === 'closed' && (
          <p class="change">
            Changed its answer from <del>{gaveUp}</del>
          </p>
        )}
        {gaveUp !== null && because != null && (
          <p class="refuter" dir="auto">
            Because: {because}
          </p>
        )}
        {isUncounted && (
          <p class="hint">
            Moved to {response.answer} but did not say what is wrong with its own answer, so its own counts.
          </p>
        )}
        {hasReason && (
          <LongText text={reason} label={iteration === 1 ? 'Its first reply' : 'Its reasoning'} />
        )}
        <AnswerRulings response={response} />
        <ClaimChanges changes={changes} />
        <Reviews response={response} />
      </div>
    </li>
  )
}

/** What a model did, in a few words. */
function actOf({ response, phase }: Turn): string {
  const { error, rulings, reviews, answer, rulings_on_answers: onAnswers } = response
  if (error !== null) return `did not reply (${error.code.replaceAll('_', ' ')})`
  if (rulings !== undefined) return rulingsInWords(rulings)
  if (phase === 'review' || reviews !== undefined) return 'reviewed the other drafts'
  if (onAnswers !== undefined) return 'judged every answer'
  return answer === null ? 'was not asked' : 'answered alone'
}

function rulingsInWords(rulings: NonNullable<SeatResponse['rulings']>): string {
  const parts = (['true', 'false', 'depends', 'unsure'] as const).flatMap((opinion) => {
    const number = rulings.filter(({ counted_opinion }) => counted_opinion === opinion).length
    return number === 0 ? [] : [`${number} ${RULED[opinion]}`]
  })
  return parts.length === 0
    ? 'has no opinion on the points'
    : `called ${inWords(parts)} of the points it was asked about`
}

/** What a model says of each answer. */
function AnswerRulings({ response: { rulings_on_answers: rulings = [] } }: { response: SeatResponse }) {
  if (rulings.length === 0) return null
  return (
    <ul class="changes">
      {rulings.map(({ label, answer, verdict, counted, why }) => (
        <li key={label} class={counted} dir="auto">
          <strong>{answer}</strong>: {VERDICTS[verdict]}
          {counted !== verdict && `, counted as ${VERDICTS[counted]}`}
          {why !== '' && <span class="why">{why}</span>}
        </li>
      ))}
    </ul>
  )
}

/** Points of which a model says something else than before, and why. */
function ClaimChanges({ changes }: Pick<Turn, 'changes'>) {
  if (changes.length === 0) return null
  return (
    <Changes>
      {changes.map(({ claim, opinion, counted_opinion: counted, reason }) => (
        <li key={claim} dir="auto">
          <p class="change">
            {opinion === counted ? 'Changed its mind' : 'Would change its mind'}: <q>{claim}</q>{' '}
            {OPINIONS[opinion]}.
          </p>
          <p class="refuter">
            {opinion === counted ? `Because: ${reason}` : 'It gave no reason, so its earlier opinion counts.'}
          </p>
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

function Reviews({ response: { reviews = [] } }: { response: SeatResponse }) {
  if (reviews.length === 0) return null
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
