import { describe, expect, it } from 'vitest'
import { answerKind } from './answer-kind.ts'

const CHOICE = 'Which animal barks? (A) a cat (B) a dog (C) a cow'
const OPEN_ENDED = { kind: 'open', unlike: 'the answer is open-ended' }
const RECORDED = { kind: 'open', unlike: null }
const SENTENCE = 'It is known to be the river that runs through the town'

describe('answerKind', () => {
  it.each([
    ['B', CHOICE],
    ['a dog', CHOICE],
  ])('takes %j for a choice', (answer, query) => {
    expect(answerKind(answer, query)).toEqual({ kind: 'choice', unlike: null })
  })

  it.each(['42', '42 km', 'over 50'])('takes %j for a number', (answer) => {
    expect(answerKind(answer, 'How many are there?')).toEqual({ kind: 'number', unlike: null })
  })

  it.each(['Paris', 'red, green, blue', '20 July 1969', SENTENCE])(
    'takes %j for an open answer as they were recorded',
    (answer) => {
      expect(answerKind(answer, 'What is it?')).toEqual(RECORDED)
    },
  )

  it('is wary of yes and no', () => {
    const { kind, unlike } = answerKind('Yes, it does.', 'Does it float?')
    expect(kind).toBe('open')
    expect(unlike).toContain('yes-or-no')
  })

  it.each([
    'Why is it so?',
    'How does it work?',
    'Please explain it.',
    'Could you please describe it?',
    'Should I do it?',
    'What do you think of it?',
    'Tell me about the river',
  ])('takes a text in answer to %j for open-ended', (query) => {
    expect(answerKind(SENTENCE, query)).toEqual(OPEN_ENDED)
  })

  it.each([
    'How many are there?',
    'How long is it?',
    'How heavy is it?',
    'Who knows why?',
    'Which writer is it?',
  ])('takes a text in answer to %j for a fact', (query) => {
    expect(answerKind(SENTENCE, query)).toEqual(RECORDED)
  })

  it('takes a short answer for one, whatever was asked', () => {
    expect(answerKind('42', 'Why is it so?')).toEqual({ kind: 'number', unlike: null })
    expect(answerKind('Paris', 'Why is it so?')).toEqual(RECORDED)
  })

  it('takes what runs on for an exposition of its own', () => {
    const words = (count: number) => Array.from({ length: count }, (_, index) => `was${index}`).join(' ')
    expect(answerKind(words(120), 'What is it?')).toEqual(RECORDED)
    expect(answerKind(words(121), 'What is it?')).toEqual(OPEN_ENDED)
  })
})
