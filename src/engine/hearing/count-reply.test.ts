import { describe, expect, it } from 'vitest'
import { comparisonBy, sameText, seatNamed } from '../../../test/support/engine/standings.ts'
import type { Agree, Comparison } from '../measure/agreement/compare-answers.ts'
import type { Brief, RevisionBrief } from '../panel/brief.ts'
import type { ParsedReply } from '../reading/reply/parse-reply.ts'
import { countReply, refutationNamed } from './count-reply.ts'

const HELD = { answer: 'x', reason: 'held so far', claims: ['x was seen'] }
const BRIEF: RevisionBrief = {
  phase: 'revision',
  criteria: null,
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
    comparison = comparisonBy(agree),
  }: { brief?: Brief; held?: typeof HELD | null; agree?: Agree; comparison?: Comparison } = {},
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
    comparison,
  )
}

describe('countReply', () => {
  it('takes an answer of the exposition as it is', async () => {
    const brief: Brief = { phase: 'exposition', kind: 'closed', criteria: null, query: 'q', anchors: [] }
    expect(await count({ answer: 'z' }, { brief, held: null })).toMatchObject({ position: { answer: 'z' } })
  })

  it('takes the first answer of a seat that has none yet, and its verdict, without asking what refuted it', async () => {
    expect(await count({ answer: 'z', verdict: 'reject' }, { held: null })).toMatchObject({
      position: { answer: 'z' },
      stance: 'reject',
    })
  })

  it('keeps the position of a silent seat', async () => {
    expect(await count(null)).toMatchObject({ position: HELD, stance: 'silent' })
    expect(await count(null, { held: null })).toMatchObject({ position: null, stance: 'silent' })
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
    expect(await count({ answer: 'y', verdict: 'accept' })).toEqual({
      position: HELD,
      stance: 'amend',
      refutation: null,
      toHeld: { agreement: 0, relation: 'different' },
      toTheme: { agreement: 0, relation: 'different' },
    })
  })

  it('says what was named and how the answer lies to the one held and to the theme', async () => {
    expect(await count({ answer: 'y', verdict: 'accept', refutedBy: 'see B1' })).toMatchObject({
      refutation: 'B1',
      toHeld: { agreement: 0, relation: 'different' },
      toTheme: { agreement: 1, relation: 'same' },
    })
  })

  describe('where it cannot be read whether two answers are the same', () => {
    const unreadable: Comparison = {
      ...comparisonBy(async (left, right) => (left === right ? 1 : 0.5)),
      relate: async (left, right) => (left === right ? 'same' : 'unknown'),
    }
    const ask = (reply: Partial<ParsedReply>) => count(reply, { comparison: unreadable })

    it('takes the word of a seat that keeps its answer and accepts the theme', async () => {
      expect(await ask({ answer: 'x', verdict: 'accept' })).toMatchObject({
        stance: 'accept',
        position: { answer: 'x', accepts: 'y' },
      })
    })

    it('does not take its word where something speaks against it', async () => {
      const comparison: Comparison = { ...unreadable, suspects: async () => true }
      const counted = await count({ answer: 'x', verdict: 'accept' }, { comparison })
      expect(counted).toMatchObject({ stance: 'amend', position: { answer: 'x' } })
      expect(counted.position).not.toHaveProperty('accepts')
    })

    it('takes over no theme without a reason, so that politeness alone moves nothing', async () => {
      expect(await ask({ answer: 'y', verdict: 'accept' })).toMatchObject({ stance: 'amend', position: HELD })
    })

    it('keeps the old words of a seat that rewords its answer', async () => {
      expect(await ask({ answer: 'z', verdict: 'amend' })).toMatchObject({ position: HELD })
    })

    it('lets the leader of a concert reword it, who was asked to', async () => {
      const brief: Brief = { ...BRIEF, role: 'leader' }
      const { position } = await count({ answer: 'z', verdict: 'amend' }, { brief, comparison: unreadable })
      expect(position).toMatchObject({ answer: 'z', origin: 'x' })
    })
  })

  it('lets a document that came with the question refute an answer, by its label or its title', async () => {
    const documents = [{ title: 'Pendulum log of 1851', text: 'It was y.' }]
    const brief = { ...BRIEF, background: { instructions: null, history: [], documents } }
    for (const refutedBy of ['DOC1', 'the log of the pendulum in 1851 says y'])
      expect(await count({ answer: 'y', refutedBy }, { brief })).toMatchObject({
        position: { answer: 'y' },
        refutation: 'DOC1',
      })
    for (const refutedBy of ['DOC1', 'DOC2'])
      expect(await count({ answer: 'y', refutedBy })).toMatchObject({
        position: { answer: 'x' },
        refutation: null,
      })
  })

  it('does not take a claim made for the old answer as what refuted it', async () => {
    const echo = { label: 'C', answer: 'x', reason: '', claims: [{ label: 'C1', text: 'x was seen' }] }
    const brief = { ...BRIEF, positions: [...BRIEF.positions, echo] }
    expect(await count({ answer: 'y', refutedBy: 'C1' }, { brief })).toMatchObject({
      position: HELD,
      refutation: null,
    })
    expect(await count({ answer: 'y', refutedBy: 'C1 and B1' }, { brief })).toMatchObject({
      position: { answer: 'y' },
      refutation: 'B1',
    })
  })

  it('lets an answer be reworded without naming a refutation', async () => {
    const agree: Agree = async () => 0.7
    expect(await count({ answer: 'x, that is' }, { agree })).toMatchObject({
      position: { answer: 'x, that is' },
    })
  })

  it('lets no answer turn into another by small rewordings', async () => {
    const steps: Agree = async (left, right) => 1 - Math.abs(Number(left) - Number(right)) / 10
    const held = { ...HELD, answer: '0' }
    const { position } = await count({ answer: '2' }, { held, agree: steps })
    expect(position).toMatchObject({ answer: '2', origin: '0' })
    const further = await count({ answer: '4' }, { held: position!, agree: steps })
    expect(further.position, 'near to what it said last, far from what it gave a reason for').toEqual(
      position,
    )
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

describe('refutationNamed', () => {
  const CLAIMS = BRIEF.positions.flatMap(({ claims }) => claims)

  it.each([
    ['B1', 'B1'],
    ['b2', 'B2'],
    ['claim B1, the measurement', 'B1'],
    ['(B2)', 'B2'],
    ['phys-0012', 'phys-0012'],
    ['Axiom phys-0012 refutes it', 'phys-0012'],
    ['that the pendulum was measured twice', 'B1'],
    ['measuring the pendulum twice showed it', 'B1'],
    ['energy being conserved in closed systems', 'phys-0012'],
  ])('finds in %j the claim or axiom %s', (words, label) => {
    expect(refutationNamed(words, CLAIMS, BRIEF.anchors)).toBe(label)
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
  ])('finds none in %j', (words) => {
    expect(refutationNamed(words, CLAIMS, BRIEF.anchors)).toBeNull()
  })

  it('finds none where nothing is named', () => {
    expect(refutationNamed(null, CLAIMS, BRIEF.anchors)).toBeNull()
  })

  it('accepts nothing when the seat was shown nothing', () => {
    expect(refutationNamed('B1', [], [])).toBeNull()
  })
})
