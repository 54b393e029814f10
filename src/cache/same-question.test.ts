import { describe, expect, it } from 'vitest'
import { isSameQuestion } from './same-question.ts'

/** As similar as two questions can be: only the wording decides. */
const CLOSE = 0.99

describe('telling whether two questions are the same', () => {
  it.each([
    ['What is the speed of light in a vacuum?', 'what is the speed of light in vacuum'],
    ['What is the speed of light?', "What's the speed of light"],
    ['What is the speed of light?', 'Tell me the speed of light.'],
    ['What is the speed of light?', 'Could you please tell me the speed of light?'],
    ['What is the speed of light?', 'Please, what is the speed of light?'],
    ['What is the speed of light?', 'What is the speed of light, please?'],
    ['How many planets are in the solar system?', 'How many planets are there in the solar system?'],
    ['Who is the king of Spain?', 'Tell me who is the king of Spain'],
    ['What is a state-of-the-art engine?', 'What is a state of the art engine?'],
    ['How many people are 12,000 people?', 'How many people are 12000 people?'],
  ])('takes %j and %j for the same', (left, right) => {
    expect(isSameQuestion(left, right, CLOSE)).toBe(true)
    expect(isSameQuestion(right, left, CLOSE)).toBe(true)
  })

  it.each([
    ['another sign', 'What is 12 + 5?', 'What is 12 - 5?'],
    ['another sign', 'What is 12 * 5?', 'What is 12 / 5?'],
    ['another sign', 'Is 5 > 3?', 'Is 5 < 3?'],
    ['a sign more', 'What is -5 squared?', 'What is 5 squared?'],
    ['a sign more', 'What is 50% of 80?', 'What is 50 of 80?'],
    ['another currency', 'Is $5 enough?', 'Is €5 enough?'],
    ['a superscript', 'What is 10³?', 'What is 103?'],
    ['a factorial', 'What is 5! in words?', 'What is 5 in words?'],
    ['another number', 'What is 12 + 5?', 'What is 12 + 6?'],
    ['a decimal point', 'What is 1.5 times 2?', 'What is 15 times 2?'],
    ['a leading point', 'What is .5 times 2?', 'What is 5 times 2?'],
    ['another unit', 'What is 5 mW in watts?', 'What is 5 MW in watts?'],
    ['numbers in another order', 'What is 12 minus 5?', 'What is 5 minus 12?'],
    ['a negation', 'Is zero positive?', 'Is zero not positive?'],
    ['a negation', 'Can penguins fly?', "Can't penguins fly?"],
    ['a negation', 'Which animals lay eggs?', 'Which animals never lay eggs?'],
    ['the direction', 'How far is it from Paris to Rome?', 'How far is it from Rome to Paris?'],
    ['the direction', 'Did Rome conquer Greece?', 'Did Greece conquer Rome?'],
    ['another name', 'What is the capital of France?', 'What is the capital of Spain?'],
    ['the time', 'Who is the king of Spain?', 'Who was the king of Spain?'],
    ['before and after', 'Who reigned before Henry?', 'Who reigned after Henry?'],
    ['on and off', 'How do I turn on the pump?', 'How do I turn off the pump?'],
    ['all and some', 'Are all swans white?', 'Are some swans white?'],
    ['and and or', 'Is it red and round?', 'Is it red or round?'],
    ['may and must', 'May I stop here?', 'Must I stop here?'],
    ['an article that matters', 'What is time?', 'What is the time?'],
    ['one and the definition', 'Give me a prime number', 'What is a prime number?'],
    ['an ending that matters', 'What is painting?', 'What is paint?'],
    ['another question word', 'Where was Newton born?', 'When was Newton born?'],
  ])('tells questions apart by %s: %j and %j', (_, left, right) => {
    expect(isSameQuestion(left, right, CLOSE)).toBe(false)
    expect(isSameQuestion(right, left, CLOSE)).toBe(false)
  })

  it('wants a high similarity even where the wording agrees', () => {
    const [left, right] = ['What is the speed of light?', 'Tell me the speed of light']
    expect(isSameQuestion(left, right, 0.9)).toBe(true)
    expect(isSameQuestion(left, right, 0.89)).toBe(false)
  })
})
