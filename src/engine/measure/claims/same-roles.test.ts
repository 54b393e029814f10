import { describe, expect, it } from 'vitest'
import { sameRoles } from './same-roles.ts'

const same = (left: string, right: string) => {
  const value = sameRoles(left, right)
  expect(sameRoles(right, left), 'the order does not matter').toBe(value)
  return value
}

describe('sameRoles', () => {
  it.each([
    ['Apple sued Samsung', 'Samsung sued Apple'],
    ['Apple sued Samsung', 'Apple was sued by Samsung'],
    ['Caesar was killed by Brutus', 'Brutus was killed by Caesar'],
    ['Alice lent money to Bob', 'Bob lent money to Alice'],
    ['It runs from Rome to Paris', 'It runs from Paris to Rome'],
    ['Mars is larger than Venus', 'Venus is larger than Mars'],
    ['gin before tonic', 'tonic before gin'],
    ['The dog bit the man', 'The man bit the dog'],
    ['The tenant pays the landlord', 'The landlord pays the tenant'],
  ])('tells %j from %j', (left, right) => {
    expect(same(left, right)).toBe(false)
  })

  it.each([
    ['Apple sued Samsung', 'Apple sued Samsung'],
    ['Apple sued Samsung', 'Samsung was sued by Apple'],
    ['Brutus killed Caesar', 'Caesar was killed by Brutus'],
    ['Vienna is the capital', 'The capital is Vienna'],
    ['In 2020 Biden won', 'Biden won in 2020'],
    ['Smith and Jones won', 'Jones and Smith won'],
    ['red, green and blue', 'blue, green and red'],
    ['Apple sued Samsung', 'It was painted in Rome'],
    ['', ''],
  ])('finds the same parts in %j and %j', (left, right) => {
    expect(same(left, right)).toBe(true)
  })
})
