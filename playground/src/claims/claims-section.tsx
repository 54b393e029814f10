import type { ClaimStatus } from '../../../src/contract/claims.ts'
import type { RunState } from '../run/run-state.ts'
import { type ClaimGroup, claimGroups } from './claim-groups.ts'
import { ClaimItem } from './claim-item.tsx'

const GROUPS: Record<ClaimStatus, { title: string; meaning: string }> = {
  disputed: { title: 'Disputed', meaning: 'At least one voice calls it false.' },
  conditional: {
    title: 'It depends',
    meaning: 'More than half of the voices say that it holds only under a condition.',
  },
  agreed: {
    title: 'Agreed',
    meaning: 'At least two thirds of the voices affirm it, and none calls it false.',
  },
  single: {
    title: 'Not confirmed',
    meaning: 'Nobody calls it false, but fewer than two thirds of the voices affirm it.',
  },
  struck: {
    title: 'Struck',
    meaning:
      'Called false by all who held it, or by two thirds of at least three voices. The answer must not assert it.',
  },
  unexamined: {
    title: 'Not examined',
    meaning: 'The voices were not asked about it, and fewer than two thirds of the texts say it.',
  },
}

/** What the texts say, claim by claim, and where the panel stands on each. */
export function ClaimsSection({ state }: { state: RunState }) {
  const groups = claimGroups(state.claims)
  if (groups.length === 0) return null
  return (
    <section aria-labelledby="claims-title">
      <h2 id="claims-title">Claims</h2>
      <p class="hint">
        The statements in the texts, and who holds them. The squares are the voices in their order: filled
        for, crossed against, half filled where it depends, empty for unsure.
      </p>
      <div class="claims">
        {groups.map((group) => (
          <Group key={group.status} group={group} voices={state.seats.map(({ name }) => name)} />
        ))}
      </div>
    </section>
  )
}

function Group({ group: { status, claims }, voices }: { group: ClaimGroup; voices: string[] }) {
  const { title, meaning } = GROUPS[status]
  return (
    <section class={`claim-group ${status}`}>
      <h3>
        {title} <span class="tally">{claims.length}</span>
      </h3>
      <p class="hint">{meaning}</p>
      <ul>
        {claims.map((one) => (
          <ClaimItem key={one.number} {...one} voices={voices} />
        ))}
      </ul>
    </section>
  )
}
