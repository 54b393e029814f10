import { describe, expect, it } from 'vitest'
import { readPointRulings } from './read-point-rulings.ts'

const LABELS = ['C1', 'C2', 'C3']
const read = (reply: unknown) =>
  readPointRulings(typeof reply === 'string' ? reply : JSON.stringify(reply), LABELS)
const rulingsIn = (...rulings: object[]) => {
  const reading = read({ rulings })
  return 'reply' in reading ? reading.reply : reading.abstention.code
}

describe('readPointRulings', () => {
  it('reads a verdict on each point, with its reason', () => {
    const rulings = [
      { label: 'C1', verdict: 'true', why: '' },
      { label: 'C2', verdict: 'false', why: 'It is twice a day.' },
      { label: 'C3', verdict: 'depends', why: 'On the coast.' },
    ]
    expect(rulingsIn(...rulings)).toEqual(rulings)
  })

  it.each([
    ['in a fence', (reply: string) => `\`\`\`json\n${reply}\n\`\`\``],
    ['after thinking', (reply: string) => `<think>{"rulings": []}</think>${reply}`],
    ['after some words', (reply: string) => `My rulings:\n${reply}`],
  ])('reads an object %s', (_, wrapped) => {
    const reply = JSON.stringify({ rulings: [{ label: 'C1', verdict: 'unsure', why: '' }] })
    expect(read(wrapped(reply))).toEqual({ reply: [{ label: 'C1', verdict: 'unsure', why: '' }] })
  })

  it('takes labels and verdicts in any case, and a verdict that is no string', () => {
    expect(rulingsIn({ label: 'claim c1', verdict: 'True' }, { label: 'C2', verdict: false })).toEqual([
      { label: 'C1', verdict: 'true', why: '' },
      { label: 'C2', verdict: 'false', why: '' },
    ])
  })

  it('leaves out other labels and other verdicts, and takes the first ruling on a point', () => {
    expect(
      rulingsIn(
        { label: 'C9', verdict: 'true' },
        { label: 'C1', verdict: 'agreed' },
        { label: 'C2', verdict: 'unsure' },
        { label: 'C2', verdict: 'true' },
      ),
    ).toEqual([{ label: 'C2', verdict: 'unsure', why: '' }])
  })

  it('takes a word for nothing as no reason', () => {
    expect(rulingsIn({ label: 'C1', verdict: 'false', why: 'None.' })).toMatchObject([{ why: '' }])
  })

  it.each(['All of them are true.', '{}', '', '{"rulings": [{"label": "C7", "verdict": "true"}]}'])(
    'is an abstention where there is no ruling: %j',
    (reply) => {
      expect(read(reply)).toMatchObject({ abstention: { code: 'unreadable' } })
    },
  )
})
