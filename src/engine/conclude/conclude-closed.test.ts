import { describe, expect, it } from 'vitest'
import { madeUpConfidence } from '../../../test/support/engine/made-up-confidence.ts'
import {
  AGREEMENT,
  embedWords,
  inTurn,
  runScripted,
  type Script,
} from '../../../test/support/engine/scripted-panel.ts'
import { comparisonOn } from '../measure/agreement/compare-answers.ts'

const OPEN_ENDED = 'Because the air scatters the light, and blue light is scattered the most of all.'

describe('the confidence of a conclusion', () => {
  it('is cautious about an answer that is open-ended', async () => {
    const { confidence, confidenceBasis } = await runScripted(
      { ada: { answer: OPEN_ENDED }, bob: { answer: OPEN_ENDED } },
      { query: 'Why is the sky blue?' },
    ).result
    expect(confidence).toBeCloseTo(0.5 + (madeUpConfidence(1, 1) - 0.5) / 2)
    expect(confidenceBasis).toContain('the answer is open-ended')
  })

  it('is cautious about a panel the calibration does not speak for', async () => {
    const { confidence, confidenceBasis } = await runScripted(
      { ada: { answer: '42' }, bob: { answer: '42' } },
      { uncalibrated: 'these models were never recorded' },
    ).result
    expect(confidence).toBeCloseTo(0.5 + (madeUpConfidence(1, 1) - 0.5) / 2)
    expect(confidenceBasis).toContain('these models were never recorded')
  })

  it('reads each kind of answer off its own curve', async () => {
    const basisOf = async (answer: string, query: string) =>
      (await runScripted({ ada: { answer }, bob: { answer } }, { query }).result).confidenceBasis
    expect(await basisOf('42', 'How many are there?')).toContain('(numbers)')
    expect(await basisOf('B', 'Which one? (A) a cat (B) a dog')).toContain('(letters)')
    expect(await basisOf('Paris', 'Where is it?')).toContain('(words)')
  })

  it('rises with how far each seat’s first answer supports it, also of those that are not quite the same', async () => {
    const said = 'It is built of grey stone with a slate roof'
    const confidenceBeside = async (other: string) =>
      (
        await runScripted(
          { ada: { answer: said }, bob: { answer: said }, cleo: { answer: other } },
          { query: 'What is it like?', maxIterations: 1, compose: false },
        ).result
      ).confidence
    const [same, near, far] = await Promise.all(
      [said, 'It is built of red brick with a slate roof', 'Nobody is said to live there'].map(
        confidenceBeside,
      ),
    )
    expect(same!).toBeGreaterThan(near!)
    expect(near!).toBeGreaterThan(far!)
  })

  it('asks how likely the answer is right if each first answer is, not the other way round', async () => {
    const query = 'Who had the idea?'
    const answers = ['It was Albert Einstein who had the idea', 'Einstein']
    const { confidence, entries } = await runScripted(
      { ada: { answer: answers[0]! }, bob: { answer: answers[1]! } },
      { query, maxIterations: 1, compose: false },
    ).result
    const { support } = comparisonOn(query, { embed: embedWords, model: AGREEMENT })
    const given = entries[0]!.clusters[0]!.answer
    const supports = await Promise.all(answers.map((answer) => support(given, answer)))
    expect(confidence).toBeCloseTo(madeUpConfidence(...supports), 12)
  })

  it('counts as supporters those who gave the answer in other words', async () => {
    const { confidenceBasis } = await runScripted(
      { ada: { answer: '42' }, bob: { answer: 'forty-two' }, cleo: { answer: '41' } },
      { maxIterations: 1, compose: false },
    ).result
    expect(confidenceBasis).toContain('2 of 3 models')
  })

  it('does not count those who were only persuaded', async () => {
    const yields = inTurn({ answer: '41' }, ({ brief }) => ({
      answer: '42',
      verdict: 'accept',
      rebuttal: 'granted',
      refuted_by: brief.phase === 'revision' ? brief.positions[0]!.claims[0]!.label : null,
    }))
    const stays = inTurn({ answer: '42' }, { answer: '42', verdict: 'accept', rebuttal: 'miscounted' })
    const { confidenceBasis, outcome } = await runScripted({ ada: stays, bob: stays, cleo: yields }).result
    expect(outcome).toBe('consensus')
    expect(confidenceBasis).toContain('2 of 3 models')
  })
})

describe('the first and the last divergence of a conclusion', () => {
  it('are those of the exposition and of the last iteration', async () => {
    const accepts = inTurn({ answer: '42' }, { answer: '42', verdict: 'accept', rebuttal: 'miscounted' })
    const rejects = inTurn({ answer: '41' }, { answer: '41', verdict: 'reject' })
    const { entries, initialDivergence, finalDivergence } = await runScripted(
      { ada: accepts, bob: accepts, cleo: rejects },
      { maxIterations: 3 },
    ).result
    expect(initialDivergence).toBe(entries[0]!.D)
    expect(finalDivergence).toBe(entries[2]!.D)
    expect(finalDivergence).toBeLessThan(initialDivergence)
  })
})

describe('the warnings of a conclusion', () => {
  const warningsOf = async (later: Script) => {
    const stays = inTurn({ answer: '42' }, { answer: '42', verdict: 'accept', rebuttal: 'miscounted' })
    const { warnings } = await runScripted(
      { ada: stays, bob: stays, cleo: inTurn({ answer: '41' }, later) },
      { maxIterations: 2 },
    ).result
    return warnings.join(' ')
  }

  it('name who changed its answer without naming what refuted the old one', async () => {
    const changed = await warningsOf({ answer: '42', verdict: 'accept', rebuttal: 'granted' })
    expect(changed).toContain('so the changes are not counted (cleo: 42)')
    expect(await warningsOf({ answer: '41', verdict: 'reject' })).not.toContain('does not count')
  })

  it('name who answered at first and was silent at last', async () => {
    expect(await warningsOf(new Error('down'))).toContain(
      'cleo (failed) gave no answer in the last iteration',
    )
    expect(await warningsOf({ answer: '41', verdict: 'reject' })).not.toContain('gave no answer')
  })
})
