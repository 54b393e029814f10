import { expect, it } from 'vitest'
import type { Claim } from '../../../src/contract/claims.ts'
import { claimGroups } from './claim-groups.ts'

function claim(status: Claim['status'], central = true): Claim {
  return { text: 'So it is.', status, central, support: 0.5, for: [], against: [], unsure: [], axioms: [] }
}

it('shows what is in question first, and leaves out what there is none of', () => {
  const groups = claimGroups([claim('agreed'), claim('struck'), claim('conditional'), claim('disputed')])
  expect(groups.map(({ status }) => status)).toEqual(['disputed', 'conditional', 'agreed', 'struck'])
})

it('shows central claims before others, each with its number among all claims', () => {
  const [group] = claimGroups([claim('agreed', false), claim('agreed'), claim('agreed', false)])
  expect(group!.claims.map(({ number }) => number)).toEqual([2, 1, 3])
})
