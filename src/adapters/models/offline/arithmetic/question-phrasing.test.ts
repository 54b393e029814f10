import { describe, expect, it } from 'vitest'
import { readQuestion } from './question-phrasing.ts'

describe('readQuestion', () => {
  it.each([
    ['What is 17 + 25?', '17 + 25'],
    ["what's 17 + 25", '17 + 25'],
    ['Could you please tell me what is the value of 17 + 25?', '17 + 25'],
    ['Please, calculate: 17 + 25 =', '17 + 25'],
    ['How much is 17 + 25?', '17 + 25'],
    ['what does 17 + 25 equal?', '17 + 25'],
    ['What is the sum of 17 and 25?', 'sum of 17 and 25'],
    ['3/4 as a decimal', '3/4'],
    ['What is 7!?', '7!'],
  ])('removes the phrasing around the expression in "%s"', (question, text) => {
    expect(readQuestion(question)).toEqual({ kind: 'expression', text })
  })

  it('puts the operands of a command in order', () => {
    expect(readQuestion('subtract 4 from 10')).toEqual({
      kind: 'operation',
      operator: '-',
      left: '10',
      right: '4',
    })
    expect(readQuestion('divide 10 by 4')).toEqual({
      kind: 'operation',
      operator: '/',
      left: '10',
      right: '4',
    })
  })

  it.each([
    ['how many seconds are there in an hour?', 's', '1 hour'],
    ['5 in in cm', 'cm', '5 in'],
    ['express 5 mi as kilometres', 'km', '5 mi'],
  ])('recognises a conversion in "%s"', (question, symbol, text) => {
    expect(readQuestion(question)).toMatchObject({
      kind: 'conversion',
      unit: { symbol },
      operand: { kind: 'expression', text },
    })
  })

  it('asks for a property of a number', () => {
    expect(readQuestion('Is 97 a prime number?')).toMatchObject({ property: 'prime', subject: '97' })
    expect(readQuestion('is 12 divisible by 5')).toMatchObject({
      property: 'divisible',
      subject: '12',
      divisor: '5',
    })
  })

  it.each(['', '   ', '?', 'what is 9/11', '2020-05-10', '1648-51', '5–10', 'x'.repeat(501)])(
    'does not recognise "%.20s"',
    (question) => {
      expect(readQuestion(question)).toBeNull()
    },
  )
})
