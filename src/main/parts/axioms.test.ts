import { describe, expect, it } from 'vitest'
import { ENGINE_VERSION } from '../../engine/engine-version.ts'
import { cacheEdition } from './axioms.ts'

describe('the edition of the cache', () => {
  const makers = {
    axioms: [{ id: 'math-0001', axiom: 'One is a number.' }],
    calibration: { version: '1' },
    textChoice: { version: '1' },
  }

  const editionOf = (changes: Partial<typeof makers> = {}, embedder = 'builtin-1') =>
    cacheEdition(embedder, { ...structuredClone(makers), ...changes })

  it('is short, and the same for the same inputs', () => {
    expect(editionOf()).toMatch(/^[0-9a-f]{16}$/)
    expect(editionOf()).toBe(editionOf())
  })

  it('changes with the embedder', () => {
    expect(editionOf({}, 'builtin-2')).not.toBe(editionOf())
  })

  it.each([
    ['axioms', { axioms: [{ id: 'math-0001', axiom: 'Two is a number.' }] }],
    ['calibration', { calibration: { version: '2' } }],
    ['choice among texts', { textChoice: { version: '2' } }],
  ])('changes with the %s', (_, other) => {
    expect(editionOf(other)).not.toBe(editionOf())
  })
})

describe('the version of the engine', () => {
  it('matches its sources, so that no answer of another engine is served', async () => {
    const script = new URL('../../../scripts/engine-version.mjs', import.meta.url).href
    const { engineVersion } = await import(script)
    expect(ENGINE_VERSION, 'the sources have changed: npm run engine-version').toBe(engineVersion())
  })
})
