import { describe, expect, it } from 'vitest'
import { classOf, isRoleMark } from './word-classes.ts'

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

it('recognises words that mark the role of the next words', () => {
  expect(['from', 'in', 'by'].every(isRoleMark)).toBe(true)
  expect(['really', 'boston'].some(isRoleMark)).toBe(false)
})
