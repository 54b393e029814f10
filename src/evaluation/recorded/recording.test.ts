import { describe, expect, it } from 'vitest'
import { readMeasures } from '../../adapters/assets/data-files.ts'
import { RecordedRow, recordingsOf } from './recording.ts'
import { replay } from './replay.ts'

const MODELS = ['ada', 'bob', 'cleo']
const of = <Value>(...values: Value[]) =>
  Object.fromEntries(MODELS.map((model, index) => [model, values[index]!]))
const OPTIONS = ['a cat', 'a dog', 'a cow']
const measures = readMeasures()

/** Who is right in each row. */
function rightIn(rows: object[]) {
  const recordings = recordingsOf(rows.map((row) => RecordedRow.parse(row)))
  return recordings.map(({ replies }) => MODELS.filter((model) => replies.get(model)!.right))
}

describe('a recorded reply', () => {
  it('picks an option by its letter, and gold is the letter or the words of one', () => {
    expect(
      rightIn([
        {
          question: 'Which barks?',
          options: OPTIONS,
          gold: 'B',
          answers: of('The answer is (B).', 'B', 'C'),
        },
        { question: 'Which moos?', options: OPTIONS, gold: 'a cow', answers: of('C', 'It is (C)', null) },
      ]),
    ).toEqual([
      ['ada', 'bob'],
      ['ada', 'bob'],
    ])
  })

  it('is compared by value if gold is a number', () => {
    expect(
      rightIn([
        {
          question: 'How many are 2 and 2?',
          gold: '4.0',
          answers: of('2 + 2 = 4.', 'no idea', 'The answer is 5.'),
        },
        { question: 'How many are 3 and 3?', gold: 6, answers: of('6 apples', null, '{"answer": "6"}') },
      ]),
    ).toEqual([['ada'], ['ada', 'cleo']])
  })

  it('is right if it contains the words of gold, or of an alternative', () => {
    expect(
      rightIn([
        { question: 'What is water?', gold: 'H2O', answers: of('It is H2O', 'H₂O', 'H2O2') },
        { question: 'Who?', gold: 'Twain / Clemens', answers: of('Mark Twain', 'Samuel Clemens', 'Poe') },
      ]),
    ).toEqual([
      ['ada', 'bob'],
      ['ada', 'bob'],
    ])
  })

  it.each([
    ['free answer', { gold: 'Michelangelo', answers: of('Michelangelo', 'Buonarroti', 'Raphael') }],
    ['number', { gold: 12, answers: of('12', '12.4', '12') }],
    ['choice', { gold: 'A', options: OPTIONS, answers: of('A', 'B', 'A') }],
  ])('is judged by a verdict where there is one on a %s', (_, row) => {
    expect(rightIn([{ question: 'What?', ...row, correct: of(true, true, false) }])).toEqual([['ada', 'bob']])
  })

  it('counts as an answer of its own where nobody reads it and it is not certainly the same', async () => {
    const [recording] = recordingsOf([
      {
        question: 'Who painted it?',
        answers: of('Michelangelo painted it.', 'It was Michelangelo.', 'Raphael'),
      },
    ])
    const { groups, result } = await replay(recording!, MODELS, measures)
    expect(groups).toHaveLength(3)
    expect(result?.usage.phases?.map(({ phase }) => phase)).toContain('reading')
  })
})

describe('a row of a recorded panel', () => {
  it.each([
    ['without answers', { question: 'q', gold: 'A' }],
    ['with a single model', { question: 'q', gold: 'A', answers: { a: 'A' } }],
  ])('is refused %s', (_, row) => {
    expect(RecordedRow.safeParse(row).success).toBe(false)
  })
})
