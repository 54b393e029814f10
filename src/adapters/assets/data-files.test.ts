import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SIGNAL_NAMES } from '../../cache/same-question/features.ts'
import { readCalibration, readSameQuestion, readTextChoice } from './data-files.ts'
import { assetFolders } from './package-folder.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'data-files-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function write(file: string, content: unknown): void {
  writeFileSync(join(folder, file), JSON.stringify(content))
}

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

  it('reads a curve that was fitted on recorded questions', () => {
    expect(shipped.questions).toBeGreaterThan(1_000)
    expect(shipped.highest).toBeGreaterThan(0.5)
  })

  it.each([
    ['weights that punish support', { weights: { ...shipped.weights, share: -0.1 } }, 'weights.share'],
    ['weights that punish voices', { weights: { ...shipped.weights, voices: -0.1 } }, 'weights.voices'],
    ['weights that reward dissent', { weights: { ...shipped.weights, rival: 0.1 } }, 'weights.rival'],
    ['weights that reward guessing', { weights: { ...shipped.weights, choices: 0.1 } }, 'weights.choices'],
    [
      'weights that punish agreement on an option',
      { weights: { ...shipped.weights, voices: 0.5, choices: -0.6 } },
      'weights: must not count agreement on an option against it',
    ],
    ['a confidence beyond certainty', { highest: 1.1 }, 'highest'],
    ['compatible answers that count more than the same one', { compatible: 1.1 }, 'compatible'],
  ])('rejects %s', (_, change, place) => {
    write('calibration.json', { ...shipped, ...change })
    expect(() => readCalibration(folder)).toThrow(`calibration.json, ${place}`)
  })

  it('accepts weights of zero', () => {
    const weights = { share: 0, voices: 0, choices: 0, rival: 0 }
    write('calibration.json', { ...shipped, weights })
    expect(readCalibration(folder).weights).toEqual(weights)
  })
})

describe('readTextChoice', () => {
  const shipped = readTextChoice()

  it('reads weights for every situation', () => {
    expect(Object.keys(shipped.weights).sort()).toEqual(['close', 'code', 'free', 'options'])
  })

  it.each([
    [
      'a feature that is not computed',
      { weights: { ...shipped.weights, free: { luck: 1 } } },
      'weights.free',
    ],
    ['a missing situation', { weights: { ...shipped.weights, code: undefined } }, 'weights.code'],
  ])('rejects %s', (_, change, place) => {
    write('text-choice.json', { ...shipped, ...change })
    expect(() => readTextChoice(folder)).toThrow(`text-choice.json, ${place}`)
  })
})
