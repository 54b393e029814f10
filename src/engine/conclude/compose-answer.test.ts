import { describe, expect, it } from 'vitest'
import {
  type Line,
  runScripted,
  type Script,
  scriptedModels,
} from '../../../test/support/engine/scripted-panel.ts'
import { comparisonBy, sameText, stageOf } from '../../../test/support/engine/standings.ts'
import type { Camp } from '../measure/landscape.ts'
import type { ModelCall } from '../panel/model-port.ts'
import { bestText, composeAnswer } from './compose-answer.ts'

const FORTY_TWO = { answer: '42', reason: 'six times seven' }
const FORTY_ONE = { answer: '41', reason: 'counted by hand' }

/** Two seats for 42 that write what the lines say, in turn, and one for 41. */
function writeWith(...lines: Line[]) {
  const queue = [...lines]
  const writer: Script = ({ brief }) =>
    brief.phase === 'writing' ? (queue.shift() ?? new Error('out of lines')) : FORTY_TWO
  return runScripted({ ada: writer, bob: writer, cleo: FORTY_ONE }, { maxIterations: 1 })
}

const writings = (calls: ModelCall[]) => calls.filter(({ brief }) => brief.phase === 'writing')

describe('the writer of a divided panel', () => {
  it('is a seat of the winning camp, given the camp’s answer and reasons', async () => {
    const { result, calls } = writeWith('There are 42 of them, which is six times seven.')
    expect((await result).answer).toBe('There are 42 of them, which is six times seven.')
    const [call, ...others] = writings(calls)
    expect(others).toEqual([])
    expect(['ada', 'bob']).toContain(call!.seat.name)
    expect(call!.brief).toMatchObject({ answer: '42', reasons: ['six times seven'] })
  })

  it('is replaced by the next one of the camp when it fails', async () => {
    const { result, calls } = writeWith(new Error('overloaded'), 'There are 42 of them.')
    const { answer, usage } = await result
    expect(answer).toBe('There are 42 of them.')
    const names = writings(calls).map(({ seat }) => seat.name)
    expect([...names].sort()).toEqual(['ada', 'bob'])
    expect(usage.calls, 'three answers, a failed and a finished writing').toBe(5)
  })

  it('is replaced by the next one of the camp when its text was cut off, and both are counted', async () => {
    const { landscape } = await stageOf({ ada: '42', bob: '42', cleo: '41' })
    const texts = ['42', '42']
    const { askModel } = scriptedModels({ ada: () => texts.shift()!, bob: () => texts.shift()! })
    const { text, calls } = await composeAnswer({
      asked: { query: 'How many?', criteria: null },
      writer: null,
      iteration: 1,
      camps: landscape.camps,
      anchors: [],
      comparison: comparisonBy(sameText),
      ask: async (call) => (texts.length === 2 ? { ...(await askModel(call)), isCut: true } : askModel(call)),
      affords: () => true,
      signal: new AbortController().signal,
    })
    expect(text).toBe('42')
    expect(calls).toHaveLength(2)
  })

  it('is the central seat of the camp before any other', async () => {
    const { landscape } = await stageOf({ ada: '42', bob: '42', cleo: '42', dan: '41' })
    const [camp, other] = landscape.camps as [Camp, Camp]
    const down = new Error('down')
    const { askModel, calls } = scriptedModels({ ada: down, bob: down, cleo: down })
    const { text } = await composeAnswer({
      asked: { query: 'How many?', criteria: null },
      writer: null,
      iteration: 1,
      camps: [{ ...camp, central: camp.members[1]! }, other],
      anchors: [],
      comparison: comparisonBy(sameText),
      ask: askModel,
      affords: () => true,
      signal: new AbortController().signal,
    })
    expect(calls.map(({ seat }) => seat.name)).toEqual(['bob', 'ada', 'cleo'])
    expect(text).toBe('42')
  })

  it('is done without when every writer fails', async () => {
    const { result, calls } = writeWith(new Error('overloaded'), new Error('overloaded'))
    expect((await result).answer).toBe('42')
    expect(writings(calls)).toHaveLength(2)
  })

  it.each([
    ['says another answer', 'There are 41 of them.'],
    ['denies the answer', 'There are certainly not 42 of them.'],
    ['says nothing', '  '],
  ])('is not trusted when it %s: the camp’s own text stands', async (_, text) => {
    const { result, calls } = writeWith(text)
    expect((await result).answer).toBe('42')
    expect(writings(calls)).toHaveLength(1)
  })
})

