import { expect, it } from 'vitest'
import type { Claim } from '../../../src/contract/claims.ts'
import { pointGroups } from './point-groups.ts'

function claim(status: Claim['status'], central = true): Claim {
  return { text: 'So it is.', status, central, support: 0.5, for: [], against: [], unsure: [], axioms: [] }
}

it('shows what is in question first, and leaves out what there is none of', () => {
  const groups = pointGroups([claim('agreed'), claim('struck'), claim('conditional'), claim('disputed')])
  expect(groups.map(({ status }) => status)).toEqual(['disputed', 'conditional', 'struck', 'agreed'])
})

it('shows central points before others, each with its number among all points', () => {
  const [group] = pointGroups([claim('agreed', false), claim('agreed'), claim('agreed', false)])
  expect(group!.points.map(({ number }) => number)).toEqual([2, 1, 3])
})
