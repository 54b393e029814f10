import { describe, expect, it } from 'vitest'
import { classOf, isDate } from './word-classes.ts'

describe('classOf', () => {
  it.each([
    ['without', 'negation'],
    ['should', 'modality'],
    ['most', 'quantity'],
    ['your', 'self'],
    ['really', 'filler'],
    ['boston', null],
    ['same', null],
  ])('%s is of %s', (word, name) => expect(classOf(word)).toBe(name))
})

describe('dates', () => {
  it.each(['monday', 'mondays', 'june', 'tonight'])('%s is one', (word) => expect(isDate(word)).toBe(true))
  it.each(['may', 'march', 'boston'])('%s need not be one', (word) => expect(isDate(word)).toBe(false))
})
