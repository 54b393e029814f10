import { describe, expect, it } from 'vitest'
import { readDispute } from './read-dispute.ts'

const CLAIMS = ['A', 'B'].map((label) => ({
  label,
  text: `Claim ${label}`,
  for: [],
  against: [],
  own: null,
  mustAnswer: null,
}))
const RULINGS = [
  { claim: 'A', opinion: 'false', why: 'the date is wrong', refuted_by: 'A2' },
  { claim: 'B', opinion: 'true', why: 'measured', refuted_by: null },
]
const READ = [
  { label: 'A', opinion: 'false', why: 'the date is wrong', refutedBy: 'A2' },
  { label: 'B', opinion: 'true', why: 'measured', refutedBy: null },
]
const replyIn = (text: string) => {
  const reading = readDispute(text, CLAIMS)
  return 'reply' in reading ? reading.reply : reading.abstention.code
}

describe('readDispute', () => {
  it('reads an object, bare, fenced or after some words', () => {
    const json = JSON.stringify({ rulings: RULINGS })
    for (const text of [json, `\`\`\`\n${json}\n\`\`\``, `I have thought again.\n${json}`])
      expect(replyIn(text)).toEqual(READ)
  })

  it('reads opinions by label', () => {
    expect(replyIn(JSON.stringify({ A: RULINGS[0], B: 'true' }))).toEqual([READ[0], { ...READ[1], why: '' }])
  })

  it('reads lines, in which the reason may name what refuted the opinion', () => {
    expect(replyIn('A: false – A2 is right\nB: unsure')).toEqual([
      { label: 'A', opinion: 'false', why: 'A2 is right', refutedBy: 'A2 is right' },
      { label: 'B', opinion: 'unsure', why: '', refutedBy: null },
    ])
  })

  it('takes “none” for no refutation', () => {
    const rulings = [{ ...RULINGS[0], refuted_by: 'None' }]
    expect(replyIn(JSON.stringify({ rulings }))).toMatchObject([{ refutedBy: null }])
  })

  it('hears nothing where one claim gets two opinions', () => {
    const rulings = [...RULINGS, { ...RULINGS[0], opinion: 'true' }]
    expect(replyIn(JSON.stringify({ rulings }))).toEqual([READ[1]])
  })

  it.each(['I agree with everybody.', '{}', '{"rulings": [{"claim": "Z", "opinion": "true"}]}', 'A: first'])(
    'abstains where there is no opinion: %s',
    (text) => {
      expect(replyIn(text)).toBe('unreadable')
    },
  )
})
