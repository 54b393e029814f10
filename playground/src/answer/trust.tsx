import type { EdgeConsensusResponse } from '../../../src/client/index.ts'
import { count, inWords, percent } from '../page/figures.ts'
import type { RunState } from '../run/run-state.ts'
import { voiceLabel } from '../run/voice-label.ts'
import { asSentence, CONFIDENCES, OUTCOMES } from '../run/words.ts'

/** How far to trust the answer: one sentence, and a figure with what it is. */
export function Trust({ state, result }: { state: RunState; result: EdgeConsensusResponse }) {
  const { confidence, confidence_basis: basis, confidence_kind: kind, outcome, router, votes } = result
  if (result.ending === 'unanswered' || kind === undefined) return <p class="trust">{asSentence(basis)}</p>
  const { title, meaning } = OUTCOMES[outcome]
  const sentence = result.kind === 'open' ? pointsInWords(state) : asSentence(basis)
  return (
    <div class={`trust ${outcome}`}>
      <p class="trust-sentence">
        <strong class="outcome" title={meaning}>
          {title}.
        </strong>{' '}
        {sentence} {othersInWords(result)}
      </p>
      <p class="gauge">
        <span class="figure">{percent(confidence)}</span>{' '}
        <progress max={1} value={confidence} aria-label="Confidence" />{' '}
        <span class="hint">{CONFIDENCES[kind]}</span>
      </p>
      {result.kind === 'open' && <p class="hint">{asSentence(basis)}</p>}
      {kind === 'right' && votes === undefined && (
        <p class="hint">
          Estimated from how often answers with as much agreement were right in recorded panels
          {router === 'offline' ? '; the offline stand-ins are not among them' : ''}.
        </p>
      )}
    </div>
  )
}

/** What the models agree on, for an open question. */
function pointsInWords({ claims }: RunState): string {
  if (claims.length === 0) return ''
  const having = (status: string) => claims.filter((claim) => claim.status === status).length
  const [agreed, disputed, struck] = [having('agreed'), having('disputed'), having('struck')]
  const others = [
    ...(disputed === 0 ? [] : [`${disputed} ${disputed === 1 ? 'is' : 'are'} disputed`]),
    ...(struck === 0 ? [] : [`${struck} ${struck === 1 ? 'was' : 'were'} rejected`]),
  ]
  const rest = others.length === 0 ? '' : `; ${others.join(', ')}`
  return `The models agree on ${agreed} of ${count(claims.length, 'point')}${rest}.`
}

const MOST_QUOTED = 60

/** Who says something else, where it can be said in a few words. */
function othersInWords({ kind, dissent }: EdgeConsensusResponse): string {
  if (kind !== 'closed') return ''
  const short = dissent.filter(({ answer }) => answer !== null && answer.length <= MOST_QUOTED)
  const answers = [...new Set(short.map(({ answer }) => answer!))]
  return answers
    .slice(0, 3)
    .map((answer) => {
      const names = short.filter((one) => one.answer === answer).map(({ name }) => voiceLabel(name).title)
      return `${inWords(names)} ${names.length === 1 ? 'says' : 'say'} “${answer}”.`
    })
    .join(' ')
}
