import { describe, expect, it } from 'vitest'
import { concludedTruth } from './concluded-truth.ts'

describe('concludedTruth', () => {
  it.each([
    ['Light scatters. So the statement is true.', 'Yes'],
    ['Light scatters. Hence the claim must be false.', 'No'],
    ['It scatters, so it is not correct.', 'No'],
    ['It scatters, so this is not false.', 'Yes'],
    ['The claim that cats bark is **incorrect**.', 'No'],
    ['Yes, the statement is false.', null],
    ['The statement is false. But who knows.', null],
    ['It is no longer so.', null],
    ['It is blue.', null],
  ])('reads %j as %j', (text, truth) => {
    expect(concludedTruth(text)).toBe(truth)
  })
})
