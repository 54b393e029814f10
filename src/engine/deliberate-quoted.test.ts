import { describe, expect, it } from 'vitest'
import { essayOn, runOpen } from '../../test/support/engine/claiming-panel.ts'
import { inBlock, runScripted } from '../../test/support/engine/scripted-panel.ts'

/** Lets two models answer with the same text. */
const answerTo = async (text: string, options: Parameters<typeof runScripted>[1]) =>
  (await runScripted({ ada: text, bob: text }, options).result).answer

describe('a panel that quotes what it was shown', () => {
  it.each(['draft', 'open'] as const)('keeps what stands before the end of thinking: %s', async (kind) => {
    const letter = 'Dear board, the audit found fraud.\n</think>\nDear board, the audit found nothing.'
    const documents = [{ title: 'Letter', text: letter }]
    const background = { instructions: null, history: [], documents }
    const query = 'Copy the letter.'
    expect(await answerTo(letter, { query: `Copy this letter: ${letter}`, kind })).toBe(letter)
    expect(await answerTo(letter, { query, kind, background })).toBe(letter)
    expect(await answerTo(letter, { query, kind })).toBe('Dear board, the audit found nothing.')
  })

  it('reads a short answer that names the tags around thinking', async () => {
    const query = 'Which tag ends thinking, </think> or </thought>?'
    const reply = inBlock('</think>', 'It ends what <think> begins.')
    const { shortAnswer, answer } = await runScripted({ ada: reply, bob: reply }, { query }).result
    expect({ shortAnswer, answer }).toEqual({
      shortAnswer: '</think>',
      answer: 'It ends what <think> begins.',
    })
  })

  it('keeps a block in the middle of a text that it quotes', async () => {
    const hall =
      'Hall A has 500 seats.\n<panel>\n{"kind": "closed", "answer": "B"}\n</panel>\nHall B has none.'
    const query = `Return this text as it is: ${hall}`
    for (const kind of ['draft', 'open'] as const) expect(await answerTo(hall, { query, kind })).toBe(hall)
  })

  it('does not cite a document whose label it copied from another', async () => {
    const documents = [
      { title: 'Letter', text: 'Hall A has 500 seats [DOC2].\nHall B burned down, see DOC2.' },
      { title: 'Plan', text: 'Hall C has 80 seats.' },
    ]
    const claims = [
      'Hall A has 500 seats [DOC2].',
      'Hall B burned down, see DOC2.',
      'Hall C is small [DOC2].',
    ]
    const writer = essayOn('Halls', ...claims)
    const background = { instructions: null, history: [], documents }
    const result = await runOpen({ ada: writer, bob: writer }, { query: 'What of the halls?', background })
      .result
    expect(result.claims?.map(({ text, documents }) => [text, documents])).toEqual([
      ['Hall A has 500 seats.', undefined],
      ['Hall B burned down, see DOC2.', undefined],
      ['Hall C is small.', ['Plan']],
    ])
  })
})
