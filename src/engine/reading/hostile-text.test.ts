import { describe, expect, it } from 'vitest'
import { expectGrowth, filled, leastTime } from '../../../test/support/growth.ts'
import { sample, share } from '../../../test/support/property-runs.ts'
import { takeMarksOff } from '../conclude/marks.ts'
import { readGroups } from '../reader/read-groups.ts'
import { readFindings, readMap } from '../reader/read-map.ts'
import { standsIn } from '../reader/stands-in.ts'
import { readReply } from './read-reply.ts'
import { readPointRulings, readRulings } from './read-rulings.ts'
import { relationOn } from './relate.ts'

const LONGEST_QUERY = share(200_000)
/** As much as a provider may send, in the long test; in the usual one all pieces make up shorter texts. */
const LONGEST_REPLY = share(2_000_000, 16)
const LONGEST_QUESTIONED = share(256_000, 16)

const PIECES = [
  ...[
    ' ',
    '\n',
    '\t ',
    '{',
    '}',
    '{}',
    '{"',
    '{"a":',
    '{"a":1}',
    '```{"',
    '\\"',
    '{"answer":"',
    '[',
    '(',
    ')',
    '"',
    "'",
    '“',
    '`',
    '```',
  ],
  ...[
    '9',
    '1,111,',
    '1 111 ',
    '1/',
    '1/1.',
    '9.9e-99 ',
    '1e1999 ',
    '7^2300 ',
    '5 km ',
    'one ',
    'a ',
    '-',
    '.',
    ',',
  ],
  ...[
    'a',
    'A',
    'É',
    'Ab ',
    'A) ',
    'A) x\n',
    '. ',
    'x; ',
    'not ',
    'and ',
    '$',
    '*',
    '#',
    '|',
    '<',
    '\\',
    '\\boxed{',
    '\\frac{',
  ],
  ...[
    'answer',
    'answer ',
    'answer is ',
    'answer is\n',
    'the answer: ',
    'sorry, ',
    'over ',
    'thousand ',
    'm ',
    'é',
  ],
]
const REPLY_PIECES = [
  ...['<think>', '</think>', '<panel>', '</panel>', '<panel>{"', '<panel>{"kind":"closed","answer":"'],
  ...[
    '{"kind":"closed"}',
    '\n```\n',
    '~~~\n',
    '\r\n',
    '"kind"',
    'I cannot answer. ',
    'As an AI ',
    'there is no ',
  ],
  ...['it is not ', ', but ', "{'a':'", '{a:', '/*', '//', '", ', '":', 'a cat '],
]
const LABELS = Array.from({ length: 16 }, (_, index) => `P${index + 1}`)
const RULING_PIECES = [
  'P1',
  '"P1",',
  '{"label":"P1","verdict":"right"},',
  '"rulings":[',
  '["P1"],',
  '"groups":[[',
]
const REPLY_OPENINGS = ['', 'so', '{"answer":"', '<panel>{"kind":"closed","answer":"']
const ANSWER_OPENINGS = ['', '5 ', 'so']
const LONG_ANSWER = share(100_000, 8)
const QUICK_MS = 1_000

