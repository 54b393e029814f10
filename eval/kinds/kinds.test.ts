import { describe, expect, it } from 'vitest'
import { readJsonLines } from '../json-lines.ts'
import { kindFigures, kindsFile, type LabelledQuestion } from './kinds.ts'

function figuresOf(file: string) {
  return kindFigures(file, readJsonLines<LabelledQuestion>(kindsFile(file)))
}

describe('the kinds of labelled questions', () => {
  it('are recognised in 95 of 100 of the 400 questions, and no open or draft question is taken for closed', () => {
    const { questions, accuracy, destroyed } = figuresOf('questions.jsonl')
    expect(questions).toBe(400)
    expect(accuracy).toBeGreaterThanOrEqual(0.95)
    expect(destroyed).toBe(0)
  })

  it('are recognised in the development set, in every language', () => {
    const { accuracy, destroyed, languages } = figuresOf('development.jsonl')
    expect(accuracy).toBeGreaterThanOrEqual(0.98)
    expect(destroyed).toBe(0)
    expect(Object.keys(languages).length).toBeGreaterThanOrEqual(17)
    for (const [language, { right, questions }] of Object.entries(languages))
      expect(right / questions, language).toBeGreaterThan(0.95)
  })

  it('are counted as destroyed only where a text would be read as a closed answer', () => {
    const asked = (question: string, kind: 'closed' | 'open' | 'draft') => ({
      question,
      kind,
      language: 'en',
    })
    const figures = kindFigures('three', [
      asked('Who wrote Hamlet?', 'open'),
      asked('Why is the sky blue?', 'closed'),
      asked('Write a poem.', 'draft'),
    ])
    expect(figures.destroyed).toBe(1)
    expect(figures.accuracy).toBeCloseTo(1 / 3)
    expect(figures.confusion.closed.open).toBe(1)
  })
})
