import { describe, expect, it } from 'vitest'
import { readPointRulings, readRulings } from './read-rulings.ts'

const LABELS = ['P', 'Q', 'R2']
const RULINGS = {
  reasoning: 'I counted again.',
  rulings: [
    { label: 'P', verdict: 'right', why: '' },
    { label: 'Q', verdict: 'wrong', why: '“five” counts one twice' },
  ],
  answer: 'P',
  new_answer: '',
  changed_because: '',
}
const read = (reply: unknown) => {
  const reading = readRulings(typeof reply === 'string' ? reply : JSON.stringify(reply), LABELS)
  return 'reply' in reading ? reading.reply : reading.abstention.code
}

describe('rulings on the answers on the table', () => {
  const expected = {
    reasoning: 'I counted again.',
    rulings: RULINGS.rulings,
    answer: 'P',
    newAnswer: null,
    changedBecause: null,
  }
  const json = JSON.stringify(RULINGS)

  it.each([
    ['bare', json],
    ['in a fence', `\`\`\`json\n${json}\n\`\`\``],
    ['after some words', `Here are my rulings:\n${json}`],
    ['after some thinking', `<think>{"answer": "Q"}</think>${json}`],
    ['before some words', `${json}\nThat is all.`],
  ])('are read from an object %s', (_, reply) => {
    expect(read(reply)).toEqual(expected)
  })

  it('may name labels with other words around them, and verdicts in capitals', () => {
    expect(
      read({ rulings: [{ label: 'Answer R2', verdict: 'Partly', why: 'half' }], answer: '**q**.' }),
    ).toMatchObject({ rulings: [{ label: 'R2', verdict: 'partly', why: 'half' }], answer: 'Q' })
  })

  it('leave out labels that were not shown, other verdicts, and a second ruling on one label', () => {
    const rulings = [
      { label: 'Z', verdict: 'right' },
      { label: 'P', verdict: 'splendid' },
      { label: 'Q', verdict: 'unsure' },
      { label: 'Q', verdict: 'right' },
      'nonsense',
    ]
    expect(read({ rulings, answer: 'Z' })).toMatchObject({
      rulings: [{ label: 'Q', verdict: 'unsure', why: '' }],
      answer: null,
    })
  })

  it.each(['', 'none', 'N/A', 'Nothing.'])('take %j for no reason', (said) => {
    const reply = { rulings: [{ label: 'P', verdict: 'wrong', why: said }], changed_because: said }
    expect(read(reply)).toMatchObject({ rulings: [{ why: '' }], changedBecause: null })
  })

  it('come with a new answer only where none on the table is named', () => {
    expect(read({ rulings: [], new_answer: '43' })).toMatchObject({ answer: null, newAnswer: '43' })
    expect(read({ rulings: [], answer: 'P', new_answer: '43' })).toMatchObject({
      answer: 'P',
      newAnswer: null,
    })
  })

  it.each(['No', 'None'])('may come with the new answer %j', (said) => {
    const rulings = [{ label: 'P', verdict: 'wrong', why: 'it is not so' }]
    expect(read({ rulings, answer: '', new_answer: said, changed_because: 'math-0001' })).toMatchObject({
      newAnswer: said,
    })
  })

  it('are cut where a reason is very long', () => {
    const reply = read({ rulings: [{ label: 'P', verdict: 'wrong', why: 'x'.repeat(5_000) }] })
    expect(reply).toMatchObject({ rulings: [{ why: `${'x'.repeat(999)}…` }] })
  })

  it.each([
    'Well, well.',
    '{}',
    '{"rulings": [], "answer": "", "new_answer": ""}',
    '{"answer": "42"}',
    '<think>Hm, the',
    '',
  ])('are not found in %j', (reply) => {
    expect(read(reply)).toBe('unreadable')
  })
})

const POINTS = ['C1', 'C2', 'C3']
const readPoints = (reply: unknown) =>
  readPointRulings(typeof reply === 'string' ? reply : JSON.stringify(reply), POINTS)
const rulingsIn = (...rulings: object[]) => {
  const reading = readPoints({ rulings })
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
    expect(readPoints(wrapped(reply))).toEqual({ reply: [{ label: 'C1', verdict: 'unsure', why: '' }] })
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
      expect(readPoints(reply)).toMatchObject({ abstention: { code: 'unreadable' } })
    },
  )
})
