import { describe, expect, it } from 'vitest'
import { AGREEMENT, embedWords } from '../../../test/support/engine/scripted-panel.ts'
import { expectGrowth, filled, leastTime } from '../../../test/support/growth.ts'
import { share } from '../../../test/support/property-runs.ts'
import { comparisonOn } from '../measure/agreement/compare-answers.ts'
import { canonicalAnswer } from './answer/canonical-answer.ts'
import { parseReply } from './reply/parse-reply.ts'
import { readDispute } from './reply/read-dispute.ts'
import { readExamination } from './reply/read-examination.ts'

const LONGEST_QUERY = share(16_000)
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
  ...[
    'the answer is ',
    'answer is A. ',
    'option A ',
    'A is ',
    'correct option is ',
    '= 5 ',
    '5 + 3 = 8. ',
    'So 5. ',
  ],
  ...['<think>', '</think>', '<answer>', '#### ', '## Answer\n', '\nQuestion:', '\nQ', 'I cannot answer. '],
  ...['As an AI ', 'there is no ', 'it is not ', 'the x y ', ', but ', '[1]', '[^1^]', '【', 'none of the '],
  ...['statement is ', 'e.g. ', "{'a':'", '{a:', '/*', '//', '", ', '":', 'a cat '],
]
const QUESTIONS = [
  'Which?\nA. a cat\nB. a dog\nC. a cow',
  'He had 5 and got 3. How many has he?',
  'Is it so?',
]
const REPLY_OPENINGS = ['so', 'answer is', 'sorry', '{"answer":"']
const ANSWER_OPENINGS = ['', '5 ', 'so']
const LONG_ANSWER = share(100_000, 8)
const QUICK_MS = 1_000

function agreement(query: string, left: string, right: string): Promise<number> {
  return comparisonOn(query, { embed: embedWords, model: AGREEMENT }).agree(left, right)
}

describe('the time it takes to read a hostile text grows no faster than the text', () => {
  it.each(PIECES)(
    'in a reply full of %j',
    async (piece) => {
      for (const opening of REPLY_OPENINGS)
        await expectGrowth((text) => parseReply(text, text), filled(opening, piece), LONGEST_QUERY)
      await expectGrowth((text) => parseReply(text), filled('', piece), LONGEST_REPLY)
    },
    20 * 60_000,
  )

  it.each([...PIECES, ...REPLY_PIECES])(
    'in a reply to a question full of %j',
    async (piece) => {
      for (const question of QUESTIONS)
        for (const opening of ['', '{"answer":"'])
          await expectGrowth((text) => parseReply(text, question), filled(opening, piece), LONGEST_QUESTIONED)
    },
    20 * 60_000,
  )

  it.each([
    ...PIECES,
    'C1',
    'C1: ',
    'C1: true\n',
    '"C1",',
    '{"claim":"C1","verdict":"true"},',
    '"true":["C1"],',
  ])(
    'in a verdict on claims full of %j',
    async (piece) => {
      const labels = Array.from({ length: 24 }, (_, index) => `C${index + 1}`)
      const examined = labels.map((label) => ({ label, texts: [label] as [string] }))
      const disputed = labels.map((label) => ({
        label,
        text: label,
        for: [],
        against: [],
        own: null,
        mustAnswer: null,
      }))
      for (const opening of ['', '{"true":"', '{"true":[', '{"rulings":[']) {
        const make = filled(opening, piece)
        await expectGrowth((text) => readExamination(text, examined), make, LONGEST_QUESTIONED)
        await expectGrowth((text) => readDispute(text, disputed), make, LONGEST_QUESTIONED)
      }
    },
    20 * 60_000,
  )

  it.each(PIECES)(
    'in an answer or a question full of %j',
    async (piece) => {
      for (const opening of ANSWER_OPENINGS) {
        const make = filled(opening, piece)
        await expectGrowth((text) => canonicalAnswer(text, text), make, LONGEST_QUERY)
        const agree = (text: string) => agreement(text, `${text} 5`, `7 is ${text}`)
        await expectGrowth(agree, make, LONGEST_QUERY)
      }
    },
    20 * 60_000,
  )

  it('in texts that are all different numbers', async () => {
    const numbers = (from: number) => (size: number) =>
      Array.from({ length: Math.ceil(size / 6) }, (_, index) => `${from + index * 7}.${index % 10}`).join(' ')
    const agree = (text: string) => agreement(text, `It is ${numbers(3)(4_000)}`, `So ${text}`)
    await expectGrowth(agree, numbers(500), LONGEST_QUERY)
  })
})

describe('comparing two long hostile texts', () => {
  it.each([...PIECES, ...REPLY_PIECES])('is quick where they are full of %j', async (piece) => {
    for (const question of QUESTIONS) {
      const [left, right] = [filled('so ', piece)(LONG_ANSWER), filled('It is 5. ', piece)(LONG_ANSWER)]
      const time = await leastTime(() => agreement(question, left, right), QUICK_MS)
      expect(time).toBeLessThan(QUICK_MS)
    }
  })

  it('is quick where every word, name or number is another', async () => {
    const words = (write: (index: number) => string) =>
      Array.from({ length: LONG_ANSWER / 8 }, (_, index) => write(index)).join(' ')
    for (const write of [
      (index: number) => `word${index}`,
      (index: number) => `Name${index.toString(36).replace(/\d/g, 'x')}`,
      (index: number) => `${index * 7}.5`,
      (index: number) => `not ${index} km,`,
    ]) {
      const [left, right] = [`So ${words(write)}`, `It is ${words((index) => write(index + 1))}`]
      expect(await leastTime(() => agreement(QUESTIONS[2]!, left, right), QUICK_MS)).toBeLessThan(QUICK_MS)
    }
  })
})

describe('reading a hostile text', () => {
  it('does not overflow the stack, however deep it nests', () => {
    const deep = '['.repeat(200_000) + ']'.repeat(200_000)
    expect(() => parseReply(`{"answer":${deep}}`)).not.toThrow()
    expect(() => parseReply('{"a":'.repeat(100_000))).not.toThrow()
    expect(() => canonicalAnswer(`5 ${'('.repeat(15_900)}`, `5 ${'('.repeat(15_900)}`)).not.toThrow()
  })
})
