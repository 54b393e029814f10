import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { leastTime } from '../../../test/support/growth.ts'
import { tries } from '../../../test/support/property-runs.ts'
import { readReply } from './read-reply.ts'
import { createReplyFilter } from './shown-reply.ts'

/** What is shown of a reply that arrives in these pieces. */
function shownOf(pieces: string[], told = ''): string {
  const shown = createReplyFilter({ messages: [{ role: 'user', content: told }], marker: 'x' })
  return pieces.reduce((before, piece) => {
    const { text, isAnew } = shown.take(piece)
    return isAnew ? text : before + text
  }, '')
}

const BLOCKS = [
  '<panel>\n{"kind": "closed", "answer": "4"}\n</panel>',
  '<panel>{"kind": "open"}',
  '```json\n<panel>\n{"kind": "draft", "notes": "{"}\n</panel>\n```',
  '<panel>\n```json\n{"kind": "open"}\n```\n</panel>',
  '```\n{"kind": "closed", "answer": "a\\"} b"}\n```\n',
  '{"kind": "open"}',
  '{\n  "answer": "{4}",\n  "kind": "closed"\n}',
]

describe('a reply that is shown while it arrives', () => {
  it.each(BLOCKS)('never shows anything of its block: %s', (block) => {
    for (const separator of ['\n\n', '\n']) {
      const reply = `It is *four*, since 2 + 2 = 4.${separator}${block}`
      expect(shownOf([...reply])).toBe('It is *four*, since 2 + 2 = 4.')
      expect(shownOf([reply])).toBe('It is *four*, since 2 + 2 = 4.')
    }
  })

  it.each([
    'Use `{` or {x | x > 0} or { "a": 1 } in',
    '```json\n{"a": {"b": [1]}}\n```\nis',
    'a <b>bold</b> and a <pan> in',
    '~~~~\n```js\nlet a = {}\n```\n~~~~ or',
    'It has { "an open string\n and',
    '\n  indented',
    'what </think> means, in',
  ])('shows what looks like a block as soon as it cannot be one: %s', (text) => {
    expect(shownOf([...text, ' ', 't'])).toBe(`${text} t`)
  })

  it('does not show thinking, and begins anew where it turns out that it was', () => {
    const thought = '<think>Let me see.\n<b></think>\n\nFour.'
    expect(shownOf([...thought])).toBe('Four.')
    expect(shownOf([...thought], 'Correct this: <think>Let me see.\n<b></think>')).toBe(thought)
    const shown = createReplyFilter()
    expect(shown.take('Let me see.\n')).toEqual({ text: 'Let me see.', isAnew: false })
    expect(shown.take('</think>\n')).toEqual({ text: '', isAnew: true })
    expect(shown.take('\nFour.')).toEqual({ text: 'Four.', isAnew: false })
  })

  it('shows the beginning of the text that is read in the end, wherever it is divided', () => {
    const part = fc.oneof(
      fc.constantFrom('{', '}', '"', '"kind"', ': ', '"open"', '\n', ' ', '\\', '\t', '\ud83c', '\udf0a'),
      fc.constantFrom('<panel>', '</panel>', '<', '```', '~~~', '`', 'json', 'word', '<think>', '</think>'),
      fc.constantFrom(...BLOCKS),
    )
    const property = fc.property(
      fc.array(part, { minLength: 1, maxLength: 12 }),
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
      (parts, sizes) => {
        const reply = parts.join('')
        const pieces: string[] = []
        for (let start = 0; start < reply.length; ) {
          const end = start + sizes[pieces.length % sizes.length]!
          pieces.push(reply.slice(start, end))
          start = end
        }
        const reading = readReply(reply, {})
        if (!('reply' in reading)) return
        const shown = shownOf(pieces)
        expect(reading.reply.text.slice(0, shown.length)).toBe(shown)
      },
    )
    fc.assert(property, tries(3_000))
  })

  it('takes no more than its share of time for a text full of braces', async () => {
    const text = `${'{"a":'.repeat(15_000)}"\n`
    const run = () => shownOf(text.match(/[\s\S]{1,40}/g)!)
    expect(await leastTime(run, 1_000)).toBeLessThan(1_000)
  })

  it('shows no more of a text that speaks of blocks itself, which is told in the end', () => {
    expect(shownOf([...'Use a <panel>{}</panel> here'])).toBe('Use a')
    expect(shownOf([...'An object like {"kind": 1} is'])).toBe('An object like')
  })

  it('takes no more than its share of time for many ends of thinking', async () => {
    const text = 'x</think>x'.repeat(9_000)
    expect(await leastTime(() => shownOf(text.match(/[\s\S]{1,40}/g)!), 500)).toBeLessThan(500)
  })
})
