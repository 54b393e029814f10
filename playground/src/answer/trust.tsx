import type { EdgeConsensusResponse } from '../../../src/client/index.ts'
import type { Claim, ClaimStatus } from '../../../src/contract/claims.ts'
import { asSentence, STATUSES, trustInWords } from '../../../src/contract/trust-in-words.ts'
import { percent } from '../page/figures.ts'
import { Folded } from '../page/section.tsx'
import { voiceLabel } from '../run/voice-label.ts'
import { OUTCOMES } from '../run/words.ts'

const MOST_DIFFERENCES = 3

/** How far to trust the answer: who agrees, who differs, and a figure with what it is. */
export function Trust({ result }: { result: EdgeConsensusResponse }) {
  const { kind, outcome, ending, confidence, confidence_basis: basis, claims = [] } = result
  const { sure, agreement, differences } = trustInWords(result, (name) => voiceLabel(name).title)
  const { title, meaning } = OUTCOMES[outcome]
  const isText = kind === 'open'
  const shown = differences.slice(0, MOST_DIFFERENCES).map(({ words }) => words)
  return (
    <div class={`trust ${outcome}`}>
      <p class="trust-sentence">
        {isText || ending === 'unanswered' || (
          <strong class="outcome" title={meaning}>
            {title}.
          </strong>
        )}{' '}
        {isText ? <strong class="outcome">{agreement}</strong> : agreement} {shown.join(' ')}
      </p>
      {isText && <Tallies claims={claims} />}
      {sure !== '' && !isText && (
        <p class="gauge">
          <span class="figure">{percent(confidence)}</span>{' '}
          <progress max={1} value={confidence} aria-label="Confidence" /> <span class="hint">{sure}</span>
        </p>
      )}
      <Folded title={(isText && sure) || 'How this is estimated'}>
        {() => (
          <p class="hint">
            {asSentence(basis)} {!isText && estimateInWords(result)}
          </p>
        )}
      </Folded>
    </div>
  )
}

/** Where the figure comes from. */
function estimateInWords({ confidence_kind: kind, votes }: EdgeConsensusResponse): string {
  if (kind === 'accepted')
    return 'The share of reviewers who accept it, as if one more had accepted it and one more had not.'
  if (kind === 'supported') return ''
  if (votes !== undefined)
    return 'Estimated with weighted votes: by how reliable these models were before, or by how far several replies of one model agree.'
  return 'Estimated from how often answers with as much agreement were right in recorded panels.'
}

/** How many of the points of a text stand how, as a bar; nothing without points. */
function Tallies({ claims }: { claims: Claim[] }) {
  const numberOf = (status: ClaimStatus) => claims.filter((claim) => claim.status === status).length
  const counted = ORDER.filter((status) => numberOf(status) > 0)
  if (counted.length === 0) return null
  return (
    <p class="bar" aria-hidden="true">
      {counted.map((status) => (
        <i
          key={status}
          class={status}
          style={{ flexGrow: numberOf(status) }}
          title={`${numberOf(status)} ${STATUSES[status]}`}
        />
      ))}
    </p>
  )
}

const ORDER = Object.keys(STATUSES) as ClaimStatus[]
