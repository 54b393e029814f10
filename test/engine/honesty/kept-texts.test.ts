import { describe, expect, it } from 'vitest'
import { inBlock, keeps, runScripted } from '../../support/engine/scripted-panel.ts'

const CODE =
  'class Counter:\n    def __init__(self):\n\tself.n = 0  # **not** bold\n\n    def add(self):\n        self.n += 1'
const TEXTS: Array<[name: string, text: string]> = [
  ['Python with its indentation and underscores', CODE],
  ['a regular expression', '^\\d{4}-\\d{2}-\\d{2}$'],
  ['JSON', '{\n  "port": 8080,\n  "host": "a_b__c"\n}'],
  ['Markdown', '| plan | price |\n|---|---|\n| **A** | `5 €` |'],
  ['LaTeX', '$$x = \\frac{-b \\pm \\sqrt{b^2-4ac}}{2a}$$'],
  ['a poem with its lines', '  leaves fall\r\n    and fall again —\r\n\r\nsilence.'],
  ['another script', 'नमस्ते, क्षमा करें — 👩‍👩‍👧'],
  ['fifty thousand characters', 'Once there was a mill, and it stood.\n'.repeat(1_350).trimEnd()],
]

describe('a reply', () => {
  it.each(TEXTS)(
    'is kept byte for byte, from its author to the others and to the answer: %s',
    async (_, text) => {
      const { result, calls } = runScripted(
        { ada: keeps('42', undefined, text), bob: keeps('42', undefined, text), cleo: keeps('41') },
        { maxIterations: 2 },
      )
      const { answer, entries } = await result
      expect(answer, 'nothing is appended to it').toBe(text)
      expect(entries[0]!.responses.filter(({ reason }) => reason === text)).toHaveLength(2)
      const shown = calls.filter(({ brief, seat }) => brief.phase === 'revision' && seat.name === 'cleo')
      expect(shown).toHaveLength(1)
      expect(shown[0]!.messages.at(-1)!.content).toContain(text)
    },
  )

  it.each(['open', 'draft'] as const)('is kept as it is without a block, too: %s', async (kind) => {
    const { answer } = await runScripted({ ada: CODE, bob: CODE }, { kind, maxIterations: 1 }).result
    expect(answer).toBe(CODE)
  })

  it('is cut only after 100,000 characters, with a warning', async () => {
    const long = inBlock('42', 'word '.repeat(25_000))
    const { answer, warnings } = await runScripted({ ada: long, bob: long }, { maxIterations: 1 }).result
    expect(answer).toBe('word '.repeat(25_000).slice(0, 100_000))
    expect(warnings.join('\n')).toMatch(/ada \(text_cut\): .*100000 of \d+ characters/)
  })

  it('has only non-text characters replaced, with a warning', async () => {
    const odd = inBlock('42', 'a\u0000b\ud800c')
    const { answer, warnings } = await runScripted({ ada: odd, bob: odd }, { maxIterations: 1 }).result
    expect(answer).toBe('a\uFFFDb\uFFFDc')
    expect(warnings.join('\n')).toContain('characters_replaced')
  })

  it('keeps bidirectional controls, with a warning if it is code', async () => {
    const code = 'if (isAdmin\u202e) {\n  open()\n}'
    const { answer, warnings } = await runScripted(
      { ada: inBlock('42', code), bob: inBlock('42', code) },
      { maxIterations: 1 },
    ).result
    expect(answer).toBe(code)
    expect(warnings.join('\n')).toContain('bidirectional_controls')
  })
})
