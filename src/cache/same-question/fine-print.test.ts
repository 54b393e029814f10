import { describe, expect, it } from 'vitest'
import { processorTime } from '../../../test/support/processor-time.ts'
import { hasOtherFinePrint } from './fine-print.ts'

describe('the fine print', () => {
  it.each([
    ['What is the square root of -4?', 'What is the square root of 4?'],
    ['What is .5 plus 1?', 'What is 5 plus 1?'],
    ['Can O+ donate to O-?', 'Can O- donate to O+?'],
    ['Convert 3 MHz to Hz', 'Convert 3 mHz to Hz'],
    ['1 mW in W', '1 MW in W'],
    ['How many Gb in a Tb?', 'How many GB in a TB?'],
    ['What is CO?', 'What is Co?'],
    ['What is the value of g?', 'What is the value of G?'],
    ['What does turkey mean?', 'What does Turkey mean?'],
    ['Was ist schwül?', 'Was ist schwul?'],
    ['What changed in Python 3.1?', 'What changed in Python 3.10?'],
    ['Upgrade from 3.1 to 3.10', 'Upgrade from 3.10 to 3.1'],
    ['What is a - (b - c)?', 'What is (a - b) - c?'],
    ['What is 8 - 3?', 'What is 8 : 3?'],
    ['What is !x?', 'What is x?'],
    ["What is f'(x)?", 'What is f(x)?'],
    ["What is 5' in cm?", 'What is 5" in cm?'],
    ['What is 20° in radians?', 'What is 20 in radians?'],
    ['What is x² at 3?', 'What is x2 at 3?'],
    ['Does "foo" == "Foo" in C?', 'Does "foo" == "foo" in C?'],
    ['Next in sequence: 1, 2, 4', 'Next in sequence: 4, 2, 1'],
    ['What comes after A, B, C?', 'What comes after C, B, A?'],
    ['Who is J. K. Smith?', 'Who is J. R. Smith?'],
  ])('sets “%s” and “%s” apart', (left, right) => {
    expect(hasOtherFinePrint(left, right)).toBe(true)
    expect(hasOtherFinePrint(right, left)).toBe(true)
  })

  it.each([
    ['How do I lose weight?', 'how do i lose weight'],
    ['Is Node.js fast?', 'is node.js fast?'],
    ['Is C++ faster than Java?', 'is c++ faster than java?'],
    ['how do i join sql tables', 'How do I join SQL tables?'],
    ['What is the best fish oil?', 'What is the best Fish Oil?'],
    ['Best laptop under $500?', 'What is the best laptop under $500'],
    ['What is 1,000 km in miles?', 'What is 1000 km in miles?'],
    ["What's the time in the U.S.?", 'What is the time in the U.S.'],
    ['TCP/IP - what is it?', 'What is TCP/IP?'],
    ['Who won in 2014 (in Brazil)?', 'Who won in 2014 in Brazil?'],
    ['What are all the "good" parts of JavaScript?', 'What are all the good parts of JavaScript'],
  ])('has nothing against “%s” and “%s”', (left, right) => expect(hasOtherFinePrint(left, right)).toBe(false))

  it('takes no time for texts made to take long', async () => {
    const time = await processorTime(() => {
      for (const part of ['a', '(', '-', '"', '1.', "'", '\u0301', 'a-', '1 ', 'a '])
        hasOtherFinePrint(part.repeat(2_000), `${part.repeat(1_999)}x`)
    })
    expect(time).toBeLessThan(5_000)
  })
})