describe('the time it takes to read a hostile text grows no faster than the text', () => {
  it.each(sample([...PIECES, ...REPLY_PIECES]))(
    'in a reply full of %j',
    async (piece) => {
      for (const opening of REPLY_OPENINGS)
        await expectGrowth((text) => readReply(text, {}), filled(opening, piece), LONGEST_REPLY)
    },
    20 * 60_000,
  )

  it.each(sample([...PIECES, ...RULING_PIECES]))(
    'in rulings or groups full of %j',
    async (piece) => {
      const replies = LABELS.map((label) => ({ label, answer: label, text: label }))
      for (const opening of ['', '{"rulings":[', '{"reasoning":"', '{"groups":[[']) {
        const make = filled(opening, piece)
        await expectGrowth((text) => readRulings(text, LABELS), make, LONGEST_QUESTIONED)
        await expectGrowth((text) => readGroups(text, replies, () => 'unknown'), make, LONGEST_QUESTIONED)
      }
    },
    20 * 60_000,
  )

  it.each(sample([...PIECES, 'C1', '"C1",', '{"label":"C1","verdict":"true"},']))(
    'in rulings on points full of %j',
    async (piece) => {
      const labels = Array.from({ length: 16 }, (_, index) => `C${index + 1}`)
      for (const opening of ['', '{"rulings":[', '{"rulings":[{"label":"']) {
        const make = filled(opening, piece)
        await expectGrowth((text) => readPointRulings(text, labels), make, LONGEST_QUESTIONED)
      }
    },
    20 * 60_000,
  )

  it.each(
    sample([...PIECES, '…', '...', '[…]', '**', '\\n>', '{"label":"R1","stance":"says","quote":"tide"},']),
  )(
    'in a map, a check or a quotation full of %j',
    async (piece) => {
      const said = filled('The tide comes in. ', piece)(LONGEST_QUESTIONED)
      const texts = [{ label: 'R1', text: said }]
      for (const opening of [
        '',
        '{"points":[{"text":"x","stances":[{"label":"R1","stance":"says","quote":"',
      ]) {
        const make = filled(opening, piece)
        await expectGrowth((text) => readMap(text, texts), make, LONGEST_QUESTIONED)
        await expectGrowth((text) => readFindings(text, said), make, LONGEST_QUESTIONED)
        await expectGrowth((text) => standsIn(text, text), make, LONGEST_QUESTIONED)
      }
    },
    20 * 60_000,
  )

  it.each(
    sample([
      ...PIECES,
      '[[',
      '[[0badcafe:',
      '[[0badcafe:1]]',
      '\n[[0badcafe:1]]',
      ' [[0badcafe:1,',
      '[[0badcafe:1]] \t',
    ]),
  )(
    'in a text with marks full of %j',
    async (piece) => {
      for (const opening of ['', '[[0badcafe:', '\n '])
        await expectGrowth(
          (text) => takeMarksOff(text, '0badcafe', 16),
          filled(opening, piece),
          LONGEST_QUESTIONED,
        )
    },
    20 * 60_000,
  )

  it.each(sample(PIECES))(
    'in an answer or a question full of %j',
    async (piece) => {
      for (const opening of ANSWER_OPENINGS) {
        const relate = (text: string) => relationOn(text)(`${text} 5`, `7 is ${text}`)
        await expectGrowth(relate, filled(opening, piece), LONGEST_QUERY)
      }
    },
    20 * 60_000,
  )
})

describe('relating two long hostile answers', () => {
  it.each(sample([...PIECES, ...REPLY_PIECES]))('is quick where they are full of %j', async (piece) => {
    const relate = relationOn('Which?\nA. a cat\nB. a dog\nC. a cow')
    const [left, right] = [filled('so ', piece)(LONG_ANSWER), filled('It is 5. ', piece)(LONG_ANSWER)]
    expect(await leastTime(() => relate(left, right), QUICK_MS)).toBeLessThan(QUICK_MS)
  })
})

describe('reading a hostile text', () => {
  it('does not overflow the stack, however deep it nests', () => {
    const deep = '['.repeat(200_000) + ']'.repeat(200_000)
    for (const text of [`{"answer":${deep}}`, `<panel>{"answer":${deep}}</panel>`, '{"a":'.repeat(100_000)]) {
      expect(() => readReply(text, {})).not.toThrow()
      expect(() => readRulings(text, LABELS)).not.toThrow()
      expect(() => readMap(text, [{ label: 'R1', text }])).not.toThrow()
      expect(() => readFindings(text, text)).not.toThrow()
    }
    const open = `5 ${'('.repeat(15_900)}`
    expect(() => relationOn(open)(open, `${open})`)).not.toThrow()
  })
})
