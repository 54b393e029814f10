import { describe, expect, it } from 'vitest'
import type { Agree } from './answer/agreement.ts'
import type { ParsedReply } from './answer/parse-reply.ts'
import type { Brief, RevisionBrief } from './brief.ts'
import { countReply, namesRefutation } from './count-reply.ts'
import { sameText, seatNamed } from './testing/standings.ts'

const HELD = { answer: 'x', reason: 'held so far', claims: ['x was seen'] }
const BRIEF: RevisionBrief = {
  phase: 'revision',
  query: 'q',
  structure: 'sonata',
  anchors: [{ id: 'phys-0012', axiom: 'Energy is conserved in a closed system', level: 2, relevance: 0.9 }],
  own: HELD,
  theme: 'y',
  positions: [
    {
      label: 'B',
      answer: 'y',
      reason: 'y was measured',
      claims: [
        { label: 'B1', text: 'The pendulum was measured twice' },
        { label: 'B2', text: 'friction' },
      ],
    },
  ],
  mustAnswer: null,
  role: 'voice',
  verdicts: ['accept', 'amend', 'reject'],
}

function count(
  reply: Partial<ParsedReply> | null,
  {
    brief = BRIEF,
    held = HELD,
    agree = sameText,
  }: { brief?: Brief; held?: typeof HELD | null; agree?: Agree } = {},
) {
  const full = {
    answer: 'x',
    reason: '',
    claims: [],
    verdict: null,
    refutedBy: null,
    rebuttal: null,
    ...reply,
  }
  return countReply(
    {
      seat: seatNamed('ada'),
      brief,
      reply: reply === null ? null : full,
      abstention: reply === null ? { code: 'timeout', message: 'late' } : null,
      call: null,
    },
    held,
    agree,
  )
}

describe('countReply', () => {
  it('takes an answer of the exposition as it is', async () => {
    const brief: Brief = { phase: 'exposition', query: 'q', anchors: [] }
    expect(await count({ answer: 'z' }, { brief, held: null })).toMatchObject({ position: { answer: 'z' } })
  })

  it('takes the first answer of a seat that has none yet, and its verdict, without asking what refuted it', async () => {
    expect(await count({ answer: 'z', verdict: 'reject' }, { held: null })).toMatchObject({
      position: { answer: 'z' },
      stance: 'reject',
    })
  })

  it('keeps the position of a silent seat', async () => {
    expect(await count(null)).toEqual({ position: HELD, stance: 'silent' })
    expect(await count(null, { held: null })).toEqual({ position: null, stance: 'silent' })
  })

  it('updates reason and claims of a seat that keeps its answer', async () => {
    const { position } = await count({ answer: 'x', reason: 'seen again', claims: ['twice'] })
    expect(position).toEqual({ answer: 'x', reason: 'seen again', claims: ['twice'] })
  })

  it('moves a seat that names what refuted its answer', async () => {
    expect(await count({ answer: 'y', verdict: 'accept', refutedBy: 'B1' })).toMatchObject({
      position: { answer: 'y' },
      stance: 'accept',
    })
  })

  it('counts a change without a reason at the old answer, and its acceptance as an amendment', async () => {
    expect(await count({ answer: 'y', verdict: 'accept' })).toEqual({ position: HELD, stance: 'amend' })
  })

  it('lets an answer be reworded without naming a refutation', async () => {
    const agree: Agree = async () => 0.7
    expect(await count({ answer: 'x, that is' }, { agree })).toMatchObject({
      position: { answer: 'x, that is' },
    })
  })

  it.each([
    ['accept', 'y', 'accept'],
    ['accept', 'x', 'amend'],
    ['amend', 'y', 'amend'],
    ['reject', 'y', 'reject'],
    ['reject', 'x', 'reject'],
    [null, 'y', 'amend'],
  ] as const)('counts %s with the answer %s (the theme is y) as %s', async (verdict, answer, stance) => {
    expect((await count({ answer, verdict, refutedBy: 'B1' })).stance).toBe(stance)
  })

  it('draws the line for acceptance at the agreement of the same answer', async () => {
    const themed =
      (agreement: number): Agree =>
      async (_, other) =>
        other === 'y' ? agreement : 1
    expect((await count({ verdict: 'accept' }, { agree: themed(0.7) })).stance).toBe('accept')
    expect((await count({ verdict: 'accept' }, { agree: themed(0.69) })).stance).toBe('amend')
  })

  it('asks for a rebuttal before acceptance where the other side must be answered', async () => {
    const brief = { ...BRIEF, mustAnswer: 'B' }
    const accepting = { answer: 'y', verdict: 'accept', refutedBy: 'B1' } as const
    expect((await count(accepting, { brief })).stance).toBe('amend')
    expect((await count({ ...accepting, rebuttal: 'granted' }, { brief })).stance).toBe('accept')
  })
})

describe('namesRefutation', () => {
  it.each([
    'B1',
    'b2',
    'claim B1, the measurement',
    '(B2)',
    'phys-0012',
    'Axiom phys-0012 refutes it',
    'that the pendulum was measured twice',
    'measuring the pendulum twice showed it',
    'energy being conserved in closed systems',
  ])('finds a claim or an axiom in %j', (named) => {
    expect(namesRefutation(named, BRIEF)).toBe(true)
  })

  it.each([
    'B',
    'B3',
    'B11',
    'AB1',
    'A1',
    'phys-00123',
    'phys-0013',
    'the others convinced me',
    'the majority is against me',
    'friction',
    '',
  ])('finds none in %j', (named) => {
    expect(namesRefutation(named, BRIEF)).toBe(false)
  })

  it('finds none where nothing is named', () => {
    expect(namesRefutation(null, BRIEF)).toBe(false)
  })

  it('accepts nothing when the seat was shown nothing', () => {
    expect(namesRefutation('B1', { ...BRIEF, positions: [], anchors: [] })).toBe(false)
  })
})
