import type { Claim } from '../../../src/contract/claims.ts'
import { inWords, percent } from '../page/figures.ts'
import { voiceLabel } from '../run/voice-label.ts'

/** One claim: what it says, who holds it, and why it is in question. */
export function ClaimItem({ claim, voices }: { claim: Claim; voices: string[] }) {
  const { text, status, support, reason, axioms, documents } = claim
  return (
    <div class="claim">
      <p class="claim-text" dir="auto">
        {status === 'struck' ? <s>{text}</s> : text}
      </p>
      <details class="stances">
        <summary>
          <Stances claim={claim} voices={voices} />
          <span class="hint">support {percent(support)}</span>
        </summary>
        <dl>
          <Side label="For" names={claim.for} />
          <Side label="Against" names={claim.against} />
          <Side label="Unsure" names={claim.unsure} />
          {axioms.length > 0 && (
            <div>
              <dt>Axioms</dt>
              <dd>{axioms.join(', ')}</dd>
            </div>
          )}
          {documents !== undefined && (
            <div>
              <dt>Cites</dt>
              <dd>{documents.join(', ')}</dd>
            </div>
          )}
        </dl>
      </details>
      {reason !== undefined && (
        <p class="reason" dir="auto">
          {reason}
        </p>
      )}
    </div>
  )
}

function Side({ label, names }: { label: string; names: string[] }) {
  if (names.length === 0) return null
  return (
    <div>
      <dt>{label}</dt>
      <dd>{inWords(names.map((name) => voiceLabel(name).title))}</dd>
    </div>
  )
}

/** A square for every voice. */
function Stances({ claim, voices }: { claim: Claim; voices: string[] }) {
  const stanceOf = (name: string) =>
    claim.for.includes(name) ? 'for' : claim.against.includes(name) ? 'against' : 'unsure'
  return (
    <span class="squares">
      <span class="hidden">
        {claim.for.length} for, {claim.against.length} against, {claim.unsure.length} unsure.
      </span>
      {voices.map((name) => (
        <i key={name} class={stanceOf(name)} title={`${voiceLabel(name).title}: ${stanceOf(name)}`} />
      ))}
    </span>
  )
}
