import type { ClaimStatus } from '../../../src/contract/claims.ts'
import { Folded, Section } from '../page/section.tsx'
import type { RunState } from '../run/run-state.ts'
import { type PointGroup, pointGroups } from './point-groups.ts'
import { PointItem } from './point-item.tsx'

const GROUPS: Record<ClaimStatus, { title: string; meaning: string }> = {
  disputed: { title: 'Disputed', meaning: 'At least one model says that this is false.' },
  conditional: { title: 'It depends', meaning: 'More than half of the models say that this depends.' },
  struck: {
    title: 'Rejected',
    meaning:
      'Every model that said this took it back, or two thirds of the models call it false. The answer does not say it.',
  },
  single: {
    title: 'Not confirmed',
    meaning: 'No model calls this false, but fewer than two thirds confirm it.',
  },
  agreed: {
    title: 'Agreed',
    meaning: 'At least two thirds of the models confirm this, and none calls it false.',
  },
  unexamined: { title: 'Not checked', meaning: 'The models were not asked about this.' },
}

/** What is in question stands open; the rest is folded. */
const OPEN: ClaimStatus[] = ['disputed', 'conditional']

/** Where the models differ, point by point. */
export function PointsSection({ state }: { state: RunState }) {
  const groups = pointGroups(state.claims)
  if (groups.length === 0) return null
  const isDisputed = groups.some(({ status }) => OPEN.includes(status))
  return (
    <Section title="Where they differ" class="points">
      {!isDisputed && <p>The models dispute none of the points that they made.</p>}
      {groups.map((group) => (
        <Group key={group.status} group={group} models={state.seats.map(({ name }) => name)} />
      ))}
    </Section>
  )
}

function Group({ group: { status, points }, models }: { group: PointGroup; models: string[] }) {
  const { title, meaning } = GROUPS[status]
  const items = () => (
    <>
      <p class="hint">{meaning}</p>
      <ul>
        {points.map(({ number, claim }) => (
          <PointItem key={number} claim={claim} models={models} />
        ))}
      </ul>
    </>
  )
  const heading = (
    <h3>
      {title} <span class="tally">{points.length}</span>
    </h3>
  )
  if (!OPEN.includes(status))
    return (
      <Folded title={heading} class={`point-group ${status}`}>
        {items}
      </Folded>
    )
  return (
    <div class={`point-group ${status}`}>
      {heading}
      {items()}
    </div>
  )
}
