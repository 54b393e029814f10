import { describe, expect, it } from 'vitest'
import { readQuestionKinds } from '../../src/adapters/assets/data-files.ts'
import { questionKind } from '../../src/engine/reading/question/question-kind.ts'
import { readJsonLines } from '../json-lines.ts'
import { kindFigures } from './kinds.ts'
import { kindsFile, type LabelledQuestion } from './labelled-questions.ts'

const model = readQuestionKinds()
const recognised = ({ question }: LabelledQuestion) => questionKind(question, model)

describe('the kinds of labelled questions', () => {
  it('are recognised in 95 of 100 of the 400 questions, and no open or draft question is taken for closed', () => {
    const rows = readJsonLines<LabelledQuestion>(kindsFile('questions.jsonl'))
    const { questions, accuracy, destroyed } = kindFigures('the 400', rows, recognised)
    expect(questions).toBe(400)
    expect(accuracy).toBeGreaterThanOrEqual(0.95)
    expect(destroyed).toBe(0)
  })

  it('are recognised in 9 of 10 follow-ups by the turn before, which they would not be alone', () => {
    const rows = readJsonLines<LabelledQuestion>(kindsFile('follow-ups.jsonl'))
    const figures = kindFigures('follow-ups', rows, ({ question, before }) =>
      questionKind(question, model, before),
    )
    expect(figures.accuracy).toBeGreaterThanOrEqual(0.9)
    expect(figures.destroyed).toBe(0)
    expect(kindFigures('alone', rows, recognised).accuracy).toBeLessThan(0.7)
  })

  it('are counted as destroyed only where a text would be read as a closed answer', () => {
    const asked = (question: string, kind: 'closed' | 'open' | 'draft') => ({
      question,
      kind,
      language: 'en',
    })
    const figures = kindFigures(
      'three',
      [
        asked('Who wrote Hamlet?', 'open'),
        asked('Why is the sky blue?', 'closed'),
        asked('Write a poem.', 'draft'),
      ],
      ({ question }) =>
        question.startsWith('Who') ? 'closed' : question.startsWith('Why') ? 'open' : 'draft',
    )
    expect(figures.destroyed).toBe(1)
    expect(figures.accuracy).toBeCloseTo(1 / 3)
    expect(figures.confusion.closed.open).toBe(1)
  })
})
