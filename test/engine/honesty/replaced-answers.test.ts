import { describe, expect, it } from 'vitest'
import { firstRound, runShipped } from '../../support/shipped-panel.ts'

const DIALOGUE =
  'Summarise this dialogue.\nA: We could meet at noon.\nB: Noon is fine, but not in the office.'
const CASES: Array<[name: string, query: string, answers: string[]]> = [
  [
    'the numbers in a question about two versions',
    'What is the difference between HTTP 1 and HTTP 2?',
    [
      'HTTP 1 sends one request at a time over a connection, HTTP 2 multiplexes many.',
      'HTTP 2 compresses headers.',
      'HTTP 2 is a binary protocol while HTTP 1 is text.',
    ],
  ],
  [
    'the number that all winners have in common',
    'Who won the election and how many votes did they get?',
    ['Alice, with 120 votes', 'Bob, with 120 votes', 'Carol, with 120 votes'],
  ],
  [
    'the letter of a speaker',
    DIALOGUE,
    [
      'A suggests noon, B agrees to the time and refuses the place.',
      'A wants to meet in the office, and B would rather not come at all.',
      'B invites A to lunch.',
    ],
  ],
]

describe('12.1 a structured answer', () => {
  it.each(CASES)('is not replaced by %s', async (_, query, answers) => {
    const { outcome, entries, confidence, answer } = await firstRound(query, answers)
    expect(outcome).not.toBe('consensus')
    expect(confidence).toBeLessThan(0.6)
    expect(entries[0]!.responses.map((response) => response.answer).sort()).toEqual([...answers].sort())
    expect(answers).toContain(answer)
  })
})

const CODE =
  'class Counter:\n    def __init__(self):\n\tself.n = 0  # **not** bold\n\n    def add(self):\n        self.n += 1\n'
const TEXTS: Array<[name: string, query: string, text: string]> = [
  ['Python with its indentation and underscores', 'Write a Python class that counts.', CODE],
  ['a regular expression', 'Write a regex for a date.', '^\\d{4}-\\d{2}-\\d{2}$'],
  ['JSON', 'Give the config as JSON.', '{\n  "port": 8080,\n  "host": "a_b__c"\n}'],
  ['Markdown', 'Compare the two plans in a table.', '| plan | price |\n|---|---|\n| **A** | `5 €` |\n'],
  ['LaTeX', 'Write the quadratic formula in LaTeX.', '$$x = \\frac{-b \\pm \\sqrt{b^2-4ac}}{2a}$$'],
  ['a poem with its lines', 'Write a haiku on autumn.', '  leaves fall\n    and fall again —\n\nsilence.'],
  ['another script', 'Write a greeting in Hindi.', 'नमस्ते, क्षमा करें — 👩‍👩‍👧'],
  ['fifty thousand characters', 'Write a long story.', 'Once there was a mill, and it stood. '.repeat(1_400)],
]

describe('12.2 a text', () => {
  it.each(TEXTS)(
    'is kept byte for byte, from the reply to the others and the answer: %s',
    async (_, query, text) => {
      const { result, calls } = runShipped(query, [
        { answer: text, reason: 'As asked.', claims: [] },
        { answer: text, reason: 'Simple.', claims: [] },
        { answer: 'Something else altogether, which is no such thing.', reason: 'Hm.', claims: [] },
      ])
      const { answer, entries, explanation } = await result
      expect(answer, 'nothing is appended to it').toBe(text)
      expect(entries[0]!.responses.filter((response) => response.answer === text)).toHaveLength(2)
      const shown = calls.filter(({ brief, seat }) => brief.phase === 'revision' && seat.name === 'seat-3')
      expect(shown.length).toBeGreaterThan(0)
      for (const { messages } of shown) expect(messages[1]!.content).toContain(text)
      expect(explanation).toMatch(/^(?:As asked|Simple)\.$/)
    },
  )

  it('is also kept as plain text if a model ignores the format', async () => {
    const { result } = runShipped('Write a Python class that counts.', [CODE, CODE], { maxIterations: 1 })
    expect((await result).answer).toBe(CODE)
  })

  it('is truncated only after 100,000 characters, with a warning', async () => {
    const long = 'word '.repeat(25_000)
    const { answer, warnings } = await runShipped(
      'Write a long story.',
      [{ answer: long }, { answer: long }],
      {
        maxIterations: 1,
      },
    ).result
    expect(answer).toBe(long.slice(0, 100_000))
    expect(warnings.join('\n')).toMatch(/seat-1 \(text_cut\): .*100000 of 125000 characters/)
  })

  it('has only non-text characters replaced, with a warning', async () => {
    const { answer, warnings } = await runShipped(
      'Write a greeting.',
      [{ answer: 'a\u0000b\ud800c' }, { answer: 'a\u0000b\ud800c' }],
      { maxIterations: 1 },
    ).result
    expect(answer).toBe('a\uFFFDb\uFFFDc')
    expect(warnings.join('\n')).toContain('characters_replaced')
  })

  it('keeps bidirectional controls, with a warning if it is code', async () => {
    const code = 'if (isAdmin\u202e) {\n  open()\n}'
    const { answer, warnings } = await runShipped('Write the check.', [{ answer: code }, { answer: code }], {
      maxIterations: 1,
    }).result
    expect(answer).toBe(code)
    expect(warnings.join('\n')).toContain('bidirectional_controls')
  })
})
