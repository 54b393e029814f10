import { describe, expect, it } from 'vitest'
import { ANSWER } from '../../test/support/scripted-edge.ts'
import type { EdgeConsensusResponse } from './edge-consensus.ts'
import { footerOf, withoutFooters } from './footer.ts'

const SAYS = '\n\n\u2063— 2 of 3 models agree. vendor/three says 41. About 90% sure that it is right.'
const AGREED: Partial<EdgeConsensusResponse> = { outcome: 'consensus', dissent: [] }

describe('a footer', () => {
  it('says who agrees, who differs and how sure it is', () => {
    expect(footerOf(ANSWER, 'auto')).toBe(SAYS)
  })

  it.each<[boolean, Partial<EdgeConsensusResponse>]>([
    [true, { ...AGREED, confidence: 0.799 }],
    [false, { ...AGREED, confidence: 0.8 }],
    [true, { ...AGREED, kind: 'open', confidence_kind: 'supported', confidence: 0.599 }],
    [false, { ...AGREED, kind: 'open', confidence_kind: 'supported', confidence: 0.6 }],
    [true, { outcome: 'majority', confidence: 0.97 }],
    [true, { outcome: 'split', confidence: 0.97 }],
  ])('stands below an answer in doubt only: %s for %j', (isInDoubt, fields) => {
    const result = { ...ANSWER, ...fields }
    expect(footerOf(result, 'auto') !== '').toBe(isInDoubt)
    expect(footerOf(result, 'always')).not.toBe('')
    expect(footerOf(result, 'never')).toBe('')
  })

  it('is never that of a draft or of a step with tools', () => {
    for (const kind of ['draft', 'tools'] as const)
      expect(footerOf({ ...ANSWER, kind, outcome: 'split' }, 'always')).toBe('')
  })

  it('is one line, whatever the models say, with three of them at most', () => {
    const dissent = ['x\ny', 'two', 'three', 'four'].map((answer) => ({ ...ANSWER.dissent[0]!, answer }))
    const footer = footerOf({ ...ANSWER, dissent }, 'auto')
    expect(footer.trim().split(/\s*\n\s*/)).toHaveLength(1)
    expect(footer).toContain('says three.')
    expect(footer).not.toContain('says four.')
  })
})

describe('a text without its footers', () => {
  it.each([
    ['is as it was', `It is 42.${SAYS}`, 'It is 42.'],
    ['keeps its own last line feed', `It is 42.\n${SAYS}`, 'It is 42.\n'],
    ['keeps what follows', `It is 42.${SAYS}\n\nOr 41.${SAYS}`, 'It is 42.\n\nOr 41.'],
    ['is empty where it was nothing else', SAYS.trim(), ''],
    [
      'keeps a line that only looks like one',
      'It is 42.\n\n— 2 of 3 models agree.',
      'It is 42.\n\n— 2 of 3 models agree.',
    ],
    [
      'keeps a quotation within a line',
      `You ask what “${SAYS.trim()}” means.`,
      `You ask what “${SAYS.trim()}” means.`,
    ],
  ])('%s', (_, text, rest) => {
    expect(withoutFooters(text)).toBe(rest)
  })
})
