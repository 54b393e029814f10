import { describe, expect, it } from 'vitest'
import { answerInProse, settledStatement } from './answer-in-prose.ts'

const CHOICE = 'Which animal barks?\nA. a cat\nB. a dog\nC. a cow'
const PROBLEM = 'Ann has 12 pens and buys 5 more. How many pens has she?'
const CLAIM = 'Is the sky blue?'
const OPEN = 'What is the capital of France?'
const LONG = 'Let us go through all that was said about this, one thing after the other. '.repeat(4)

describe('answerInProse', () => {
  it.each([
    [CHOICE, 'Dogs bark. So it is B.', 'B'],
    [CHOICE, 'The answer is B.\n\nQuestion: What purrs?\nThe answer is A.', 'B'],
    [CHOICE, 'Let me see.\nQuestion: what barks?\nThe answer is B.', 'B'],
    [CHOICE, 'Hard to say.', null],
    [PROBLEM, 'She has 12 + 5 = 17 pens.', '17 pens'],
    [PROBLEM, 'The answer is 17 pens in all.', '17 pens'],
    [PROBLEM, 'The answer is 17.\n\nQ: Ben has 3. How many?\nThe answer is 3.', '17'],
    [PROBLEM, 'She has 12 and 5 - x. So we cannot determine how many.', null],
    [PROBLEM, `${LONG}She has 12 + 5 = 17 of which then`, null],
    [PROBLEM, 'Quite some.', 'Quite some.'],
    ['How many are there?', `${LONG}There are some and`, `${LONG}There are some and`],
    [CLAIM, 'Light scatters. So the statement is true.', 'Yes'],
    [CLAIM, 'Light scatters.', 'Light scatters.'],
    [OPEN, 'Sure! It is Paris.', 'It is Paris.'],
    [OPEN, `${LONG}It is Paris and`, `${LONG}It is Paris and`],
    [OPEN, 'Sorry, I do not know.', 'Sorry, I do not know.'],
    [OPEN, 'It lies on the Seine. The answer is Paris.', 'Paris'],
  ])('reads in answer to “%s” %j as %j', (query, text, answer) => {
    expect(answerInProse(text, query)).toBe(answer)
  })
})

describe('settledStatement', () => {
  it.each([
    [CHOICE, 'B, as dogs bark', 'B'],
    [CHOICE, 'a horse', 'a horse'],
    [PROBLEM, '17 pens in her bag', '17 pens'],
    [PROBLEM, '17', '17'],
    [OPEN, '17 pens in her bag', '17 pens in her bag'],
  ])('takes in answer to “%s” %j for %j', (query, statement, settled) => {
    expect(settledStatement(statement, query)).toBe(settled)
  })
})
