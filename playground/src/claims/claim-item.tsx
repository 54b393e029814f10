import type { ComponentChildren } from 'preact'
import type { Claim } from '../../../src/contract/claims.ts'
import { inWords, percent } from '../page/figures.ts'
import { voiceLabel } from '../run/voice-label.ts'
import type { NumberedClaim } from './claim-groups.ts'
import { claimPlace } from './claim-place.ts'

interface ClaimItemProps extends NumberedClaim {
  /** The names of all voices, in their order. */
  voices: string[]
}

/** One claim: what it says, who holds it, where the texts say so, and why it is in question. */
export function ClaimItem({ number, claim, voices }: ClaimItemProps) {
  const { text, status, support, reason, axioms, conditional = [], quotes = [] } = claim
  return (
    <li class="claim" id={claimPlace(number)} tabIndex={-1}>
      <p class="claim-text" dir="auto">
        <span class="claim-number">
          <span class="hidden">Claim </span>
          {number}
        </span>{' '}
        {status === 'struck' ? <s>{text}</s> : text}
      </p>
      <details class="stances">
        <summary>
          <Stances claim={claim} voices={voices} />
          <span class="hint">{[...natureOf(claim), `support ${percent(support)}`].join(' · ')}</span>
        </summary>
        <dl>
          <Side label="For" names={claim.for} />
          <Side label="Against" names={claim.against} />
          <Side label="Depends" names={conditional} />
          <Side label="Unsure" names={claim.unsure} />
          {axioms.length > 0 && <Row label="Axioms">{axioms.join(', ')}</Row>}
        </dl>
        {quotes.length > 0 && (
          <ul class="quotations" aria-label="In the texts">
            {quotes.map(({ name, stance, quote }) => (
              <li key={name} class={stance}>
                {voiceLabel(name).title} {stance}: <q dir="auto">{quote}</q>
              </li>
            ))}
          </ul>
        )}
      </details>
      {reason !== undefined && (
        <p class="reason" dir="auto">
          {reason}
        </p>
      )}
    </li>
  )
}

/** What sort of claim it is, in a few words. */
function natureOf({ type, central, gap }: Claim): string[] {
  return [...(gap ? ['no text says it'] : []), ...(central ? ['central'] : []), ...(type ? [type] : [])]
}

function Side({ label, names }: { label: string; names: string[] }) {
  if (names.length === 0) return null
  return <Row label={label}>{inWords(names.map((name) => voiceLabel(name).title))}</Row>
}

function Row({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** A square for every voice. */
function Stances({ claim, voices }: { claim: Claim; voices: string[] }) {
  const { for: affirming, against, conditional = [], unsure } = claim
  const stanceOf = (name: string) => {
    if (affirming.includes(name)) return 'for'
    if (against.includes(name)) return 'against'
    return conditional.includes(name) ? 'depends' : 'unsure'
  }
  const depending = conditional.length === 0 ? '' : ` ${conditional.length} that it depends,`
  return (
    <span class="squares">
      <span class="hidden">
        {affirming.length} for, {against.length} against,{depending} {unsure.length} unsure.
      </span>
      {voices.map((name) => (
        <i key={name} class={stanceOf(name)} title={`${voiceLabel(name).title}: ${stanceOf(name)}`} />
      ))}
    </span>
  )
}
