import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalAnswer } from './answer/canonical-answer.ts'
import { isDeclining } from './prose/declining.ts'
import { type ParsedReply, parseReply } from './reply/parse-reply.ts'
import { normalForm } from './text/normal-form.ts'

const QUESTIONS = {
  number: 'Ann has 12 pens and buys 5 more. How many pens has she?',
  options: 'Which animal barks?\nA. a cat\nB. a dog\nC. a cow',
  truth: 'Is a tomato a fruit?',
  name: 'What is the capital of France?',
  reason: 'Why is the sky blue?',
  text: 'Write a function that adds one.',
  severalThings: 'Who won, and how many votes did they get?',
}
const HTTP = 'What is the difference between HTTP 1 and HTTP 2?'
const DIALOGUE = 'Summarise this dialogue.\nA: I am late again.\nB: Then take the bus.'
const UNWRITABLE = /\0|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g

function replyIn(text: string, query: string): ParsedReply {
  const reading = parseReply(text, query)
  if (!('reply' in reading)) throw new Error(`no reply was read: ${reading.abstention.message}`)
  return reading.reply
}

/** Texts full of what is easily lost: mark-up, line breaks, letters, numbers and phrases that announce an answer. */
const easilyLost = fc
  .array(
    fc.constantFrom(
      ...['  ', '\n', '\r\n', '\t', '**', '__init__', '`', '```', '$x=2$', '\\boxed{42}', '{"a": 1}', '}'],
      ...['B', '(B)', 'A:', '17', '1,206,000', '120 votes', 'yes', 'No,', 'Alice', 'the answer is ', '. '],
      ...['Answer: ', 'HTTP 2', 'because', '東京', 'nicht', '😀', '\0', '\uD800', '"', '#### ', '| a | b |'],
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map((parts) => parts.join(' '))
const anyText = fc.oneof(easilyLost, fc.string({ unit: 'binary', maxLength: 60 }))
const anyQuestion = fc.constantFrom(...Object.values(QUESTIONS), HTTP, DIALOGUE, '')

describe('reading a structured answer', () => {
  it('keeps it byte for byte, whatever it is and whatever was asked', () => {
    fc.assert(
      fc.property(anyText, anyText, anyQuestion, (answer, reason, query) => {
        const reading = parseReply(JSON.stringify({ answer, reason }), query)
        if ('reply' in reading) {
          expect(reading.reply.answer).toBe(answer.replace(UNWRITABLE, '\uFFFD'))
          expect(reading.reply.reason).toBe(reason.trim().replace(UNWRITABLE, '\uFFFD'))
        } else {
          const said = normalForm(answer)
          expect(isDeclining(said) || !/[\p{L}\p{N}\p{S}]/u.test(said)).toBe(true)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('keeps all that stands in an answer that is an object or a list', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), anyQuestion, (value, query) => {
        const answer = { given: value, x: 1 }
        const reading = parseReply(JSON.stringify({ answer }), query)
        expect('reply' in reading && JSON.parse(reading.reply.answer)).toEqual(
          JSON.parse(JSON.stringify(answer).replace(/\\u0000|\\ud[89a-f][0-9a-f]{2}/gi, '\uFFFD')),
        )
      }),
    )
  })

  it.each([
    ['code', 'def __init__(self):\n    if self.x:\n        return **kwargs\n'],
    ['a table', '| a | b |\n|---|---|\n| 1 | 2 |'],
    ['Markdown', '# Title\n\n- **one**\n- `two`\n\n> three'],
    ['a regular expression', '^(?:a|b)+\\s*$'],
    ['LaTeX', '$$\\frac{1}{2}$$ and \\(x \\in \\{2, 3\\}\\)'],
    ['a long text', 'A sentence of the story.\n'.repeat(2_000)],
    ['another script', '日本の首都は東京です。\n\n'],
  ])('keeps %s as it was written, with no reason behind it', (_, answer) => {
    const reply = replyIn(JSON.stringify({ answer, reason: 'Simple.' }), QUESTIONS.text)
    expect(reply).toMatchObject({ answer, reason: 'Simple.' })
    expect(reply.notes).toBeUndefined()
  })

  it.each([
    [HTTP, 'HTTP 1 is text, HTTP 2 is binary', 'HTTP 2 multiplexes its streams'],
    ['Who won, and how many votes did they get?', 'Alice won with 120 votes', 'Bob won with 120 votes'],
    [DIALOGUE, 'A is late and B proposes the bus', 'A quarrels with B'],
  ])('makes no number or letter of the answers to “%s”', (query, left, right) => {
    const [one, other] = [left, right].map((answer) => replyIn(JSON.stringify({ answer }), query).answer)
    expect([one, other]).toEqual([left, right])
    for (const answer of [left, right])
      expect(['quantity', 'option']).not.toContain(canonicalAnswer(answer, query).kind)
  })
})

describe('reading prose', () => {
  const words = (text: string) => text.match(/[\p{L}\p{N}]+/gu) ?? []

  it('drops no word of it: each stands in the answer or in the reason', () => {
    const prose = fc
      .array(
        fc.constantFrom(
          ...[
            'She has 12 + 5 = 17 pens.',
            'So it is B.',
            'The answer is 17.',
            'The answer is Paris.',
            'Yes.',
          ],
          ...[
            'No, it is not.',
            'Alice won with 120 votes.',
            '**Answer:** (B)',
            'Sure!',
            'Dogs bark, cats purr.',
          ],
          ...[
            '```\nx = 1\n```',
            '\\boxed{17}',
            'Therefore, the statement is false.',
            '#### 42',
            'Hope this helps!',
          ],
          ...[
            'Question: what purrs?',
            '- one\n- two',
            'Die Antwort ist Paris.',
            '答案：东京。',
            'Blue light scatters.',
          ],
        ),
        { minLength: 1, maxLength: 8 },
      )
      .chain((sentences) => fc.constantFrom(' ', '\n', '\n\n').map((space) => sentences.join(space)))
    fc.assert(
      fc.property(prose, anyQuestion, (text, query) => {
        const reading = parseReply(text, query)
        if (!('reply' in reading)) return
        const { answer, reason } = reading.reply
        const kept = new Set(words(`${answer}\n${reason}`))
        expect(words(text).filter((word) => !kept.has(word))).toEqual([])
        expect([answer, reason], 'the prose is kept whole').toContain(text)
      }),
      { numRuns: 500 },
    )
  })

  it.each([QUESTIONS.reason, QUESTIONS.text, QUESTIONS.severalThings, HTTP, DIALOGUE])(
    'takes the whole of it for the answer to “%s”',
    (query) => {
      fc.assert(
        fc.property(easilyLost, (said) => {
          const text = `  So,\n${said.replace(UNWRITABLE, '')}`
          const reading = parseReply(text, query)
          fc.pre('reply' in reading && !text.includes('{'))
          expect('reply' in reading && reading.reply).toMatchObject({ answer: text, reason: '' })
        }),
      )
    },
  )

  it('takes an object that is no reply for the answer, as it stands', () => {
    const text = '{\n  "host": "x",\n  "port": 5\n}'
    expect(replyIn(text, 'Write the settings as JSON.')).toMatchObject({ answer: text, reason: '' })
  })
})
