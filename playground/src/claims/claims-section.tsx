import { useState } from 'preact/hooks'
import type { Claim, ClaimStatus } from '../../../src/contract/claims.ts'
import type { RunState } from '../run/run-state.ts'
import { type ClaimGroup, claimGroups } from './claim-groups.ts'
import { ClaimItem } from './claim-item.tsx'

const GROUPS: Record<ClaimStatus, { title: string; meaning: string }> = {
  disputed: { title: 'Disputed', meaning: 'At least one voice, axiom or other claim speaks against it.' },
  agreed: { title: 'Agreed', meaning: 'Said by two voices or more in their own texts, and denied by none.' },
  single: {
    title: 'Said by one',
    meaning: 'Made by one voice, and denied by none; others may have confirmed it.',
  },
  struck: {
    title: 'Struck',
    meaning: 'Given up by those who made it, or called false by most. The answer must not say it.',
  },
  unexamined: { title: 'Not examined', meaning: 'Made by one voice; the panel was not asked about it.' },
}

/** What the texts say, claim by claim, and where the panel stands on each. */
export function ClaimsSection({ state }: { state: RunState }) {
  const groups = claimGroups(state.claims, state.result?.analysis)
  const gaps = state.result?.analysis?.gaps ?? []
  if (groups.length === 0) return null
  return (
    <section aria-labelledby="claims-title">
      <h2 id="claims-title">Claims</h2>
      <p class="hint">
        The statements in the texts, and who holds them. The squares are the voices in their order: filled
        for, crossed against, empty for unsure.
      </p>
      <div class="claims">
        {groups.map((group) => (
          <Group key={group.status} group={group} voices={state.seats.map(({ name }) => name)} />
        ))}
      </div>
      {gaps.length > 0 && (
        <>
          <h3>Missing</h3>
          <p class="hint">Important points that no text made, and who named them.</p>
          <ul class="gaps">
            {gaps.map(({ text }) => (
              <li key={text} dir="auto">
                {text}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

const SHOWN_AT_FIRST = 5

function Group({ group, voices }: { group: ClaimGroup; voices: string[] }) {
  const [isWhole, setWhole] = useState(false)
  const { title, meaning } = GROUPS[group.status]
  const shown = isWhole ? group.disputes : group.disputes.slice(0, SHOWN_AT_FIRST)
  const total = group.disputes.reduce((sum, { length }) => sum + length, 0)
  return (
    <section class={`claim-group ${group.status}`}>
      <h3>
        {title} <span class="tally">{total}</span>
      </h3>
      <p class="hint">{meaning}</p>
      <ul>
        {shown.map((claims) => (
          <li key={claims[0]?.text} class={claims.length > 1 ? 'excluding' : undefined}>
            {claims.map((claim: Claim) => (
              <ClaimItem key={claim.text} claim={claim} voices={voices} />
            ))}
          </li>
        ))}
      </ul>
      {!isWhole && group.disputes.length > SHOWN_AT_FIRST && (
        <button type="button" class="quiet" onClick={() => setWhole(true)}>
          Show all {group.disputes.length}
        </button>
      )}
    </section>
  )
}
