import { describe, expect, it } from 'vitest'
import type { Claim, TextFinding } from '../../contract/claims.ts'
import { ownTextConfidence, textConfidence, unexaminedConfidence } from './conclude-open.ts'
import type { WrittenText } from './write-text.ts'

const claim = (support: number, fields: Partial<Claim> = {}): Claim => ({
  ...{ text: 'x', type: 'fact', status: 'agreed', central: false, support },
  ...{ for: [], against: [], conditional: [], unsure: [], quotes: [], axioms: [] },
  ...fields,
})
const CLAIMS = [claim(0.8), claim(0.4), claim(0.2, { status: 'struck' })]

/** A checked text of passages, each with the claim that it rests on. */
const written = (passages: Array<[string, number]>, fields: Partial<WrittenText> = {}): WrittenText => {
  let text = ''
  const citations = passages.map(([passage, place]) => {
    const start = text.length
    text += `${passage}\n`
    return { start, end: start + passage.length, text: passage, claims: [place] }
  })
  return { text, citations, isChecked: true, repaired: [], unsupported: [], kept: [], ...fields }
}
const TWO = written([
  ['The Moon pulls the sea.', 0],
  ['Storms add to it.', 1],
])
const finding = (quote: string, problem: TextFinding['problem'] = 'unfounded') => ({
  quote,
  problem,
  why: 'So.',
})

describe('the confidence in a written text', () => {
  it('is the mean support of the claims that it cites', () => {
    expect(textConfidence(TWO, CLAIMS).confidence).toBe(0.6)
    expect(textConfidence(written([['The Moon pulls the sea.', 0]]), CLAIMS).confidence).toBe(0.8)
  })

  it('counts a claim once however often it is cited, and a central one three times', () => {
    const twice = written([...Array(3)].map(() => ['Storms add to it.', 1]))
    expect(textConfidence(twice, CLAIMS).confidence).toBe(0.4)
    expect(textConfidence(TWO, [claim(0.8, { central: true }), claim(0.4)]).confidence).toBe(0.7)
  })

  it('does not count a struck claim, which a text may warn against', () => {
    const warning = written([
      ['The Moon pulls the sea.', 0],
      ['It is not the wind.', 2],
    ])
    expect(textConfidence(warning, CLAIMS).confidence).toBe(0.8)
  })

  it('is lower by the share of passages that the checker objects to', () => {
    const unsupported = [finding('Storms add to it')]
    expect(textConfidence({ ...TWO, unsupported }, CLAIMS).confidence).toBe(0.3)
    expect(textConfidence({ ...TWO, unsupported: [finding('Ships sink then.')] }, CLAIMS).confidence).toBe(
      0.4,
    )
    const both = { ...TWO, unsupported, kept: [finding('The Moon pulls', 'wrong')] }
    expect(textConfidence(both, CLAIMS).confidence).toBe(0)
  })

  it('is not lost for one objection to a text of several lines without marks', () => {
    const text = 'The Moon pulls the sea.\n\nStorms add to it.\n\nSo do earthquakes.'
    const unmarked = { ...TWO, text, citations: [], unsupported: [finding('So do earthquakes')] }
    expect(textConfidence(unmarked, CLAIMS).confidence).toBe(0.4)
  })

  it('is not lower for what was mended', () => {
    expect(textConfidence({ ...TWO, repaired: [finding('gone', 'wrong')] }, CLAIMS).confidence).toBe(0.6)
  })

  it('rests on all claims but struck ones where the text has no marks', () => {
    const { confidence, basis } = textConfidence(written([]), CLAIMS)
    expect(confidence).toBe(0.6)
    expect(basis).toContain('does not say on which of 3 claims it rests')
  })

  it('says on what it rests, whether it was checked, and that it is a share', () => {
    expect(textConfidence(TWO, CLAIMS).basis).toBe(
      'The text rests on 2 of 3 claims, whose mean support among the models is 0.60; the checker objects to 0 of 2 passages. It is a share, not a probability.',
    )
    expect(textConfidence({ ...TWO, isChecked: false }, CLAIMS).basis).toContain('no other model checked it')
  })
})

describe('the confidence in the text of one model', () => {
  it('is the mean support of the claims that it makes, or one half where it makes none', () => {
    expect(ownTextConfidence(CLAIMS).confidence).toBe(0.6)
    expect(ownTextConfidence([]).confidence).toBe(0.5)
  })

  it('is by how many wrote it where nothing was examined', () => {
    expect(unexaminedConfidence(3, 3)).toEqual({
      confidence: 0.8,
      basis:
        '3 of 3 models wrote this text, and nothing in it was examined. It is a share, not a probability.',
    })
    expect(unexaminedConfidence(1, 3).confidence).toBe(0.4)
  })
})
