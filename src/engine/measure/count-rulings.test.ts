import { describe, expect, it } from 'vitest'
import { tableOf } from '../../../test/support/engine/tables.ts'
import type { AnswerVerdict } from '../../contract/deliberation.ts'
import type { RulingsReply } from '../reading/read-rulings.ts'
import { relationOn } from '../reading/relate.ts'
import { countRulings } from './answer-table.ts'

const relate = relationOn('In which year?')
const TABLE = tableOf({
  P: { answer: '1571' },
  Q: { answer: '1517' },
  R: { answer: 'in the days of Luther' },
})

/** What a reply counts as: the answer it holds, and each ruling as it is counted. */
function count(
  said: Record<string, AnswerVerdict>,
  {
    table = TABLE,
    before = 'P',
    given = null,
    ...reply
  }: Partial<RulingsReply> & {
    table?: typeof TABLE
    before?: string | null
    given?: string | null
  } = {},
) {
  const rulings = Object.entries(said).map(([label, verdict]) => ({ label, verdict, why: 'so' }))
  const { held, rulings: counted } = countRulings(
    { reasoning: '', rulings, answer: null, newAnswer: null, changedBecause: null, ...reply },
    { table, before, given, relate },
  )
  return { held, counted: Object.fromEntries(counted.map((one) => [one.label, one.counted])) }
}

describe('the reply of a seat', () => {
  it('counts as it says, and keeps the answer that it held', () => {
    expect(count({ P: 'right', Q: 'wrong', R: 'partly' })).toEqual({
      held: 'P',
      counted: { P: 'right', Q: 'wrong', R: 'partly' },
    })
  })

  it('is unsure of what it does not speak of, except its own answer', () => {
    expect(count({})).toEqual({ held: 'P', counted: { P: 'right', Q: 'unsure', R: 'unsure' } })
  })

  it('may call several answers right that do not exclude each other', () => {
    expect(count({ P: 'right', R: 'right' }).counted).toEqual({ P: 'right', Q: 'unsure', R: 'right' })
  })

  it('is unsure of all but its own where it calls answers right that exclude each other', () => {
    expect(count({ P: 'right', Q: 'right', R: 'right' }).counted).toEqual({
      P: 'right',
      Q: 'unsure',
      R: 'right',
    })
    expect(count({ P: 'right', Q: 'right' }, { before: null }).counted).toMatchObject({
      P: 'unsure',
      Q: 'unsure',
    })
  })

  it('may call both right where a reader found that they can be', () => {
    const table = { ...TABLE, compatible: [['P', 'Q']] as Array<[string, string]> }
    expect(count({ P: 'right', Q: 'right' }, { table }).counted).toMatchObject({ P: 'right', Q: 'right' })
  })

  it('cannot hold an answer and call it wrong', () => {
    expect(count({ P: 'wrong' }).counted.P).toBe('right')
  })
})

describe('a change of answer', () => {
  it('counts if it names what refuted the old one', () => {
    expect(count({ P: 'wrong', Q: 'right' }, { answer: 'Q', changedBecause: 'the charter' })).toEqual({
      held: 'Q',
      counted: { P: 'wrong', Q: 'right', R: 'unsure' },
    })
  })

  it('does not count without that, and neither does the assent to the new one', () => {
    expect(count({ P: 'wrong', R: 'right' }, { answer: 'R' })).toEqual({
      held: 'P',
      counted: { P: 'right', Q: 'unsure', R: 'unsure' },
    })
  })

  it('needs no reason where nothing was held before', () => {
    expect(count({ Q: 'right' }, { before: null, answer: 'Q' }).held).toBe('Q')
  })

  it('to an answer of its own counts in the same way', () => {
    expect(count({}, { given: 'R', newAnswer: 'x', changedBecause: 'the charter' }).held).toBe('R')
    expect(count({}, { given: 'R', newAnswer: 'x' }).held).toBe('P')
  })
})
