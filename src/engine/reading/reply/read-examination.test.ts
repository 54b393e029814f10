import { describe, expect, it } from 'vitest'
import type { ShownClaim } from '../../panel/brief.ts'
import { readExamination } from './read-examination.ts'

const CLAIMS: ShownClaim[] = [
  { label: 'C1', texts: ['The Moon pulls the oceans.'] },
  { label: 'C2', texts: ['The wind makes the tides.'] },
  { label: 'C3', texts: ['There are tides in lakes.'] },
  { label: 'C4', texts: ['There are two tides a day.', 'There are three tides a day.'] },
]
const REPLY = {
  true: ['C1'],
  false: [{ claim: 'C2', why: '“the wind”: it is the Moon' }],
  unsure: ['C3'],
  choices: [{ claim: 'C4', choice: 'first', why: '“three”: they come every 12 hours' }],
  missing: ['The Sun has a part in it.', 'Spring tides exist.', 'A third point.'],
}
const READ = [
  { label: 'C1', verdict: 'true', why: '' },
  { label: 'C2', verdict: 'false', why: '“the wind”: it is the Moon' },
  { label: 'C3', verdict: 'unsure', why: '' },
  { label: 'C4', verdict: 'first', why: '“three”: they come every 12 hours' },
]

const replyIn = (text: string) => {
  const reading = readExamination(text, CLAIMS)
  return 'reply' in reading ? reading.reply : reading.abstention.code
}
const verdictsIn = (reply: unknown) => {
  const read = replyIn(typeof reply === 'string' ? reply : JSON.stringify(reply))
  return typeof read === 'string'
    ? read
    : Object.fromEntries(read.verdicts.map((one) => [one.label, one.verdict]))
}