describe('whether a writer is asked', () => {
  const phases = (calls: ModelCall[]) => calls.map(({ brief }) => brief.phase)

  it('is asked when all agree on a fact in a sentence', async () => {
    const answer = 'It was the architect of the northern pier who designed the old bridge.'
    const { result, calls } = runScripted(
      { ada: { answer }, bob: { answer } },
      { query: 'Who designed the old bridge?' },
    )
    await result
    expect(phases(calls)).toEqual(['exposition', 'exposition', 'writing'])
  })

  it.each([
    ['open-ended', 'Why is the sky blue?', 'Because the air scatters blue light the most.'],
    ['code', 'Write a function that adds.', 'def add(a, b):\n    return a + b\n'],
  ])('is not asked for an answer that is %s: the text stands as it was written', async (_, query, answer) => {
    const { result, calls } = runScripted(
      { ada: { answer, reason: 'Simple.' }, bob: { answer, reason: 'As asked.' } },
      { query },
    )
    expect((await result).answer).toBe(answer)
    expect(phases(calls)).toEqual(['exposition', 'exposition'])
  })

  it('is not asked when a single seat stands behind the answer', async () => {
    const { result, calls } = runScripted(
      { ada: FORTY_TWO, bob: FORTY_ONE, cleo: { answer: '40' } },
      { maxIterations: 1 },
    )
    await result
    expect(phases(calls)).not.toContain('writing')
  })

  it('is not asked for a single shot, in which each model speaks exactly once', async () => {
    const { result, calls } = runScripted(
      { ada: FORTY_TWO, bob: FORTY_TWO, cleo: FORTY_ONE },
      { maxIterations: 1, compose: false },
    )
    const { answer, outcome, entries, usage } = await result
    expect(calls.map(({ seat, brief }) => `${seat.name} ${brief.phase}`).sort()).toEqual([
      'ada exposition',
      'bob exposition',
      'cleo exposition',
    ])
    expect({ answer, outcome }).toEqual({ answer: '42', outcome: 'majority' })
    expect(entries).toHaveLength(1)
    expect(usage.calls).toBe(3)
  })
})

describe('bestText', () => {
  const COUNT = 'How many are there?'

  it.each([
    ['the bare answer without a reason', { answer: '42', reason: '' }, '42'],
    ['the answer, with nothing added to it', { answer: '42', reason: 'six times seven' }, '42'],
    ['a sentence that says the answer', { answer: '42', reason: 'There are 42.' }, 'There are 42.'],
    ['no sentence that denies it', { answer: '42', reason: 'There are not 42.' }, '42'],
    ['no more than a sentence', { answer: '42', reason: 'There are 42. I counted.' }, '42'],
    ['the answer where another number holds it', { answer: '4', reason: 'It is 14 less 10.' }, '4'],
    ['the answer where only a fragment says it', { answer: '42', reason: 'since 42 fit' }, '42'],
    ['a text as it is', { answer: 'It is  so.\n', reason: 'It is  so.\n' }, 'It is  so.\n'],
  ])('gives %s', (_, position, text) => {
    expect(bestText({ ...position, claims: [] }, COUNT)).toBe(text)
  })

  it('does not take a letter of a word for the answer', () => {
    expect(bestText({ answer: 'C', reason: 'Carbon it is.', claims: [] }, 'Which one?')).toBe('C')
  })
})
