import { describe, expect, it } from 'vitest'
import { processorTime } from '../../test/support/processor-time.ts'
import { readMarkdown } from './read-markdown.ts'

const read = (text: string) => readMarkdown(text, { breaks: true })
const filled = (unit: string, length: number) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length)
const around = (before: string, after: string, length: number) => {
  const times = length / (before.length + after.length)
  return before.repeat(times) + after.repeat(times)
}
const columns = (count: number) => `${'|a'.repeat(count)}\n${'|-'.repeat(count)}\n${'|\n'.repeat(count)}`

/** Each took the parser seconds, at 10 kB or at 100 kB. */
const HOSTILE: Array<[string, (length: number) => string]> = [
  ['emphasis that begins', (length) => filled('_*a', length)],
  ['emphasis in emphasis', (length) => around('*a ', 'a*', length)],
  ['strikethrough in strikethrough', (length) => around('~~a ', 'a~~', length)],
  ['emphasis between punctuation', (length) => filled('"*a"', length)],
  ['exclamation marks', (length) => filled('!', length)],
  ['markup', (length) => filled('<b>*a', length)],
  ['brackets', (length) => filled('![[](', length)],
  ['quotations in quotations', (length) => around('> ', 'a\n', length)],
  ['lists in lists', (length) => around('- ', 'a\n', length)],
  ['quotations that go on', (length) => filled('>a\nb\n', length)],
  ['lists of every kind', (length) => filled('+ a\n- a\n', length)],
  ['empty items', (length) => filled('-\n a\n', length)],
  ['an item of many lines', (length) => `- a\n${filled('  lorem ipsum dolor\n', length)}`],
  ['tasks', (length) => filled('- [x] a\n', length)],
  ['a table of many columns', (length) => columns(length / 8)],
  ['a definition of spaces', (length) => `[a]:${' '.repeat(length)}\n`],
  ['an address of brackets', (length) => `http://a${')'.repeat(length)}`],
  ['formulas that do not end', (length) => filled('\\(x ', length)],
  ['prices', (length) => filled('$5 ', length)],
  ['formulas in lines of their own', (length) => filled('\n\\[\n', length)],
  ['an address of points', (length) => `www.a${'.'.repeat(length)}`],
]

describe('what takes the parser ever longer', () => {
  it.each(HOSTILE)('is read in a moment: %s', async (_, text) => {
    for (const length of [10_000, 20_000, 95_000, 200_000])
      expect(await processorTime(() => read(text(length)))).toBeLessThan(1_000)
  })

  it('leaves the rest of the text formatted', () => {
    const tokens = read(`*one*\n\n${'_*a'.repeat(3_333)}\n\n**two**`)!
    const shown = tokens.flatMap((token) => ('tokens' in token ? (token.tokens ?? []) : []))
    expect(shown.map(({ type }) => type)).toEqual(['em', 'text', 'strong'])
  })

  it('keeps its lines apart', () => {
    const lines = Array.from({ length: 20 }, () => '_*a'.repeat(100)).join('\n')
    const [paragraph] = read(lines)! as Array<{ tokens: Array<{ raw: string }> }>
    expect(paragraph!.tokens.map(({ raw }) => raw).join('')).toBe(lines)
    expect(paragraph!.tokens).toHaveLength(39)
  })
})

it('reads ordinary texts of any length that models write', () => {
  const text =
    '# Why\n\nLight of *short* waves is **scattered**, see [this](https://example.org).\n\n- `one`\n  - two\n\n'
  const tokens = read(filled(text, 60_000))!
  expect(tokens.filter(({ type }) => type === 'list').length).toBeGreaterThan(500)
  expect(JSON.stringify(tokens).split('"type":"strong"').length).toBeGreaterThan(500)
})
