import { describe, expect, it } from 'vitest'
import { NO_WORDS } from '../../../test/support/no-words.ts'
import { signalsOf } from './create-question-verifier.ts'
import { readQuestion } from './read-question.ts'
import { pairKey, type WordTable } from './verifier-model.ts'
import { compareQuestions } from './word-order.ts'

const TABLE: WordTable = {
  rarity: new Map([
    ['guitar', 4],
    ['learn', 2],
  ]),
  rarest: 9,
  names: new Set(['kasparov']),
  alone: new Map([
    ['quickly', 0.4],
    ['india', -1.2],
  ]),
  instead: new Map([[pairKey('guitar', 'poker'), -2]]),
}

function signals(left: string, right: string, table = TABLE): Record<string, number> {
  return signalsOf(compareQuestions(readQuestion(left), readQuestion(right), table), table)
}

describe('signalsOf', () => {
  it('finds everything again of a question in itself', () => {
    const own = signals('How do I learn guitar?', 'How do I learn guitar?')
    expect(own['words left over, more']).toBe(0)
    expect(own['found again, less']).toBe(1)
    expect(own['share of words in common']).toBe(1)
    expect(own['same kind of question']).toBe(1)
  })

  it('does not depend on which question comes first', () => {
    const [one, other] = ['How do I learn guitar in India?', 'Why should people learn poker quickly?']
    expect(signals(one, other)).toEqual(signals(other, one))
  })

  it('counts words left over on the side with more of them', () => {
    expect(signals('learn guitar', 'learn poker in India')['words left over, more']).toBe(2)
  })

  it('knows what words say that stand alone, or for each other', () => {
    expect(signals('learn guitar', 'learn guitar in India')['worst left-over word']).toBe(-1.2)
    expect(signals('learn guitar', 'learn poker')['what exchanged words say']).toBe(-2)
  })

  it('knows names by the table where they are written small', () =>
    expect(signals('how good was kasparov', 'how good')['names left over, more']).toBe(1))

  it('weighs a rare word more than a common one', () =>
    expect(signals('learn guitar', 'learn', TABLE)['rarest left over']).toBe(4))

  it('has a number for every pair, even of nothing', () =>
    expect(Object.values(signals('', '?!', NO_WORDS)).every(Number.isFinite)).toBe(true))
})
