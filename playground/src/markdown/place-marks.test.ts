import { Marked, type Token } from 'marked'
import { describe, expect, it } from 'vitest'
import { partsOf, placeMarks } from './place-marks.ts'

const read = (text: string): Token[] => new Marked({ gfm: true }).lexer(text)

/** Which of the marks are placed that stand in a text as ^. */
function placedIn(marked: string): number[] {
  const parts = marked.split('^')
  const ends = parts.slice(0, -1).map((_, place) => parts.slice(0, place + 1).join('').length)
  return placeMarks(parts.join(''), ends, read)!.placed
}

describe('a mark', () => {
  it.each([
    ['a sentence', 'It is so.^ And so on.^'],
    ['a list', '- one^\n- two^\n  - three^'],
    ['emphasis', '**By day.**^ It is *blue*.^'],
    ['a heading', '## Why^\n\nBecause.^'],
    ['a cell of a table', '| a | b |\n| --- | --- |\n| one^ | two^ |'],
    ['a quotation', '> It is so.^\n> It was so.^'],
  ])('stands in %s', (_, text) => {
    expect(placedIn(text)).toEqual(
      text
        .split('^')
        .slice(1)
        .map((_, place) => place),
    )
  })

  it.each([
    ['in code', '```js\nlet a = 1^\n```'],
    ['in code within a line', 'Write `a = 1^` there.'],
    ['after the end of code, which would go on', '```js\nlet a = 1\n```^\n\nThen.'],
    ['beside a table', '| a | b |\n| --- | --- |\n| one | two |^'],
    ['in a link', 'See [the page^](https://example.org).'],
    ['in an address', 'See https://example.org^'],
    ['after the line under a heading', 'Why\n---^\n\nBecause.'],
    ['in markup', '<b onclick="x()^">no</b>'],
  ])('is left out %s', (_, text) => {
    expect(placedIn(text)).toEqual([])
  })

  it('that cannot be placed keeps no other from its place', () => {
    expect(placedIn('One.^\n\n```\ntwo^\n```\n\nThree.^')).toEqual([0, 2])
  })

  it('is not placed in a text that has such characters itself', () => {
    const text = 'It is so ⸨0⸩.'
    expect(placeMarks(text, [text.length], read)).toEqual({ tokens: read(text), placed: [] })
  })
})

it('leaves the text as it is around its marks', () => {
  const { tokens } = placeMarks('It is so. It was so.', [9, 20], read)!
  const [paragraph] = tokens
  expect(partsOf((paragraph as { text: string }).text)).toEqual(['It is so.', 0, ' It was so.', 1, ''])
})
