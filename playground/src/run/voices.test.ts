import { describe, expect, it } from 'vitest'
import { newSeat } from '../../../src/client/run-progress.ts'
import type { ClaimOpinion, ClaimRuling } from '../../../src/contract/claims.ts'
import type { IterationEntry, SeatResponse } from '../../../src/contract/deliberation.ts'
import { entryWith } from '../../../test/support/engine/entries.ts'
import { askedRun, type RunState } from './run-state.ts'
import { voicesOf } from './voices.ts'

/** The only voice of a run with these iterations. */
function voice(iterations: IterationEntry[], changes: Partial<RunState> = {}) {
  const seats = [newSeat({ name: 'a', provider: 'openrouter', model: 'a' }, 0)]
  return voicesOf({ ...askedRun('Why?', 0), seats, iterations, kind: 'closed', ...changes })[0]!
}

const FIRST = entryWith(1, { a: { answer: '5', position: '5', label: 'P', reason: 'It is 5.' } })
const RULINGS: SeatResponse['rulings_on_answers'] = [
  { label: 'P', answer: 'five', verdict: 'wrong', counted: 'wrong', why: 'Miscounted.' },
  { label: 'Q', answer: '4', verdict: 'right', counted: 'right', why: '' },
]

describe('a voice', () => {
  it('is awaited until it has replied in the iteration under way', () => {
    const current = { iteration: 1, level: 1, phase: 'exposition' as const }
    expect(voice([], { current })).toMatchObject({ isAwaited: true, position: null, text: null })
  })

  it('has a short answer and the reply that gives it, while its kind is not decided too', () => {
    const reply = { iteration: 1, name: 'a', model: 'a', answered: true, answer: '5', text: 'It is 5.' }
    const replies = [{ ...reply, error: null, latency_ms: 1, cost_usd: 0 }]
    expect(voice([], { replies, kind: null })).toMatchObject({ position: '5', text: 'It is 5.' })
    expect(voice([FIRST])).toMatchObject({ position: '5', text: 'It is 5.' })
  })

  it('has no reply beside a text that is its answer', () => {
    const entry = entryWith(1, { a: { answer: 'A text.', position: 'A text.' } })
    expect(voice([entry], { kind: 'open' })).toMatchObject({ position: 'A text.', text: null })
  })

  it('that changed its mind says what it gave up, and its first reply no longer speaks for it', () => {
    const moved = { answer: '4', position: '4', label: 'Q', rulings_on_answers: RULINGS }
    const { turns, position, text } = voice([FIRST, entryWith(2, { a: moved })])
    expect([position, text]).toEqual(['4', null])
    expect(turns[1]).toMatchObject({ gaveUp: '5', isUncounted: false })
  })

  it('that moves without naming a reason is counted with its earlier answer', () => {
    const entry = entryWith(2, { a: { answer: '4', position: '5', label: 'P', rulings_on_answers: RULINGS } })
    expect(voice([FIRST, entry]).turns[1]).toMatchObject({ gaveUp: null, isUncounted: true })
  })

  it('that stands by its answer as others worded it has not moved', () => {
    const stays = { answer: 'five', position: '5', label: 'P', rulings_on_answers: RULINGS }
    expect(voice([FIRST, entryWith(2, { a: stays })]).turns[1]).toMatchObject({
      gaveUp: null,
      isUncounted: false,
    })
  })

  it('is shown with its own draft, whichever it prefers after the reviews', () => {
    const review = entryWith(2, { a: { answer: null, position: 'the draft of another' } })
    expect(voice([FIRST, review], { kind: 'draft' }).position).toBe('5')
    expect(voice([FIRST, review]).position).toBe('the draft of another')
  })
})

describe('what a voice says of claims', () => {
  const ruling = (claim: string, opinion: ClaimOpinion, counted = opinion): ClaimRuling => ({
    claim,
    opinion,
    counted_opinion: counted,
    reason: 'I looked it up.',
  })
  const turnsAfter = (...rounds: ClaimRuling[][]) =>
    voice(
      rounds.map((rulings, place) => entryWith(place + 2, { a: { rulings } })),
      { kind: 'open' },
    ).turns

  it('is a change where it says something else than before', () => {
    const [first, second] = turnsAfter(
      [ruling('One.', 'true'), ruling('Two.', 'true')],
      [ruling('One.', 'false'), ruling('Two.', 'true')],
    )
    expect(first!.changes).toEqual([])
    expect(second!.changes).toEqual([ruling('One.', 'false')])
  })

  it('is a change as well where it is not counted', () => {
    const uncounted = ruling('One.', 'false', 'true')
    expect(turnsAfter([ruling('One.', 'true')], [uncounted])[1]!.changes).toEqual([uncounted])
  })
})
