import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tries } from '../../../test/support/property-runs.ts'
import { takeMarksOff } from './marks.ts'

const MARKER = '0badcafe'
const POINTS = 5

/** A text with `#1` or `#2,5` for its marks. */
const marked = (text: string) => text.replaceAll(/#(\d[\d,; ]*\d|\d)/g, `[[${MARKER}:$1]]`)
const unmarked = (text: string) => takeMarksOff(marked(text), MARKER, POINTS)
/** The text without its marks, and each passage that had one with the numbers of its points. */
const passages = (text: string) => {
  const { text: plain, citations } = unmarked(text)
  return [
    plain,
    ...citations.map((citation) => [citation.text, ...citation.claims.map((place) => place + 1)]),
  ]
}

describe('a mark', () => {
  it.each([
    ['after the full stop', 'A is so. #1 B is not.', ['A is so. B is not.', ['A is so.', 1]]],
    ['right after the full stop', 'A is so.#1 B is not.', ['A is so. B is not.', ['A is so.', 1]]],
    ['before the full stop', 'A is so #1. B is not.', ['A is so. B is not.', ['A is so.', 1]]],
    ['before another stop', '是这样 #1。不是。', ['是这样。不是。', ['是这样。', 1]]],
    ['in a script without blanks', '是这样。#1 不是。 是。', ['是这样。不是。 是。', ['是这样。', 1]]],
    ['for several points', 'A is so #2,5.', ['A is so.', ['A is so.', 2, 5]]],
    ['for a point twice', 'A is so #2,2 3.', ['A is so.', ['A is so.', 2, 3]]],
    ['after another', 'A is so. #1 #2', ['A is so.', ['A is so.', 1, 2]]],
    ['on both sides of the full stop', 'A is so #1.#2 B.', ['A is so. B.', ['A is so.', 1, 2]]],
  ])('%s belongs to the passage before it', (_, text, expected) => {
    expect(passages(text)).toEqual(expected)
  })

  it.each([
    ['after a blank line', 'A. #1\nB.\n\n#2\n\nC.', ['A.\nB.\n\nC.', ['A.', 1], ['B.', 2]]],
    [
      'between lines that end as on Windows',
      'A. #1\r\nB.\r\n#2\r\nC.',
      ['A.\r\nB.\r\nC.', ['A.', 1], ['B.', 2]],
    ],
  ])('on a line of its own %s belongs to the line before it', (_, text, expected) => {
    expect(passages(text)).toEqual(expected)
  })

  it('goes with the tags of the prompt that a writer repeats', () => {
    const repeated = `<text-${MARKER} label="A">So it is. [[${MARKER}:2]]</text-${MARKER}>`
    expect(takeMarksOff(repeated, MARKER, POINTS)).toMatchObject({
      text: 'So it is.',
      citations: [{ claims: [1] }],
    })
  })

  it.each([
    ...[`[[${MARKER}: 2 and 5]]`, `[[${MARKER}:point 2, 5]]`, `[[${MARKER}:2,5]`, `[${MARKER}:2,5]`],
    ...[`[[ ${MARKER}:2,5]]`, `[[${MARKER.toUpperCase()}:2,5]]`, `(${MARKER}:2,5)`, `([[${MARKER}:2,5]])`],
    ...[`【${MARKER}:2,5】`, `\\[\\[${MARKER}:2,5\\]\\]`, `[[${MARKER}:2,5`, `[[point-${MARKER}:2,5]]`],
  ])('is taken off however it was written: %s', (mark) => {
    const { text, citations } = takeMarksOff(`So it is ${mark}.`, MARKER, POINTS)
    expect(text).toBe('So it is.')
    expect(citations).toMatchObject([{ claims: [1, 4] }])
  })

  it('ends a passage that begins at the mark before it', () => {
    expect(passages('A is so. #1 B may be, and so is C. #2')).toEqual([
      'A is so. B may be, and so is C.',
      ['A is so.', 1],
      ['B may be, and so is C.', 2],
    ])
  })

  it('ends a passage that begins no earlier than its line', () => {
    expect(passages('Nobody knows A.\nB is so. #1')).toEqual(['Nobody knows A.\nB is so.', ['B is so.', 1]])
  })

  it('on a line of its own belongs to the line before', () => {
    expect(passages('A is so.\n#1\nB is so.\n  #2 #3\n\nC.')).toEqual([
      'A is so.\nB is so.\n\nC.',
      ['A is so.', 1],
      ['B is so.', 2, 3],
    ])
  })

  it('leaves the signs of list items, quotations and headings out of its passage', () => {
    expect(passages('# Tides\n\n- a #1\n  * b. #2\n2) c #3\n> d #4\n')).toEqual([
      '# Tides\n\n- a\n  * b.\n2) c\n> d\n',
      ['a', 1],
      ['b.', 2],
      ['c', 3],
      ['d', 4],
    ])
  })

  it('may stand in the cells of a table, or after a row', () => {
    expect(passages('| a #1 | b #2 |\n|---|---|\n| c | d | #3')).toEqual([
      '| a | b |\n|---|---|\n| c | d |',
      ['| a', 1],
      ['| b', 2],
      ['| c | d |', 3],
    ])
  })

  it('names only points that there are', () => {
    expect(passages('A #9. B #0,1,6.')).toEqual(['A. B.', ['A. B.', 1]])
  })

  it('before all words rests on nothing', () => {
    expect(unmarked('#1').citations).toEqual([])
    expect(passages('#1\nA.')).toEqual(['\nA.'])
  })
})

describe('what is no mark', () => {
  it.each([
    ['without a marker', 'Take x[[1,2]] and [[3]].'],
    ['with another marker', 'As [[deadbeef:1]] says.'],
    ['in code', '```python\nx[[1,2]]\ny = m[[deadbeef:1]]\n```'],
    ['a link', 'See [[Tide:1]] and [1].'],
    ['the marker alone', `The ${MARKER} tag.`],
  ])('stays as it is: %s', (_, text) => {
    expect(takeMarksOff(text, MARKER, POINTS)).toEqual({ text, citations: [] })
  })
})

describe('whatever a writer writes', () => {
  const pieces = fc.constantFrom(
    ...[`[[${MARKER}:1]]`, `[[${MARKER}:2,5]]`, `[[${MARKER}:9]]`, '[[1,2]]', '[[deadbeef:1]]', '[[', ']]'],
    ...[' ', '\n', '\n\n', '\r\n', '\t', '- ', '1. ', '> ', '| ', '# ', '.', '!', '。', '```', '**'],
    ...['Tides rise', 'so', '👩‍🚀', 'é', '東京'],
  )
  const texts = fc.array(pieces, { maxLength: 30 }).map((parts) => parts.join(''))

  it('citations are passages of the text at their places, in order, apart from each other, on points that there are', () => {
    let cited = 0
    fc.assert(
      fc.property(texts, (written) => {
        const { text, citations } = takeMarksOff(written, MARKER, POINTS)
        let before = 0
        for (const citation of citations) {
          cited += 1
          expect(text.slice(citation.start, citation.end)).toBe(citation.text)
          expect(citation.text).not.toBe('')
          expect(citation.start).toBeGreaterThanOrEqual(before)
          before = citation.end
          expect(new Set(citation.claims).size).toBe(citation.claims.length)
          for (const place of citation.claims) expect([0, 1, 2, 3, 4]).toContain(place)
        }
      }),
      tries(2_000),
    )
    expect(cited, 'the law was put to the test').toBeGreaterThan(50)
  })

  it('nothing but marks and white space is taken off, and no mark stays', () => {
    const bare = (text: string) => text.replaceAll(/\s/g, '')
    fc.assert(
      fc.property(texts, (written) => {
        const { text } = takeMarksOff(written, MARKER, POINTS)
        expect(text).not.toContain(MARKER)
        expect(bare(text)).toBe(bare(written.replaceAll(/\[\[0badcafe:[\d,]*\]\]/g, '')))
      }),
      tries(2_000),
    )
  })

  it('a text without marks stays as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        expect(takeMarksOff(text, MARKER, POINTS)).toEqual({ text, citations: [] })
      }),
      tries(400),
    )
  })
})
