import { describe, expect, it } from 'vitest'
import { conditionsDigest, coversFingerprint, panelFingerprint, STANDALONE } from './fingerprint.ts'

const panel = {
  models: ['a', 'b'],
  structure: 'sonata',
  maxIterations: 7,
  kind: null,
  writer: null,
  reader: null,
  criteria: null,
}

describe('the fingerprint of a panel', () => {
  it('does not depend on the order of the models', () => {
    expect(panelFingerprint({ ...panel, models: ['b', 'a'] })).toBe(panelFingerprint(panel))
  })

  it.each([
    ['models', { ...panel, models: ['a', 'c'] }],
    ['number of seats', { ...panel, models: ['a', 'b', 'b'] }],
    ['structure', { ...panel, structure: 'concert' }],
    ['iterations', { ...panel, maxIterations: 1 }],
    ['kind', { ...panel, kind: 'draft' }],
    ['writer', { ...panel, writer: 'a' }],
    ['reader', { ...panel, reader: 'a' }],
    ['criteria', { ...panel, criteria: 'short' }],
  ])('depends on the %s', (_, other) => {
    expect(panelFingerprint(other)).not.toBe(panelFingerprint(panel))
  })

  it('leaves the order of the request as it was', () => {
    const models = ['b', 'a']
    panelFingerprint({ ...panel, models })
    expect(models).toEqual(['b', 'a'])
  })
})

describe('the conditions of a result', () => {
  const digest = (text: string) => `<${text}>`
  const background = { instructions: null, history: [], documents: [{ title: 'Log', text: 'Secret.' }] }

  it('are none where a request names none', () => {
    expect(conditionsDigest({}, digest)).toBeNull()
    expect(conditionsDigest({ background: undefined, seed: null }, digest)).toBeNull()
  })

  it('differ by name and value, and not by the order in which they are given', () => {
    const of = (conditions: object) => conditionsDigest({ ...conditions }, digest)
    expect(of({ background, seed: 1 })).toBe(of({ seed: 1, background }))
    const others = [{ background }, { seed: 1 }, { temperature: 1 }, { seed: 2 }, { background, seed: 1 }]
    expect(new Set(others.map(of)).size).toBe(others.length)
  })

  it('set results apart from those without any, which are all that a standalone lookup sees', () => {
    const [plain, conditioned] = [panelFingerprint(panel), panelFingerprint(panel, 'abc')]
    expect(coversFingerprint(plain, conditioned)).toBe(false)
    expect(coversFingerprint(conditioned, plain)).toBe(false)
    expect([plain, conditioned].map((one) => coversFingerprint(STANDALONE, one))).toEqual([true, false])
    expect([plain, conditioned].map((one) => coversFingerprint(null, one))).toEqual([true, true])
  })
})