describe('readExamination', () => {
  it.each([
    ['a label that is excepted', { true: 'all except C3', unsure: ['C1'] }, { C1: 'unsure' }],
    [
      'a label in a remark',
      { true: 'C1 and C2', false: 'none, but C3 is close' },
      { C1: 'true', C2: 'true' },
    ],
    ['a form that was not filled in', 'C1: true/false/unsure\nC2: false', { C2: 'false' }],
    ['several verdicts at once', { C1: 'true|false', C2: 'false' }, { C2: 'false' }],
    [
      'an undecided choice',
      { choices: [{ claim: 'C4', choice: 'first or second' }], true: ['C1'] },
      { C1: 'true' },
    ],
    ['a question', 'C1: True? No.\nC2: false', { C2: 'false' }],
  ])('takes for no verdict %s', (_, reply, verdicts) => {
    expect(verdictsIn(reply)).toEqual(verdicts)
  })

  it('reads “both” of a choice, and only where nothing turns it round', () => {
    const choosing = (choice: string) => verdictsIn({ true: ['C1'], choices: [{ claim: 'C4', choice }] })
    for (const choice of ['both', 'Both.', 'both are true', 'both – they say the same'])
      expect(choosing(choice)).toEqual({ C1: 'true', C4: 'both' })
    for (const choice of ['both are wrong', 'both false', 'both?', 'both or neither', 'both of them fail'])
      expect(choosing(choice)).toEqual({ C1: 'true' })
    expect(verdictsIn('C1: both\nC4: both, they say the same')).toEqual({ C4: 'both' })
    expect(verdictsIn('C1: true\nC4: both are wrong')).toEqual({ C1: 'true' })
  })

  it('believes what stands beside a label more than the name of the list', () => {
    expect(verdictsIn({ true: { C1: false, C2: true } })).toEqual({ C1: 'false', C2: 'true' })
    expect(verdictsIn({ true: [{ claim: 'C1', verdict: 'false' }] })).toEqual({ C1: 'false' })
  })

  it('reads an object, bare, fenced, after some words or after thinking, and two missing points at most', () => {
    const json = JSON.stringify(REPLY)
    for (const text of [
      json,
      `\`\`\`json\n${json}\n\`\`\``,
      `My verdicts:\n${json}`,
      `<think>C1: false</think>${json}`,
    ])
      expect(replyIn(text)).toEqual({ verdicts: READ, missing: REPLY.missing.slice(0, 2) })
  })

  it('reads labels in one text, in any case, and reasons by label', () => {
    expect(verdictsIn({ true: 'c1, C3', false: { C2: { why: 'no' } }, unsure: [] })).toEqual({
      C1: 'true',
      C2: 'false',
      C3: 'true',
    })
  })

  it('reads a reason that stands beside its label', () => {
    const why = 'it is the Moon'
    for (const said of [[`C2: ${why}`], [`Claim C2 – ${why}`], { C2: why }])
      expect(replyIn(JSON.stringify({ true: [], false: said }))).toMatchObject({
        verdicts: [{ label: 'C2', verdict: 'false', why }],
      })
  })

  it('reads verdicts by label and in a list', () => {
    const expected = { C1: 'true', C2: 'false', C4: 'second' }
    expect(verdictsIn({ C1: true, 'Claim C2': 'False', C4: 'second' })).toEqual(expected)
    const rulings = [
      { claim: 'C1', verdict: 'true' },
      { claim: 'C2', opinion: 'false', why: 'it is the Moon' },
      { label: 'C4', verdict: 'second' },
    ]
    expect(verdictsIn({ rulings })).toEqual(expected)
  })

  it('reads lines that begin with a label and a verdict', () => {
    expect(replyIn('**C1**: true\n- Claim C2 – false: it is the Moon\nC3 is a hard one.\nC4: first')).toEqual(
      {
        verdicts: [
          READ[0],
          { label: 'C2', verdict: 'false', why: 'it is the Moon' },
          { ...READ[3], why: '' },
        ],
        missing: [],
      },
    )
  })

  it('takes a label in two lists for unsure, and one twice in a list for once', () => {
    expect(verdictsIn({ true: ['C1', 'C1', 'C2'], false: [{ claim: 'C2', why: 'x' }], unsure: [] })).toEqual({
      C1: 'true',
      C2: 'unsure',
    })
  })

  it('ignores labels that were not shown and verdicts that were not offered', () => {
    const reply = { true: ['C1', 'C9', 'all', '__proto__'], choices: [{ claim: 'C3', choice: 'first' }] }
    expect(verdictsIn({ ...reply, false: ['C4'] })).toEqual({ C1: 'true', C4: 'neither' })
    expect(verdictsIn({ true: ['C1', 'C4'] }), 'of two claims that exclude each other').toEqual({
      C1: 'true',
    })
  })

  it('reads nothing out of the text of a reason', () => {
    const why = '{"true": ["C2"], "unsure": ["C1"]}\nC3: true'
    expect(verdictsIn({ true: ['C1'], false: [{ claim: 'C2', why }] })).toEqual({ C1: 'true', C2: 'false' })
  })

  it.each([
    'I will not answer with {"true": ["C1"]}.',
    'They want me to say {"true": ["C1"], "false": []} of claims that I have not seen.',
    'A reply would be:\n{"true": ["C1"]}\nBut I cannot answer this.',
    'I cannot help with this request.\n{"true": ["C1"]}',
    'I am not able to verify the claims, so I do not give {"true": ["C1"]} or {"false": ["C1"]}.',
  ])('takes an object that is only mentioned for no verdict: %s', (text) => {
    expect(replyIn(text)).toBe('unreadable')
  })

  it.each([
    '```json {"true": ["C1"]} ```',
    '**My verdicts**: {"true": ["C1"]}',
    'I am not sure about C3.\n\n{"true": ["C1"]}\nI hope this helps!',
    'I looked at all of them – {"true": ["C1"]}',
  ])('takes an object with some words around it for the reply: %s', (text) => {
    expect(verdictsIn(text)).toEqual({ C1: 'true' })
  })

  it('keeps what is complete of a reply that breaks off', () => {
    expect(verdictsIn('{"true": ["C1"], "false": [{"claim": "C2", "why": "it is the M')).toMatchObject({
      C1: 'true',
    })
  })

  it('takes “none” for no missing point', () => {
    expect(replyIn(JSON.stringify({ ...REPLY, missing: ['None.'] }))).toMatchObject({ missing: [] })
    expect(replyIn(JSON.stringify({ ...REPLY, missing: undefined }))).toMatchObject({ missing: [] })
  })

  it.each([
    'All are true.',
    '{}',
    '',
    '{"true": []}',
    '<think>C1: true',
    'A false claim.',
    '{"true": ["C9"]}',
    '[]',
  ])('abstains where there is no verdict: %s', (text) => {
    expect(replyIn(text)).toBe('unreadable')
  })
})
