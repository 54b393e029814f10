import { describe, expect, it } from 'vitest'
import { classOf } from './word-classes.ts'

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
