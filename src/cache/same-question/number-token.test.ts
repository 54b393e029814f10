import { describe, expect, it } from 'vitest'
import { joined, numberOf, unitNamed } from './read-question.ts'

describe('numberOf', () => {
  it.each([
    ['twelve', '12'],
    ['3.50', '3.5'],
    ['million', '1000000'],
    ['viii', '8'],
    ['twice', '2'],
    ['twelfth', '12'],
    ['21st', '21'],
  ])('reads %s as %s', (word, value) => expect(numberOf(word)?.value).toBe(value))

  it('keeps the third apart from three', () => {
    expect(numberOf('3rd')).toEqual({ value: '3', isOrdinal: true, isSoft: false })
    expect(numberOf('third')).toEqual(numberOf('3rd'))
    expect(numberOf('three')?.isOrdinal).toBe(false)
  })

  it('takes “one” for a number that may be none', () => expect(numberOf('one')?.isSoft).toBe(true))

  it.each(['first', '1st', 'h2o', '1960s', 'second', 'i', 'v', 'boston', ''])(
    'reads no number in %s',
    (word) => expect(numberOf(word)).toBeNull(),
  )
})

describe('joined', () => {
  it.each([
    ['3', 'million', '3000000'],
    ['twenty', 'five', '25'],
  ])('reads %s %s as one number', (one, other, value) =>
    expect(joined(numberOf(one)!, numberOf(other)!, other)?.value).toBe(value),
  )

  it.each([
    ['5', '3'],
    ['twenty', '5'],
    ['twenty', 'ten'],
    ['hundred', 'seven'],
    ['five', 'twenty'],
  ])('reads %s %s as two', (one, other) => expect(joined(numberOf(one)!, numberOf(other)!, other)).toBeNull())
})

describe('units', () => {
  it.each([
    ['km', 'kilometres'],
    ['kg', 'kilograms'],
    ['oz', 'ounces'],
    ['MHz', 'megahertz'],
    ['%', 'percent'],
  ])('%s and %s have one name', (short, long) => {
    const name = unitNamed(short, short.toLowerCase())
    expect(name).not.toBeNull()
    expect(unitNamed(long, long)).toBe(name)
  })

  it('are not prepositions', () => expect(unitNamed('in', 'in')).toBeNull())
})
