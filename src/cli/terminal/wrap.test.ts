import stringWidth from 'string-width'
import { expect, it } from 'vitest'
import { wrap } from './wrap.ts'

it('breaks a long text without spaces at the width', () => {
  const lines = wrap('長い文章'.repeat(5_000), 40)
  expect(lines.join('')).toBe('長い文章'.repeat(5_000))
  expect(new Set(lines.slice(0, -1).map((line) => stringWidth(line)))).toEqual(new Set([40]))
})

it('does not count changes of style in a long run', () => {
  const styled = '\u001b[1mab\u001b[22m'.repeat(150)
  expect(wrap(styled, 30).every((line) => stringWidth(line) <= 30)).toBe(true)
  expect(wrap(styled, 30).map((line) => stringWidth(line))).toEqual(Array(10).fill(30))
})
