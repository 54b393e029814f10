import { describe, expect, it } from 'vitest'
import { sameCauses } from './same-causes.ts'

describe('sameCauses', () => {
  it.each([
    ['Inflation causes higher wages in most years', 'Higher wages cause inflation in the long run'],
    ['Stress leads to poor sleep', 'Stress results from poor sleep'],
    ['Because the vessels narrow, the pressure rises', 'The vessels narrow because of rising pressure'],
    ['Warming is due to carbon dioxide', 'Warming drives carbon dioxide up'],
  ])('tells %j from %j', (left, right) => {
    expect(sameCauses(left, right)).toBe(false)
    expect(sameCauses(right, left)).toBe(false)
  })

  it.each([
    ['Smoking causes cancer', 'Cancer is caused by smoking'],
    ['Smoking causes cancer', 'Cancer results from smoking'],
    ['Because the vessels narrow, the pressure rises', 'The pressure rises because the vessels narrow'],
    ['Smoking causes cancer', 'Smoking is a habit'],
    ['Because it is so', 'It is so because'],
    ['Smoking causes cancer', 'Smoking and cancer produce costs'],
  ])('finds no exchange in %j and %j', (left, right) => {
    expect(sameCauses(left, right)).toBe(true)
    expect(sameCauses(right, left)).toBe(true)
  })
})
