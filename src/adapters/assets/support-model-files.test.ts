import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { withCopyOf } from '../../../test/support/spoilable-model.ts'
import { createSupportModel, MOST_PIECES } from '../../transformer/support/support-model.ts'
import { openBuiltinEmbedder } from '../embedders/builtin-embedder.ts'
import { assetFolders } from './package-folder.ts'
import { readSupportModel } from './support-model-files.ts'

const FOLDER = assetFolders().support
const { wordPieces } = await openBuiltinEmbedder()
const model = createSupportModel({ ...(await readSupportModel()), encode: wordPieces.encode })

interface Expected {
  sentences: string[]
  claim: string
  logits: number[]
}

/** What the training code computed with the same weights. */
const EXPECTED: Expected[] = JSON.parse(readFileSync(join(FOLDER, 'expected.json'), 'utf8'))

const judge = (claim: string, ...sentences: string[]) =>
  model.judge(model.read(claim), sentences.map(model.read))

describe('the support model', () => {
  it.each([
    ['Copper conducts heat better than iron does.', 'In short, copper conducts heat better than iron does.'],
    ['The treaty was not ratified by the senate.', "The treaty wasn't ratified by the senate."],
    ['Tides follow the moon, which pulls on the oceans.', 'Tides follow the moon.'],
    ['Yeast turns sugar into alcohol.', 'Yeast turns sugar into alcohol.'],
  ])('takes “%s” for support of a near copy that says the same', (sentence, claim) => {
    expect(judge(claim, sentence).supports).toBeGreaterThan(0.7)
  })

  it.each([
    ['The bridge has four towers and opened in 1932.', 'The bridge has six towers and opened in 1932.'],
    ['Copper conducts heat better than iron does.', 'Copper does not conduct heat better than iron does.'],
  ])('does not take “%s” for support of a near copy with one thing changed', (sentence, claim) => {
    expect(judge(claim, sentence).supports).toBeLessThan(0.5)
  })

  it.each(EXPECTED)('judges “$claim” as the training code does', ({ sentences, claim, logits }) => {
    const found = model.logits(model.read(claim), sentences.map(model.read))
    logits.forEach((value, outcome) => {
      expect(Math.abs(found[outcome]! - value)).toBeLessThan(0.01)
    })
  })

  it('tells what a sentence says from another number and from silence', () => {
    const [said, other, silent] = [
      judge('The bridge was opened in 1932.', 'The bridge opened in 1932.'),
      judge('The bridge was opened in 1939.', 'The bridge opened in 1932.'),
      judge('The bridge was painted by hand.', 'The bridge opened in 1932.'),
    ]
    expect(said.supports).toBeGreaterThan(0.8)
    expect(other.contradicts).toBeGreaterThan(0.8)
    expect(silent.supports).toBeLessThan(0.3)
    expect(said.supports + said.contradicts + said.silent).toBeCloseTo(1)
  })

  it('is not affected by what it read before', () => {
    const [claim, sentence] = ['Salt melts ice.', 'Ice melts when salt is strewn on it.']
    const alone = judge(claim, sentence)
    judge('word '.repeat(200), 'other '.repeat(200), 'more '.repeat(200))
    expect(judge(claim, sentence)).toEqual(alone)
  })

  it('judges by as many sentences as it can hold, and by empty texts', () => {
    const sentence = 'word '.repeat(MOST_PIECES)
    for (const judged of [judge('why', sentence, sentence, sentence), judge('', 'x'), judge('x', '')])
      expect(Object.values(judged).every(Number.isFinite)).toBe(true)
  })

  it('stops the start when its weights are damaged or missing, and says how to fix it', async () => {
    await withCopyOf(FOLDER, async (folder) => {
      const weights = readFileSync(join(folder, 'weights.bin'))
      weights[5_000]! ^= 1
      writeFileSync(join(folder, 'weights.bin'), weights)
      await expect(readSupportModel(folder)).rejects.toThrow(/damaged.*Restore the file/)
      rmSync(join(folder, 'weights.bin'))
      await expect(readSupportModel(folder)).rejects.toThrow(/weights\.bin.*models\/support/s)
    })
  })
})
