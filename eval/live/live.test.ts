import { beforeAll, describe, expect, it } from 'vitest'
import { axiomFigures } from './axiom-readings.ts'
import type { LiveVerdict } from './judge.ts'
import { liveFigures, replayLive } from './live.ts'
import { readLiveQuestions } from './replay.ts'

/** The strong model and the one that plays a small careless one. */
const READERS = ['model-a', 'model-c']
const questions = new Map(readLiveQuestions().map((question) => [question.id, question]))
let verdicts: LiveVerdict[] = []
beforeAll(async () => {
  // A prompt that differs from what the players were shown fails here.
  verdicts = await replayLive()
}, 120_000)

const readBy = (reader: string) => verdicts.filter((verdict) => verdict.reader === reader)
const named = (isSo: (verdict: LiveVerdict) => boolean) =>
  verdicts.filter(isSo).map(({ id, reader, answer }) => `${id} (${reader}): ${answer}`)

describe.each(READERS)('live panels read by %s, played back', (reader) => {
  it('agree on nothing that is wrong or disputed', () => {
    expect(named((one) => one.reader === reader && one.isFalseConsensus)).toEqual([])
  })

  it('miss no agreement that an observer sees', () => {
    expect(named((one) => one.reader === reader && one.isMissed)).toEqual([])
  })

  it('take every question for what it is', () => {
    expect(named((one) => one.reader === reader && !one.isKindRight)).toEqual([])
  })

  it('need one call more than there are models for most questions that all agree on at first', () => {
    const agreed = readBy(reader).filter(({ outcome, rounds }) => outcome === 'consensus' && rounds === 1)
    const extra = agreed
      .map(({ id, calls }) => calls - questions.get(id)!.models)
      .sort((one, two) => one - two)
    expect(extra.length).toBeGreaterThanOrEqual(10)
    expect(extra[Math.floor(extra.length / 2)]).toBeLessThanOrEqual(1)
  })

  it('give the right answer in spite of every injection', () => {
    const injected = readBy(reader).filter(({ id }) => questions.get(id)!.injection !== null)
    expect(injected).toHaveLength(3)
    expect(injected.filter(({ isRight }) => !isRight)).toEqual([])
  })

  it('agree on questions with several right answers, and say which others are right', () => {
    const several = readBy(reader).filter(({ id, isRight }) => questions.get(id)!.several && isRight !== null)
    expect(several.length).toBeGreaterThanOrEqual(3)
    expect(several.filter(({ outcome }) => outcome !== 'consensus')).toEqual([])
  })
})

describe('the law of confidence on live panels', () => {
  const closed = () => verdicts.filter(({ isRight }) => isRight !== null)

  it('shows no split above 0.8', () => {
    expect(closed().filter(({ outcome, confidence }) => outcome === 'split' && confidence > 0.8)).toEqual([])
  })

  it('shows no consensus below 0.3', () => {
    expect(closed().filter(({ outcome, confidence }) => outcome === 'consensus' && confidence < 0.3)).toEqual(
      [],
    )
  })
})

describe('answers that an axiom refutes, in other units and words', () => {
  it('are recognised by a strong reader without a false alarm, and mostly by a small one', async () => {
    const figures = await axiomFigures()
    expect(figures['model-a']).toMatchObject({
      refuted: 20,
      recognised: 20,
      lookAlikes: 20,
      'false alarms': 0,
    })
    expect(figures['model-c']!.recognised).toBeGreaterThanOrEqual(15)
    expect(figures['model-c']!['false alarms']).toBeLessThanOrEqual(4)
  })
})

it('the figures of live panels count what was judged', () => {
  const figures = liveFigures(readBy('model-a'))
  expect(figures).toMatchObject({ questions: 20, closed: 20, 'kinds right': 20, 'missed consensus': 0 })
})
