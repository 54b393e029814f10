import { expect, it } from 'vitest'
import type { Claim, ClaimAnalysis } from '../../../src/contract/claims.ts'
import { claimGroups } from './claim-groups.ts'

function claim(text: string, status: Claim['status'], central = true): Claim {
  return { text, status, central, support: 0.5, for: [], against: [], unsure: [], axioms: [] }
}

function excluding(...texts: string[]): ClaimAnalysis {
  const contradictions = [{ claims: texts.map((text) => ({ text, names: [] })) }]
  return { consensus: [], contradictions, partial: [], unique: [], gaps: [] }
}

const textsOf = (disputes: Claim[][]) => disputes.map((claims) => claims.map(({ text }) => text))

it('shows what is in question first, and leaves out what there is none of', () => {
  const groups = claimGroups([claim('a', 'agreed'), claim('b', 'struck'), claim('c', 'disputed')])
  expect(groups.map(({ status }) => status)).toEqual(['disputed', 'agreed', 'struck'])
})

it('shows central claims before others', () => {
  const [group] = claimGroups([claim('minor', 'agreed', false), claim('central', 'agreed')])
  expect(textsOf(group!.disputes)).toEqual([['central'], ['minor']])
})

it('puts claims together that exclude each other, each once', () => {
  const claims = [claim('16 times', 'disputed'), claim('red', 'disputed'), claim('6 times', 'disputed')]
  const [group] = claimGroups(claims, excluding('16 times', '6 times'))
  expect(textsOf(group!.disputes)).toEqual([['16 times', '6 times'], ['red']])
})

it('leaves claims apart that do not stand alike', () => {
  const groups = claimGroups([claim('a', 'agreed'), claim('b', 'struck')], excluding('a', 'b'))
  expect(groups.map(({ disputes }) => textsOf(disputes))).toEqual([[['a']], [['b']]])
})
