import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SIGNAL_NAMES } from '../../cache/same-question/features.ts'
import { SUPPORT_FEATURES } from '../../engine/measure/agreement/support-features.ts'
import {
  readAgreement,
  readCalibration,
  readClaimSupport,
  readSameQuestion,
  readTextChoice,
} from './data-files.ts'
import { assetFolders } from './package-folder.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'data-files-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function write(file: string, content: unknown): void {
  writeFileSync(join(folder, file), JSON.stringify(content))
}

describe('readAgreement', () => {
  const shipped = readAgreement()

  it('reads trees that were fitted on the features the engine computes', () => {
    expect(shipped.features).toEqual(SUPPORT_FEATURES)
    expect(shipped.trees.length).toBeGreaterThan(0)
  })

  it.each([
    ['one more', [...SUPPORT_FEATURES, 'length']],
    ['one fewer', SUPPORT_FEATURES.slice(1)],
    ['another order', SUPPORT_FEATURES.toReversed()],
  ])('rejects trees that were fitted on other features (%s), and says what to do', (_, features) => {
    write('agreement.json', { version: '0', fitted: 'made up', ...shipped, features })
    expect(() => readAgreement(folder)).toThrow(
      /agreement\.json, features: was fitted on different features than the engine computes; run npm run calibrate/,
    )
  })

  it('rejects data that is not a tree', () => {
    write('agreement.json', { version: '0', fitted: 'made up', ...shipped, trees: [[0, 0.5, 1]] })
    expect(() => readAgreement(folder)).toThrow(/agreement\.json, trees\.0/)
  })
})

describe('readSameQuestion', () => {
  const file = JSON.parse(readFileSync(join(assetFolders().data, 'same-question.json'), 'utf8'))

  it('reads trees on the signals that the verifier computes, and the word table', () => {
    const { features, bars, words } = readSameQuestion()
    expect(features.slice(0, SIGNAL_NAMES.length)).toEqual(SIGNAL_NAMES)
    expect(Math.min(bars.nothingLeft, bars.somethingLeft)).toBeGreaterThan(0.5)
    expect(words.rarity.get('peopl') ?? words.rarity.get('india')).toBeGreaterThan(0)
    expect([...words.instead.keys()].every((key) => key.split(' ').length === 2)).toBe(true)
  })

  it('is a small file', () =>
    expect(statSync(join(assetFolders().data, 'same-question.json')).size).toBeLessThan(100_000))

  it.each([
    ['other features', { features: SIGNAL_NAMES.slice(1) }, 'features: was fitted on different features'],
    ['a bar that lets anything pass', { bars: { nothingLeft: 0.2, somethingLeft: 0.9 } }, 'bars'],
    ['what is no tree', { trees: [[0, 0.5, 1]] }, 'trees.0'],
    ['words by what is no number', { words: { ...file.words, alone: { much: 'word' } } }, 'words.alone'],
  ])('rejects %s', (_, change, place) => {
    write('same-question.json', { ...file, ...change })
    expect(() => readSameQuestion(folder)).toThrow(`same-question.json, ${place}`)
  })
})

describe('readCalibration', () => {
  const shipped = readCalibration()
  const withCurve = (change: object) => ({
    ...shipped,
    kinds: { ...shipped.kinds, open: { ...shipped.kinds.open, ...change } },
  })

  it('reads a curve for every kind of answer', () => {
    expect(Object.keys(shipped.kinds).sort()).toEqual(['choice', 'number', 'open'])
  })

  it.each([
    ['weights that punish support', { weights: { mean: -0.1, voices: 1 } }, 'weights.mean'],
    ['weights that punish voices', { weights: { mean: 1, voices: -0.1 } }, 'weights.voices'],
    ['a confidence beyond certainty', { highest: 1.1 }, 'highest'],
    ['a panel of one', { largestPanel: 1 }, 'largestPanel'],
  ])('rejects %s', (_, change, place) => {
    write('calibration.json', withCurve(change))
    expect(() => readCalibration(folder)).toThrow(`calibration.json, kinds.open.${place}`)
  })

  it('accepts weights of zero', () => {
    write('calibration.json', withCurve({ weights: { mean: 0, voices: 0 } }))
    expect(readCalibration(folder).kinds.open.weights).toEqual({ mean: 0, voices: 0 })
  })
})

describe('readTextChoice', () => {
  const shipped = readTextChoice()

  it('reads weights for every situation and the curve of drafts', () => {
    expect(Object.keys(shipped.weights).sort()).toEqual(['close', 'code', 'free', 'options'])
    expect(shipped.code.highest).toBeGreaterThan(0.5)
  })

  it.each([
    [
      'a feature that is not computed',
      { weights: { ...shipped.weights, free: { luck: 1 } } },
      'weights.free',
    ],
    ['a missing situation', { weights: { ...shipped.weights, code: undefined } }, 'weights.code'],
    [
      'a curve that punishes agreement',
      { code: { ...shipped.code, weights: { mean: -1, voices: 0 } } },
      'code.weights.mean',
    ],
  ])('rejects %s', (_, change, place) => {
    write('text-choice.json', { ...shipped, ...change })
    expect(() => readTextChoice(folder)).toThrow(`text-choice.json, ${place}`)
  })
})

describe('readClaimSupport', () => {
  it('rejects a fit on features that the engine does not compute', () => {
    write('claim-support.json', { ...readClaimSupport(), features: ['length'] })
    expect(() => readClaimSupport(folder)).toThrow(/claim-support\.json, features: .*run npm run fit-claims/)
  })
})
