import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openBuiltinEmbedder } from '../../../test/support/embedder.ts'
import { withCopyOf } from '../../../test/support/spoilable-model.ts'
import { MOST_PIECES } from '../../cache/same-question/pair-model/pair-model.ts'
import { assetFolders } from './package-folder.ts'
import { openPairModel } from './pair-model-files.ts'

const FOLDER = assetFolders().sameQuestion
const { wordPieces } = await openBuiltinEmbedder()
const model = await openPairModel(wordPieces)

interface Expected {
  left: string
  right: string
  odds: number
}

/** Odds the training code gave with the same weights. */
const EXPECTED: Expected[] = JSON.parse(readFileSync(join(FOLDER, 'expected.json'), 'utf8'))

describe('the pair model', () => {
  it.each(EXPECTED)(
    'returns the same odds for “$left” and “$right” as the training code',
    ({ left, right, odds }) => {
      expect(Math.abs(model.odds(left, right)! - odds)).toBeLessThan(1e-3)
    },
  )

  it.each(EXPECTED)('is symmetric for “$left” and “$right”', ({ left, right }) => {
    expect(Math.abs(model.odds(left, right)! - model.odds(right, left)!)).toBeLessThan(1e-4)
  })

  it('is not affected by the previous pair', () => {
    const [{ left, right }] = EXPECTED as [Expected]
    const alone = model.odds(left, right)
    model.odds('word '.repeat(MOST_PIECES), 'other '.repeat(MOST_PIECES))
    expect(model.odds(left, right)).toBe(alone)
  })

  it('reads questions up to its training length, and returns null for longer ones', () => {
    expect(model.odds('word '.repeat(MOST_PIECES), 'why')).toBeTypeOf('number')
    expect(model.odds('word '.repeat(MOST_PIECES + 1), 'why')).toBeNull()
    expect(model.odds('why', 'word '.repeat(16_000))).toBeNull()
  })

  it('stops the start when its weights are damaged, and says how to fix it', () =>
    withCopyOf(FOLDER, async (folder) => {
      const weights = readFileSync(join(folder, 'weights.bin'))
      weights[5_000]! ^= 1
      writeFileSync(join(folder, 'weights.bin'), weights)
      await expect(openPairModel(wordPieces, folder)).rejects.toThrow(/damaged.*Restore the file/)
    }))

  it('stops the start when a file is missing, and says which', () =>
    withCopyOf(FOLDER, async (folder) => {
      rmSync(join(folder, 'weights.bin'))
      await expect(openPairModel(wordPieces, folder)).rejects.toThrow(/weights\.bin.*models\/same-question/s)
    }))
})
