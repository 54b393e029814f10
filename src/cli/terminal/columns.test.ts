import { expect, it } from 'vitest'
import { processorTime } from '../../../test/support/processor-time.ts'
import { cutTo, padTo, widthOf, wrap } from './columns.ts'

it('counts the columns of wide letters, emoji and combining marks', () => {
  expect(['abc', '東京', '👩‍🚀', 'é', '\u001b[1mbold\u001b[22m'].map(widthOf)).toEqual([3, 4, 2, 1, 4])
})

it('cuts by columns and never through a letter', () => {
  expect(cutTo(5, 'short')).toBe('short')
  expect(cutTo(6, 'too long')).toBe('too l…')
  expect(cutTo(6, '東京タワー')).toBe('東京…')
  expect(cutTo(4, '👩‍🚀👩‍🚀👩‍🚀')).toBe('👩‍🚀…')
  expect(cutTo(0, 'none')).toBe('')
  for (const text of ['東京タワー is tall', '👩‍🚀 in space, for long'])
    for (let columns = 1; columns < 20; columns++)
      expect(widthOf(cutTo(columns, text))).toBeLessThanOrEqual(columns)
})

it('fills up by columns, on either side', () => {
  expect(padTo(6, '東京')).toBe('東京  ')
  expect(padTo(4, '7', 'left')).toBe('   7')
  expect(padTo(2, 'longer')).toBe('longer')
})

it('wraps words, and breaks those that are too long', () => {
  expect(wrap('one two three', 7)).toEqual(['one two', 'three'])
  expect(wrap('東京タワーは高い', 6).every((line) => widthOf(line) <= 6)).toBe(true)
})

it('breaks a long text without spaces at the width', () => {
  const lines = wrap('長い文章'.repeat(5_000), 40)
  expect(lines.join('')).toBe('長い文章'.repeat(5_000))
  expect(new Set(lines.slice(0, -1).map((line) => widthOf(line)))).toEqual(new Set([40]))
})

it('does not count changes of style in a long run', () => {
  const styled = '\u001b[1mab\u001b[22m'.repeat(150)
  expect(wrap(styled, 30).every((line) => widthOf(line) <= 30)).toBe(true)
  expect(wrap(styled, 30).map((line) => widthOf(line))).toEqual(Array(10).fill(30))
})

it('breaks long runs of characters without a width, which would take half a minute', async () => {
  const run = '\u200b'.repeat(40_000)
  expect(await processorTime(() => wrap(run, 80))).toBeLessThan(2_000)
  expect(wrap(run, 80).length).toBeGreaterThan(1)
})

it('takes a line that fits as it is', () => {
  expect(wrap('one  two \n three', 1_000)).toEqual(['one  two', 'three'])
})
