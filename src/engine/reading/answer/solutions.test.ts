import { describe, expect, it } from 'vitest'
import { solutionsIn } from './solutions.ts'

describe('solutionsIn', () => {
  it.each([
    'x = 2 and x = 3',
    'x = 2 or x = 3',
    'x=2, x=3',
    'x ∈ {2, 3}',
    '{2, 3}',
    '2, 3',
    '2; 3',
    '2 and 3',
    'two and three',
    'x_1 = 2, x_2 = 3',
  ])('finds 2 and 3 in %j', (text) => {
    expect(solutionsIn(text)).toEqual(['2/1', '3/1'])
  })

  it('tells each with its own unknown where there are several', () => {
    expect(solutionsIn('x = 2, y = 3')).toEqual(['x=2/1', 'y=3/1'])
    expect(solutionsIn('x = 3, y = 2')).not.toEqual(solutionsIn('x = 2, y = 3'))
  })

  it('tells their units and bounds', () => {
    expect(solutionsIn('2 km, 3 km')).toEqual(['2/1 km', '3/1 km'])
    expect(solutionsIn('x = 0.5 and over 3')?.[0]).toBe('1/2')
    expect(solutionsIn('2, over 3')).not.toEqual(solutionsIn('2, 3'))
  })

  it.each([
    ['one number', '2'],
    ['one solution', 'x = 2'],
    ['numbers of which only one is meant', '2 or 3'],
    ['things with their numbers', '2 pens and 3 books'],
    ['a sentence', 'The roots are 2 and 3'],
    ['names', 'red, blue'],
    ['nothing', ''],
  ])('finds none in %s', (_, text) => {
    expect(solutionsIn(text)).toBeNull()
  })
})
