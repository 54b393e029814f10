import { describe, expect, it } from 'vitest'
import type { ReadSupport } from '../../src/engine/measure/claims/bearing.ts'
import { supportOf } from '../../src/engine/measure/claims/claim-support.ts'
import { supportFigures } from './claim-figures.ts'
import type { ClaimPanel } from './claim-sets.ts'
import { essayFigures } from './essay-figures.ts'
import { fitClaimSupport } from './fit-claim-support.ts'
import { observeClaims } from './observe-claims.ts'
import { readOverlap } from './overlap-reader.ts'
import { contradictedClaims, pairFigures, precisionAtRecall, readPairs } from './pair-figures.ts'

const claim = (text: string, isTrue: boolean) => ({ text, isTrue, isContradicted: !isTrue })
/** Panels in which the others say what is true and deny what is false. */
const panels = 'salt iron gold lead zinc clay'.split(' ').map(
  (thing): ClaimPanel => ({
    set: 'made up',
    query: `What of ${thing}?`,
    seats: [
      {
        model: 'one',
        text: `${thing} melts slowly. ${thing} burns blue.`,
        claims: [claim(`${thing} melts slowly`, true), claim(`${thing} burns blue`, false)],
      },
      { model: 'two', text: `Everybody knows that ${thing} melts slowly.`, claims: [] },
      { model: 'three', text: `${thing} melts, but slowly. No flame.`, claims: [] },
    ],
  }),
)
/** Reads overlap, and a contradiction wherever a claim speaks of burning. */
const read: ReadSupport = async (claims, texts) =>
  (await readOverlap(claims, texts)).map((row, index) =>
    row.map((bearing) => ({ ...bearing, contradicts: claims[index]!.includes('burns') ? 0.9 : 0 })),
  )

describe('word overlap', () => {
  it('is the share of the words of a claim in the best sentence of a text', async () => {
    expect(await readOverlap(['Salt melts ice quickly'], ['Salt melts. Ice is cold.', ''])).toEqual([
      [
        { supports: 0.5, contradicts: 0, shared: 0 },
        { supports: 0, contradicts: 0, shared: 0 },
      ],
    ])
  })
})

describe('support of recorded claims', () => {
  it('is read from the texts of the other members only', async () => {
    const [first] = await observeClaims(panels, read)
    expect(first!.evidence.others).toHaveLength(2)
    expect(first!.evidence.panel.support).toBeCloseTo((1 + 1 / 3) / 2)
  })

  it('is fitted so that supported claims are likelier true than contradicted ones', async () => {
    const observations = await observeClaims(panels, read)
    const model = fitClaimSupport(observations.slice(0, 6))
    const figures = supportFigures(observations.slice(6), {
      for: () => model,
      withoutSet: null,
      ofSet: null,
    })
    expect(figures).toMatchObject({ set: 'made up', claims: 6, isTrue: 0.5, read: 1, fitted: 1 })
    expect(figures.precision).toEqual({ falseRead: 1, trueRead: 1, falseFitted: 1, trueFitted: 1 })
  })

  it('never counts support against a claim, or a contradiction for it', async () => {
    const observations = await observeClaims(panels, read)
    const reversed = observations.map((observation) => ({ ...observation, isTrue: !observation.isTrue }))
    const model = fitClaimSupport(reversed)
    const support = (supports: number, contradicts: number) =>
      supportOf(
        {
          others: [{ supports, contradicts, shared: supports }],
          makers: 1,
          panel: { support: 0.5, shared: 0.5 },
        },
        model,
      )
    expect(support(0.9, 0)).toBeGreaterThanOrEqual(support(0.1, 0))
    expect(support(0.1, 0.9)).toBeLessThanOrEqual(support(0.1, 0))
  })

  it('tells how often a contradicted claim is wrong', async () => {
    expect(contradictedClaims(await observeClaims(panels, read))).toEqual({ contradicted: 1, isFalse: 1 })
  })
})

describe('labelled pairs', () => {
  it('are right if the label is the most likely one that the set has', async () => {
    const pairs = [
      { set: 'x', premise: 'Iron melts.', hypothesis: 'Iron melts.', label: 'entail' as const },
      { set: 'x', premise: 'Iron is cold.', hypothesis: 'Iron burns.', label: 'contradict' as const },
    ]
    const figures = pairFigures(await readPairs(pairs, read))
    expect(figures).toEqual([{ set: 'x', pairs: 2, accuracy: 1, entailment: 1 }])
  })

  it('count all of equal score for the precision of contradictions', () => {
    expect(precisionAtRecall([0.9, 0.9, 0.1, 0], [true, false, true, false])).toBe(0.5)
  })
})

describe('essays', () => {
  it('differ by the strongest contradiction between a claim of one and the text of the other', async () => {
    const essay = (agree: boolean) => ({
      question: 'Why?',
      texts: ['Iron melts.', agree ? 'Iron melts too.' : 'Iron burns.'] as [string, string],
      claims: [['Iron melts'], [agree ? 'Iron melts too' : 'Iron burns']] as [string[], string[]],
      agree,
    })
    expect(await essayFigures([essay(true), essay(false)], read)).toEqual({
      pairs: 2,
      listed: 1,
      mean: 1,
      sentences: 1,
      divergence: 1,
    })
  })
})
