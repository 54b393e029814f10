import { describe, expect, it } from 'vitest'
import type { IterationEntry, SeatResponse } from '../../../src/contract/deliberation.ts'
import { entryWith } from '../../../test/support/engine/entries.ts'
import { askedRun, type RunState } from './run-state.ts'
import { voicesOf } from './voices.ts'

/** The only voice of a run with these iterations. */
function voice(iterations: IterationEntry[], changes: Partial<RunState> = {}) {
  const seats = [{ name: 'a', provider: 'openrouter', model: 'a' }]
  return voicesOf({ ...askedRun('Why?', 0), seats, iterations, kind: 'closed', ...changes })[0]!
}

const FIRST = entryWith(1, { a: { answer: '5', position: '5' } })
const MOVED: Partial<SeatResponse> = {
  answer: '4',
  position: '4',
  held_relation: 'different',
  shown: [{ label: 'B', answer: 'four', claims: [{ label: 'B1', text: '2 + 2 = 4' }] }],
}

describe('a voice', () => {
  it('is awaited until it has replied in the iteration under way', () => {
    const current = { iteration: 1, level: 1, phase: 'exposition' as const }
    expect(voice([], { current })).toMatchObject({ isAwaited: true, position: null })
  })

  it('that changed its mind says what it gave up, and the claim that refuted it in full', () => {
    const { turns, position } = voice([
      FIRST,
      entryWith(2, { a: { ...MOVED, refuted_by: 'B1', refutation: 'B1' } }),
    ])
    expect(position).toBe('4')
    expect(turns[1]).toMatchObject({ gaveUp: '5', refuter: { text: '2 + 2 = 4', source: 'claim' } })
  })

  it.each([
    ['an answer', 'B', { text: 'four', source: 'answer' }],
    ['an axiom', 'math-0001', { text: 'Two and two are four.', source: 'axiom' }],
    ['a document', 'DOC1', { text: 'what it said', source: 'document' }],
    ['words of its own', null, { text: 'what it said', source: 'own words' }],
  ])('may be refuted by %s', (_, refutation, refuter) => {
    const entry = entryWith(2, { a: { ...MOVED, refuted_by: 'what it said', refutation } })
    const axioms = [{ id: 'math-0001', axiom: 'Two and two are four.', level: 1, relevance: 1 }]
    expect(voice([FIRST, { ...entry, axioms }]).turns[1]?.refuter).toEqual(refuter)
  })

  it('that answers otherwise without naming a reason is counted with its earlier answer', () => {
    const entry = entryWith(2, { a: { ...MOVED, position: '5' } })
    expect(voice([FIRST, entry]).turns[1]).toMatchObject({ gaveUp: null, isUncounted: true })
  })

  it('that says the same in other words has not changed its mind', () => {
    const entry = entryWith(2, { a: { ...MOVED, position: 'five', held_relation: 'same' } })
    expect(voice([FIRST, entry]).turns[1]).toMatchObject({ gaveUp: null, isUncounted: false })
  })

  it('is shown with its own draft, whichever it prefers after the reviews', () => {
    const review = entryWith(2, { a: { answer: null, position: 'the draft of another' } })
    expect(voice([FIRST, review], { kind: 'draft' }).position).toBe('5')
    expect(voice([FIRST, review]).position).toBe('the draft of another')
  })
})
