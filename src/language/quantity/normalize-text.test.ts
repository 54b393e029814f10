import { describe, expect, it } from 'vitest'
import { normalizeText } from './normalize-text.ts'

describe('normalizeText', () => {
  it.each([
    ['10⁸', '10^8'],
    ['10⁻³', '10^-3'],
    ['m·s⁻²', 'm·s^-2'],
    ['2½', '2 1/2'],
    ['¾', '3/4'],
    ['−5', '-5'],
    ['5–10', '5-10'],
    ['５００', '500'],
    ['299\u2009792\u202f458', '299 792 458'],
    ['  a \n b ', 'a b'],
    ['5 µm', '5 \u03bcm'],
    ['\u2126', '\u03a9'],
    ['37 ℃', '37 °C'],
    ['37 ºC', '37 °C'],
    ['it’s', "it's"],
    ['4\u200b2', '42'],
    ['$42$', '42'],
    ['$5', '$5'],
    ['\\boxed{42}', '42'],
    ['\\frac{3}{4}', '3/4'],
    ['3 \\times 10^{8}', '3 × 10^8'],
    ['20^\\circ\\text{C}', '20°C'],
    ['15\\%', '15%'],
  ])('turns %s into %s', (text, normal) => {
    expect(normalizeText(text)).toBe(normal)
  })

  it('leaves normal text as it is', () => {
    const text = 'about 42 km/h, or 3.5 m^2 * 2'
    expect(normalizeText(text)).toBe(text)
    expect(normalizeText(normalizeText('2½ × 10⁸'))).toBe(normalizeText('2½ × 10⁸'))
  })
})
