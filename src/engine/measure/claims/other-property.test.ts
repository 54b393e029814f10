import { describe, expect, it } from 'vitest'
import { tellOtherThings } from './other-property.ts'

describe('two claims about one subject', () => {
  it.each([
    ['Maja Jager is an archer.', 'Maja Jager is a Danish archer.'],
    ['He was born in New York.', 'He was born in Queens, New York.'],
    ['Outler was born in 1908.', 'Outler was born in Georgia.'],
    ['Guilmant died in 1911.', 'Guilmant was an organist.'],
    ['The battle took place in 624.', 'The battle took place in western Arabia.'],
  ])('tell different things: %j, %j', (left, right) => {
    expect([tellOtherThings(left, right), tellOtherThings(right, left)]).toEqual([true, true])
  })

  it.each([
    ['another value', 'She was born in Georgia.', 'She was born in Texas.'],
    ['another number', 'The chapel was built in 1908.', 'Builders finished the chapel in 1910.'],
    ['the opposite', 'Vaccines raise the risk of autism.', 'Vaccines lower the risk of autism.'],
    ['a negation', 'A president can pardon himself.', 'A president cannot pardon himself.'],
    ['a limit', 'The drug is safe.', 'The drug is rarely safe.'],
    ['exchanged roles', 'The Moon orbits the Earth.', 'The Earth orbits the Moon.'],
    ['a sign', 'In this case x > y.', 'In this case x < y for large x.'],
    ['the order of the same words', 'All that is A is B.', 'All that is B is A.'],
    ['another language', 'La torre es alta.', 'La torre es alta y roja.'],
  ])('may exclude each other: %s', (_, left, right) => {
    expect([tellOtherThings(left, right), tellOtherThings(right, left)]).toEqual([false, false])
  })
})
