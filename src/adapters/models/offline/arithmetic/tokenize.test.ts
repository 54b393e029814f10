import { describe, expect, it } from 'vitest'
import { formatLiteral } from './format-amount.ts'
import { type Token, tokenize } from './tokenize.ts'

function shape(token: Token): string {
  if (token.kind === 'amount') return formatLiteral(token.amount)
  if (token.kind === 'operator') return token.operator
  return 'name' in token ? token.name : token.kind
}

function tokens(text: string): string | null {
  return tokenize(text)?.map(shape).join(' | ') ?? null
}

describe('tokenize', () => {
  it.each([
    ['17+25', '17 | + | 25'],
    ['17 added to 25', '17 | + | 25'],
    ['seven multiplied by eight', '7 | * | 8'],
    ['4x5', '4 | * | 5'],
    ['5 km x 2', '5 km | * | 2'],
    ['60 km/h * 2 h', '60 km/h | * | 2 h'],
    ['6 km / 2 h', '6 km | / | 2 h'],
    ['5 m-3 m', '5 m | - | 3 m'],
    ['3/4', '3 | / | 4'],
    ['3/4 of 8', '0.75 | of | 8'],
    ['2 1/2', '2.5'],
    ['5-1/2', '5 | - | 1 | / | 2'],
    ['17 % 5', '17 | mod | 5'],
    ['15% of 5', '15% | of | 5'],
    ['2 to the fourth power', '2 | ^ | 4'],
    ['2 raised to the power of 4', '2 | ^ | 4'],
    ['the square root of 16', 'square-root | 16'],
    ['5!', '5 | factorial'],
    ['sum of 3,4, and 5', 'sum | 3 | comma | 4 | comma | 5'],
    ['sum of 1,000 and 5', 'sum | 1000 | and | 5'],
    ['min(3 min, 2)', 'minimum | open | 3 min | comma | 2 | close'],
    ['minus five', '- | 5'],
    ['1e3', '1000'],
    ['', ''],
  ])('splits "%s" into %s', (text, expected) => {
    expect(tokens(text)).toBe(expected)
  })

  it.each(['5G', '5th', 'hello', '3 apples', '3 + x', '3 4', '2(3)', '* 3', '3 # 4', '15% 80'])(
    'rejects "%s"',
    (text) => {
      expect(tokenize(text)).toBeNull()
    },
  )
})
