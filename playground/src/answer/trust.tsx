import type { EdgeConsensusResponse } from '../../../src/client/index.ts'
import type { ClaimStatus } from '../../../src/contract/claims.ts'
import { percent } from '../../../src/utils/percent.ts'
import { count, inWords } from '../page/figures.ts'
import { Folded } from '../page/section.tsx'
import { STATUSES } from '../points/statuses.ts'
import type { RunState } from '../run/run-state.ts'
import { voiceLabel } from '../run/voice-label.ts'
import { asSentence, CONFIDENCES, OUTCOMES } from '../run/words.ts'

interface TrustProps {
  state: RunState
  result: EdgeConsensusResponse
}

/** How far to trust the answer: one sentence, and a figure with what it is. */
export function Trust({ state, result }: TrustProps) {
  const { confidence_basis: basis, confidence_kind: kind, outcome } = result
  if (result.ending === 'unanswered' || kind === undefined) return <p class="trust">{asSentence(basis)}</p>
  if (result.kind === 'open') return <TrustInText state={state} result={result} />
  const { title, meaning } = OUTCOMES[outcome]
  // The basis counts who answered; where somebody disagrees, all who were asked matter.
  const isUnanimous = outcome === 'consensus' || result.kind !== 'closed'
  return (
    <div class={`trust ${outcome}`}>
      <p class="trust-sentence">
        <strong class="outcome" title={meaning}>
          {title}.
        </strong>{' '}
        {isUnanimous ? asSentence(basis) : supportInWords(result)} {othersInWords(result)}
      </p>
      <p class="gauge">
        <span class="figure">{percent(result.confidence)}</span>{' '}
        <progress max={1} value={result.confidence} aria-label="Confidence" />{' '}
        <span class="hint">{CONFIDENCES[kind]}</span>
      </p>
      <Folded title="How this is estimated">
        {() => (
          <p class="hint">
            {!isUnanimous && `${asSentence(basis)} `}
            {estimateInWords(result)}
          </p>
        )}
      </Folded>
    </div>
  )
}

/** Where the figure comes from. */
function estimateInWords({ confidence_kind: kind, votes, router }: EdgeConsensusResponse): string {
  if (kind === 'accepted')
    return 'The share of reviewers who accept it, as if one more had accepted it and one more had not.'
  if (votes !== undefined)
    return 'Estimated with weighted votes: by how reliable these models were before, or by how far several replies of one model agree.'
  const missing = router === 'offline' ? '; the offline stand-ins are not among them' : ''
  return `Estimated from how often answers with as much agreement were right in recorded panels${missing}.`
}

const ON_POINTS = {
  consensus: 'Agreed on the main points',
  majority: 'Mostly agreed',
  split: 'Not agreed',
}

/** How far to trust a text: on how many of its points the models agree, which is no probability. */
function TrustInText({ state: { claims }, result }: TrustProps) {
  const tallies = ORDER.map((status) => ({
    status,
    number: claims.filter((claim) => claim.status === status).length,
  })).filter(({ number }) => number > 0)
  return (
    <div class={`trust ${result.outcome}`}>
      <p class="trust-sentence">
        <strong class="outcome">
          {claims.length === 0 ? 'Agreement was not measured' : ON_POINTS[result.outcome]}.
        </strong>{' '}
        {claims.length > 0 &&
          `Of ${count(claims.length, 'point')}, ${inWords(tallies.map(({ status, number }) => `${number} ${number === 1 ? 'is' : 'are'} ${STATUSES[status]}`))}.`}
      </p>
      {claims.length > 0 && (
        <p class="bar" aria-hidden="true">
          {tallies.map(({ status, number }) => (
            <i
              key={status}
              class={status}
              style={{ flexGrow: number }}
              title={`${number} ${STATUSES[status]}`}
            />
          ))}
        </p>
      )}
      <Folded title={`Confidence ${percent(result.confidence)}: ${CONFIDENCES.supported}`}>
        {() => <p class="hint">{asSentence(result.confidence_basis)}</p>}
      </Folded>
    </div>
  )
}

const ORDER: ClaimStatus[] = ['agreed', 'single', 'conditional', 'disputed', 'struck', 'unexamined']

/** How many of those that were asked support the answer. */
function supportInWords({ models, dissent }: EdgeConsensusResponse): string {
  const supporting = models.length - dissent.length
  return `${supporting} of the ${count(models.length, 'model')} asked ${supporting === 1 ? 'supports' : 'support'} this answer.`
}

const MOST_QUOTED = 60

/** Who says something else, where it can be said in a few words, and who says nothing. */
function othersInWords({ kind, dissent }: EdgeConsensusResponse): string {
  if (kind !== 'closed') return ''
  const named = (names: string[]) => inWords(names.map((name) => voiceLabel(name).title))
  const short = dissent.filter(({ answer }) => answer !== null && answer.length <= MOST_QUOTED)
  const answers = [...new Set(short.map(({ answer }) => answer!))].slice(0, MOST_ANSWERS)
  const silent = dissent.filter(({ answer }) => answer === null).map(({ name }) => name)
  return [
    ...answers.map((answer) => {
      const names = short.filter((one) => one.answer === answer).map(({ name }) => name)
      return `${named(names)} ${names.length === 1 ? 'says' : 'say'} “${answer}”.`
    }),
    ...(silent.length === 0 ? [] : [`${named(silent)} did not answer.`]),
  ].join(' ')
}

const MOST_ANSWERS = 3
