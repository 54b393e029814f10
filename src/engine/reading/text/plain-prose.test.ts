import { describe, expect, it } from 'vitest'
import { plainProse } from './plain-prose.ts'

describe('plainProse', () => {
  it.each([
    ['**B** is `it`', 'B is it'],
    ['so \\textbf{(B)} and \\text{km}', 'so (B) and km'],
    ['5\\,\\mathrm{km}', '5 km'],
    ['so \\(x\\) is \\[y\\]', 'so x is  y '],
    ['two\r\nlines', 'two\nlines'],
    ['\\boxed{B}', '\\boxed{B}'],
  ])('makes %j into %j', (text, prose) => {
    expect(plainProse(text)).toBe(prose)
  })
})
