import { describe, expect, it } from 'vitest'
import { normaliseQuery } from '../../normalise-query.ts'
import { plainWording } from './plain-wording.ts'

function isSameQuestion(left: string, right: string): boolean {
  const wording = plainWording(left)
  return wording !== null && wording === plainWording(right)
}

describe('telling whether two questions are the same', () => {
  it.each([
    ['case', 'What is the speed of light?', 'WHAT IS THE SPEED OF LIGHT?'],
    ['spacing', 'What is the speed of light?', ' what is  the speed\nof light ? '],
    ['closing marks', 'What is the speed of light?', 'What is the speed of light...'],
    ['closing marks', 'Who won in 1966 at last, and where?', 'Who won in 1966 at last, and where?!'],
    ['a contraction', 'What is the speed of light?', "What's the speed of light"],
    ['a contraction', 'Who is the king of Spain?', 'Who’s the king of Spain?'],
    ['a contraction', 'Why is not the sky green?', "Why isn't the sky green?"],
    ['a contraction', 'Why cannot penguins fly?', "Why can't penguins fly?"],
    ['a contraction', 'Why will not oil mix with water?', "Why won't oil mix with water?"],
    ['an apostrophe’s shape', 'What is Newton’s law?', "What is Newton's law?"],
    ['the request', 'What is the speed of light?', 'Tell me the speed of light.'],
    [
      'the request',
      'What is the boiling point of H2O at sea level?',
      'Give me the boiling point of H2O at sea level',
    ],
    ['the request', 'Who is the king of Spain?', 'Tell me who is the king of Spain'],
    ['politeness', 'What is the speed of light?', 'Could you please tell me the speed of light?'],
    ['politeness', 'What is the speed of light?', 'Please, what is the speed of light?'],
    ['politeness', 'What is the speed of light?', 'What is the speed of light, please?'],
    ['politeness', 'What is a well-known law?', 'Please can you tell me what is a well-known law, please?'],
  ])('takes questions for the same that differ in %s: %j and %j', (_, left, right) => {
    expect(isSameQuestion(left, right)).toBe(true)
    expect(isSameQuestion(right, left)).toBe(true)
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
    ['a factorial', 'What is (3+2)!?', 'What is (3+2)?'],
    ['a derivative', "What is f'(3) if f(x)=x^2?", 'What is f(3) if f(x)=x^2?'],
    ['a negated sign', 'When is a != b true?', 'When is a = b true?'],
    ['a negating sign', 'What is !true?', 'What is true?'],
    ['quotes', 'What is the type of "null"?', 'What is the type of null?'],
    ['other quotes', "What is 'a' in C?", 'What is "a" in C?'],
    ['a slice', 'What is a[1:3] in Python?', 'What is a[1,3] in Python?'],
    ['a member', 'What is x.y?', 'What is x, y?'],
    ['a difference', 'What is a-b for a=5, b=2?', 'What is a b for a=5, b=2?'],
    ['a ratio', 'What is 3:2?', 'What is 3,2?'],
    ['a list', 'What is 1,5?', 'What is 1;5?'],
    ['a factor', 'What is the derivative of a x?', 'What is the derivative of x?'],
    ['an article after a preposition', 'Is he in charge of it?', 'Is he in the charge of it?'],
    ['an article after a preposition', 'Is she with child?', 'Is she with a child?'],
    ['a thing that there is', 'Which planets are there?', 'Which planets are?'],
    ['a comma', 'Shall we eat, grandma?', 'Shall we eat grandma?'],
    ['a hyphen', 'What is a man-eating shark?', 'What is a man eating shark?'],
    ['a separator of thousands', 'Who are the 12,000 people?', 'Who are the 12000 people?'],
    ['one and several', 'What is the series on air?', 'What are the series on air?'],
    ['a word that is asked for', 'How do you spell please?', 'How do you spell?'],
  ])('tells questions apart by %s: %j and %j', (_, left, right) => {
    expect(isSameQuestion(left, right)).toBe(false)
    expect(isSameQuestion(right, left)).toBe(false)
    expect(normaliseQuery(left)).not.toBe(normaliseQuery(right))
  })

  it.each(['2 + 2', '"light"', 'f(light)', 'light: why', 'light; heat', 'x', '1.5', '10³', 'light/heat'])(
    'rewords nothing where %j is in it',
    (piece) => {
      const [left, right] = [`What is the use of ${piece}`, `Tell me the use of ${piece}`]
      expect(isSameQuestion(left, right)).toBe(false)
    },
  )

  it('reads a long row of iotas once, which as accents could be read in countless ways', () => {
    expect(plainWording(`what is ${'ι'.repeat(5_000)}-`)).toBeNull()
    expect(plainWording(`what is ${'ι'.repeat(5_000)}`)).not.toBeNull()
  })
})
