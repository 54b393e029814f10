import { describe, expect, it } from 'vitest'
import { readQuestion } from '../reading/read-question.ts'
import { sameAtLength } from './long-questions.ts'

const STORY = `My neighbour ${'builds a wall and paints the fence '.repeat(12)}. What can I do about it?`
const same = (left: string, right: string) => sameAtLength(readQuestion(left), readQuestion(right)).same

describe('sameAtLength', () => {
  it('takes long texts for the same that differ in small things', () =>
    expect(same(STORY, STORY.replace('My neighbour', 'my neighbour,').replace('the fence', 'fence'))).toBe(
      true,
    ))

  it.each([
    ['another word', STORY.replace('wall', 'shed')],
    ['a negation', STORY.replace('builds', 'never builds')],
    [
      'another order',
      STORY.replace('builds a wall and paints the fence', 'paints the fence and builds a wall'),
    ],
    ['another question', STORY.replace('What can I do', 'Why do I care')],
    ['a number', `${STORY} In 30 days?`],
  ])('keeps apart what differs in %s', (_, other) => expect(same(STORY, other)).toBe(false))

  it('keeps apart code that differs in its signs alone', () =>
    expect(same(`${STORY} a >= b`, `${STORY} a <= b`)).toBe(false))

  it.each([
    ['It is -5 degrees.', 'It is 5 degrees.'],
    ['It costs 8 - 3.', 'It costs 8 / 3.'],
    ['It has 5 mW.', 'It has 5 MW.'],
  ])('keeps apart what ends with “%s” and with “%s”', (one, other) =>
    expect(same(`${STORY} ${one}`, `${STORY} ${other}`)).toBe(false),
  )

  it('never takes for the same what it has not read to its end', () => {
    const text = `${'word '.repeat(900)}`
    expect(same(`${text} yes`, `${text} no`)).toBe(false)
  })
})
