import { describe, expect, it } from 'vitest'
import { answerInProse } from './answer-in-prose.ts'

const CHOICE = 'Which animal barks?\nA. a cat\nB. a dog\nC. a cow'
const PROBLEM = 'Ann has 12 pens and buys 5 more. How many pens has she?'
const CLAIM = 'Is the sky blue?'
const SEVERAL = 'Who won, and how many votes did they get?'
const DIALOGUE = 'Summarise this dialogue.\nA: I am late again.\nB: Then take the bus.'
const OPEN = 'What is the capital of France?'
const LONG = 'Let us go through all that was said about this, one thing after the other. '.repeat(4)

describe('answerInProse', () => {
  it.each([
    [CHOICE, 'Dogs bark. So it is B.', 'B'],
    [CHOICE, 'The answer is B.\n\nQuestion: What purrs?\nThe answer is A.', 'B'],
    [CHOICE, 'Hard to say.', null],
    [PROBLEM, 'She has 12 + 5 = 17 pens.', '17 pens'],
    [PROBLEM, 'The answer is 17 pens in all.', '17 pens'],
    [PROBLEM, 'The answer is 17.\n\nQ: Ben has 3. How many?\nThe answer is 3.', '17'],
    [PROBLEM, 'She has 12 and 5 - x. So we cannot determine how many.', null],
    [PROBLEM, `${LONG}She has 12 + 5 = 17 of which then`, null],
    [PROBLEM, 'Quite some.', 'Quite some.'],
    ['How many are there?', `${LONG}There are some and`, `${LONG}There are some and`],
    [PROBLEM, 'She has **17** pens.', '17'],
    [PROBLEM, 'The answer is **17** pens in all.', '17'],
    [OPEN, `${LONG}It is Paris and`, `${LONG}It is Paris and`],
    [OPEN, 'Sorry, I do not know.', 'Sorry, I do not know.'],
    [OPEN, 'It lies on the Seine. The answer is Paris.', 'Paris'],
  ])('reads in answer to “%s” %j as %j', (query, text, answer) => {
    expect(answerInProse(text, query)).toBe(answer)
  })

  it.each([
    ['of yes or no', CLAIM, 'Light scatters. So the statement is true.'],
    ['of a name that is not stated as one', OPEN, 'Sure! It is Paris.'],
    ['of several things', SEVERAL, 'Alice won.\n\nThe answer is 120 votes.'],
    ['with speakers in it', DIALOGUE, 'A is late. The answer of B is: take the bus.'],
    [
      'of why',
      'Why is the sky blue?',
      '  Blue light scatters 4 times as much.\n\nThe answer is scattering.  ',
    ],
    ['of how', 'How does it work?', 'It works by:\n\n- one\n- two\n'],
    ['for a text', 'Write a function.', 'Sure!\n\n```python\ndef f():\n    pass\n```\n'],
    ['of a difference', 'What is the difference between HTTP 1 and HTTP 2?', 'The answer is 2 things.'],
  ])('takes all that is said to a question %s for the answer', (_, query, text) => {
    expect(answerInProse(text, query)).toBe(text)
  })

  it.each([
    [CHOICE, 'Dogs bark.\n\nSo it is **B**.'],
    [PROBLEM, 'She has $12 + 5 = 17$ pens.'],
    [PROBLEM, 'In total: 12 + 5 = **17** pens'],
    [PROBLEM, 'Thus \\boxed{17}.'],
    [OPEN, 'The answer is **Paris**, on the Seine.'],
  ])('takes from an answer to “%s” only what stands in it letter by letter: %j', (query, text) => {
    const answer = answerInProse(text, query)
    expect(answer).not.toBe(text)
    expect(text).toContain(answer)
  })
})
