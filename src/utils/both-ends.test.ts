import { expect, it } from 'vitest'
import { bothEnds } from './both-ends.ts'

it('a text within the limit is its own ends', () => {
  expect(bothEnds('abcdef', 6)).toBe('abcdef')
})

it('a longer text is its beginning and its end', () => {
  expect(bothEnds('abcdefg', 6)).toBe('abc\nefg')
})

it('no character is split', () => {
  expect(bothEnds('a👍bcdef👍g', 4)).toBe('a\ng')
})
