import { describe, expect, it } from 'vitest'
import { withoutLatex } from './latex.ts'

describe('withoutLatex', () => {
  it.each([
    ['$42$', '42'],
    ['$$42$$', ' 42 '],
    ['$x = 2$ and $x = 3$', 'x = 2 and x = 3'],
    ['$5 or $6', '$5 or $6'],
    ['$5k and $6k', '$5k and $6k'],
    ['\\$5 and \\$6', '$5 and $6'],
    ['\\boxed{42}', '42'],
    ['\\boxed{\\text{(B)}}', '(B)'],
    ['\\boxed{\\frac{1}{\\sqrt{2}}}', '1/√(2)'],
    ['\\dfrac{3}{4}', '3/4'],
    ['3 \\times 10^{8}\\,\\mathrm{m/s}', '3 × 10^8 m/s'],
    ['20^{\\circ}\\text{C}', '20°C'],
    ['\\left\\{2, 3\\right\\}', '{2, 3}'],
    ['15\\%', '15%'],
    ['$10^{-3} $', '10^-3 '],
    ['1.2\\mathrm{~km}', '1.2 km'],
    ['x^{1/2}', 'x^(1/2)'],
    ['\\frac{-b + c}{2a}', '(-b + c)/2a'],
    ['\\alpha{x}', '\\alpha{x}'],
    ['{"a": 1}', '{"a": 1}'],
  ])('turns %j into %j', (text, plain) => expect(withoutLatex(text)).toBe(plain))

  it('opens boxes and keeps line breaks', () => {
    expect(withoutLatex('so\n$x$:\n\\boxed{\\frac{1}{2}}')).toBe('so\nx:\n1/2')
  })
})
