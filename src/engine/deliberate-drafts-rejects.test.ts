import { describe, expect, it } from 'vitest'
import {
  BAD,
  type Drafter,
  FAIR,
  GOOD,
  honest,
  readsDefects,
  runDrafts,
} from '../../test/support/engine/drafting-panel.ts'
import type { DraftReview } from '../contract/draft-review.ts'
import { ModelFailure } from './panel/model-port.ts'

describe('a reject', () => {
  const rejecting = (draft: string, defect: string, verdict: 'amend' | 'reject' = 'reject'): Drafter => ({
    draft,
    judges: (text) => (text === GOOD ? { verdict, defect } : { verdict: 'amend', defect: 'flat' }),
  })
  const panel = (second: 'amend' | 'reject') => ({
    ada: honest(GOOD),
    bob: rejecting(FAIR, 'The moon has no mirror.'),
    cleo: rejecting(`${FAIR}!`, 'It speaks of a mirror that is not there.', second),
  })
  const onGood = (reviews: DraftReview[] | undefined) =>
    Object.fromEntries(
      reviews!.filter(({ authors }) => authors.includes('ada')).map((one) => [one.name, one.counted_verdict]),
    )
  const options = { maxIterations: 2 }

  it.each(['amend', 'reject'] as const)(
    'stands if a second reviewer names the same defect, in other words: %s',
    async (second) => {
      const { result } = runDrafts(panel(second), { ...options, reads: readsDefects(() => 'same') })
      expect(onGood((await result).reviews)).toEqual({ bob: 'reject', cleo: second })
    },
  )

  it('counts as a request for changes if the second reviewer names another defect', async () => {
    const { result } = runDrafts(panel('reject'), options)
    const { reviews, finalDivergence } = await result
    expect(onGood(reviews)).toEqual({ bob: 'amend', cleo: 'amend' })
    expect(finalDivergence).toBe(0.5)
  })

  it('is read once, and only where one reviewer rejects a draft and another names a defect, too', async () => {
    const { result, calls } = runDrafts(panel('reject'), options)
    const { usage } = await result
    const readings = calls.map(({ brief }) => brief).filter((brief) => brief.phase === 'reading')
    expect(readings).toEqual([expect.objectContaining({ task: 'match-defects' })])
    expect(readings[0]).toMatchObject({
      drafts: [{ text: GOOD, defects: [{ label: 'A1' }, { label: 'A2' }] }],
    })
    expect(usage.phases).toContainEqual(expect.objectContaining({ phase: 'reading', iteration: 2, calls: 1 }))
  })

  it('does not stand where nobody can read, and a warning says so', async () => {
    const { result, calls } = runDrafts(panel('reject'), { ...options, reads: () => 'no idea' })
    const { reviews, warnings } = await result
    expect(onGood(reviews)).toEqual({ bob: 'amend', cleo: 'amend' })
    expect(warnings).toEqual([expect.stringContaining('No model could read whether two reviewers name')])
    expect(calls.filter(({ brief }) => brief.phase === 'reading')).toHaveLength(2)
  })
})

describe('a panel of two that drafts', () => {
  const finds = (
    draft: string,
    verdict: 'accept' | 'amend' | 'reject',
    more: Partial<Drafter> = {},
  ): Drafter => ({
    draft,
    judges: () => ({ verdict, defect: verdict === 'accept' ? '' : 'It is not about autumn.' }),
    ...more,
  })

  it('agrees only if one accepts the draft of the other', async () => {
    const agreed = await runDrafts({ ada: finds(GOOD, 'reject'), bob: finds(FAIR, 'accept') }).result
    expect(agreed).toMatchObject({
      answer: GOOD,
      outcome: 'consensus',
      concordance: null,
      finalDivergence: 0,
    })
    const amended = await runDrafts({ ada: finds(GOOD, 'reject'), bob: finds(FAIR, 'amend') }).result
    expect(amended).toMatchObject({
      answer: GOOD,
      outcome: 'majority',
      finalDivergence: 0.5,
      confidence: 0.333,
    })
  })

  it('rejects a draft whose author concedes, does not say why the reviewer is wrong, or cannot be heard', async () => {
    const late = new ModelFailure('timeout', 'late')
    for (const rebuts of [undefined, '', late]) {
      const { result, calls } = runDrafts(
        { ada: finds(GOOD, 'reject', { rebuts }), bob: finds(BAD, 'reject', { rebuts }) },
        { maxIterations: 2 },
      )
      const { outcome, finalDivergence, reviews, warnings } = await result
      expect({ outcome, finalDivergence }).toEqual({ outcome: 'split', finalDivergence: 1 })
      expect(reviews!.map((one) => one.counted_verdict)).toEqual(['reject', 'reject'])
      expect(warnings).toEqual([expect.stringContaining('A reject of the delivered draft stands')])
      expect(calls, 'drafts, reviews, and each author once').toHaveLength(2 + 2 + 2)
    }
  })

  it('does not reject a draft whose author says why the reviewer is wrong', async () => {
    const rebuts = 'The moon in it is an autumn moon.'
    const { result, calls } = runDrafts(
      { ada: finds(GOOD, 'reject', { rebuts }), bob: finds(BAD, 'reject') },
      { maxIterations: 2 },
    )
    const { answer, finalDivergence, reviews, usage } = await result
    expect({ answer, finalDivergence }).toEqual({ answer: GOOD, finalDivergence: 0.5 })
    expect(reviews).toContainEqual(
      expect.objectContaining({
        authors: ['ada'],
        verdict: 'reject',
        counted_verdict: 'amend',
        rebuttal: rebuts,
      }),
    )
    const asked = calls.find(({ brief, seat }) => brief.phase === 'rebuttal' && seat.name === 'ada')!
    expect(asked.messages[1]!.content).toContain(GOOD)
    expect(asked.messages[1]!.content).toContain('It is not about autumn.')
    expect(usage.phases!.map(({ phase, calls }) => [phase, calls])).toEqual([
      ['exposition', 2],
      ['review', 4],
    ])
  })

  it('asks for no rebuttal that its budget does not allow, and the reject stands', async () => {
    const { result } = runDrafts(
      { ada: finds(GOOD, 'reject', { rebuts: 'No.' }), bob: finds(BAD, 'reject', { rebuts: 'No.' }) },
      { budget: { maxCalls: 4, maxCostUsd: null } },
    )
    const { usage, reviews } = await result
    expect(usage.calls).toBe(4)
    expect(reviews!.map((one) => one.counted_verdict)).toEqual(['reject', 'reject'])
  })
})
