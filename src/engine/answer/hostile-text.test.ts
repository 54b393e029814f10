import { describe, expect, it } from 'vitest'
import { embedWords } from '../testing/scripted-panel.ts'
import { agreementOn } from './agreement.ts'
import { canonicalAnswer } from './canonical-answer.ts'
import { parseReply } from './parse-reply.ts'

const LONGEST_QUERY = 16_000
const LONGEST_REPLY = 1_000_000
const FIRST_SIZE = 1_000

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
const REPLY_OPENINGS = ['so', 'answer is', 'sorry', '{"answer":"']
const ANSWER_OPENINGS = ['', '5 ', 'so']

/** The least time of three runs, so that a busy machine is not mistaken for a slow program. */
async function leastTime(run: () => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < 3 && (round === 0 || least > 5); round++) {
    const started = performance.now()
    await run()
    least = Math.min(least, performance.now() - started)
  }
  return least
}

/** Doubling the text may double the time, not multiply it by four or eight; times too short to tell are let pass. */
async function expectGrowth(
  read: (text: string) => unknown,
  make: (size: number) => string,
  longest: number,
) {
  let before = Number.POSITIVE_INFINITY
  for (let size = FIRST_SIZE; size <= longest; size *= 2) {
    const text = make(size)
    const time = await leastTime(() => read(text))
    expect(time, `${size} characters of ${JSON.stringify(text.slice(0, 20))}`).toBeLessThan(3.4 * before + 60)
    before = time
  }
}

function filled(opening: string, piece: string): (size: number) => string {
  return (size) => `${opening}${piece.repeat(Math.ceil(size / piece.length)).slice(0, size)}x`
}

describe('the time it takes to read a hostile text grows no faster than the text', () => {
  it.each(PIECES)(
    'in a reply full of %j',
    async (piece) => {
      for (const opening of REPLY_OPENINGS)
        await expectGrowth(parseReply, filled(opening, piece), LONGEST_QUERY)
      await expectGrowth(parseReply, filled('', piece), LONGEST_REPLY)
    },
    60_000,
  )

  it.each(PIECES)(
    'in an answer or a question full of %j',
    async (piece) => {
      for (const opening of ANSWER_OPENINGS) {
        const make = filled(opening, piece)
        await expectGrowth((text) => canonicalAnswer(text, text), make, LONGEST_QUERY)
        const agree = (text: string) => agreementOn(text, embedWords)(`${text} 5`, `7 is ${text}`)
        await expectGrowth(agree, make, LONGEST_QUERY)
      }
    },
    60_000,
  )

  it('in texts that are all different numbers', async () => {
    const numbers = (from: number) => (size: number) =>
      Array.from({ length: Math.ceil(size / 6) }, (_, index) => `${from + index * 7}.${index % 10}`).join(' ')
    const agree = (text: string) => agreementOn(text, embedWords)(`It is ${numbers(3)(4_000)}`, `So ${text}`)
    await expectGrowth(agree, numbers(500), LONGEST_QUERY)
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
