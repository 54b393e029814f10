import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MOVES, outcomeOf, seatMoves } from '../../../test/support/engine/moves.ts'
import { AGREEMENT, embedWords } from '../../../test/support/engine/scripted-panel.ts'
import type { IterationEntry, SeatResponse, Verdict } from '../../contract/deliberation.ts'
import { STRUCTURES, type StructureName } from '../../contract/panel.ts'
import { comparisonOn } from '../measure/agreement/compare-answers.ts'

const QUERY = 'How many are there?'
const PHI = 1.618033988749895

/** Where a reader of the entries takes a seat to stand. */
interface Reading {
  position: string | null
  verdict: Verdict | null
  residual: number | null
}

/** Two to five seats with a mind of their own; an axiom for each level, so that some may be named. */
const runs = fc.record({
  moves: fc
    .array(fc.array(fc.constantFrom(...MOVES), { minLength: 1, maxLength: 4 }), {
      minLength: 2,
      maxLength: 5,
    })
    .map(seatMoves),
  structure: fc.constantFrom(...STRUCTURES),
})

const resultsOf = async ({
  moves,
  structure,
}: {
  moves: ReturnType<typeof seatMoves>
  structure: StructureName
}) => outcomeOf(moves, { structure, maxIterations: 5, query: QUERY, compose: false })

describe('a reader who has nothing but the iteration entries', () => {
  it('can replay every answer to the position it counts at, its verdict, its residual, and D', async () => {
    let [kept, moved, demoted] = [0, 0, 0]
    await fc.assert(
      fc.asyncProperty(runs, async (run) => {
        const result = await resultsOf(run)
        let before = new Map<string, Reading>()
        for (const entry of result?.entries ?? []) {
          const after = replay(entry, before, run.structure)
          for (const response of entry.responses) {
            const { position, verdict, residual } = after.get(response.name)!
            expect(position).toBe(response.position)
            expect(verdict).toBe(response.counted_verdict)
            expect(residual).toEqual(response.residual === null ? null : expect.closeTo(response.residual, 9))
            if (response.answer !== null && position !== response.answer) kept += 1
            if (response.refutation !== null && position === response.answer) moved += 1
            if (response.verdict !== null && verdict !== response.verdict) demoted += 1
          }
          expect(divergence([...after.values()])).toBeCloseTo(entry.D, 9)
          before = after
        }
      }),
      { numRuns: 150 },
    )
    for (const witnessed of [kept, moved, demoted]) expect(witnessed).toBeGreaterThan(10)
  })

  it('can look up what a seat names among what it was shown, and measure the positions again', async () => {
    const { agree, relate } = comparisonOn(QUERY, { embed: embedWords, model: AGREEMENT })
    let named = 0
    await fc.assert(
      fc.asyncProperty(runs, async (run) => {
        const result = await resultsOf(run)
        const accepted = new Map<string, string | null>()
        for (const { responses, axioms } of result?.entries ?? []) {
          const holders = responses.filter(({ position }) => position !== null)
          for (const { name, answer, counted_verdict: verdict, theme } of responses)
            accepted.set(name, answer !== null && verdict === 'accept' ? theme : null)
          const [theme] = [...accepted.values()].filter((one) => one !== null)
          const isOne =
            theme !== undefined &&
            holders.length > 1 &&
            holders.every(({ name, position }) => accepted.get(name) === theme || position === theme)
          const agreementOf = async (one: SeatResponse, other: SeatResponse) => {
            const isUnknown = (await relate(one.position!, other.position!)) === 'unknown'
            return isOne && isUnknown ? 1 : agree(one.position!, other.position!)
          }
          for (const response of responses) {
            const labels = response.shown.flatMap(({ claims }) => claims.map(({ label }) => label))
            const nameable = [...labels, ...axioms.map(({ id }) => id)]
            if (response.refutation !== null) {
              named += 1
              expect(nameable).toContain(response.refutation)
            }
            if (response.must_answer !== null)
              expect(response.shown.map(({ label }) => label)).toContain(response.must_answer)
            const others = holders.filter((other) => other !== response)
            if (response.position === null || others.length === 0) continue
            const agreements = await Promise.all(others.map((other) => agreementOf(response, other)))
            const mean = agreements.reduce((sum, agreement) => sum + agreement, 0) / others.length
            expect(response.measured).toBeCloseTo(1 - mean, 9)
          }
        }
      }),
      { numRuns: 60 },
    )
    expect(named).toBeGreaterThan(10)
  })

  it('finds in `dissent` exactly the seats outside the winning cluster or against it, each with its last position', async () => {
    await fc.assert(
      fc.asyncProperty(runs, async (run) => {
        const result = await resultsOf(run)
        const last = result?.entries.at(-1)
        if (last === undefined) return
        const winning = new Set(last.clusters[0]?.models)
        const outside = last.responses.filter(
          ({ name, counted_verdict: verdict, theme_relation: toTheme }) =>
            !winning.has(name) || (verdict === 'reject' && toTheme !== 'different'),
        )
        expect(result!.dissent.map(({ name, model, answer }) => ({ name, model, answer }))).toEqual(
          outside.map(({ name, model, position }) => ({ name, model, answer: position })),
        )
      }),
      { numRuns: 100 },
    )
  })
})

/** Where every seat stands after an iteration, from its entry and where they stood before. */
function replay(entry: IterationEntry, before: Map<string, Reading>, structure: StructureName) {
  const after = new Map<string, Reading>()
  for (const response of entry.responses) {
    const { position: held = null, residual: previous = null } = before.get(response.name) ?? {}
    const position = positionAfter(response, held)
    const verdict = verdictOf(response, structure)
    after.set(response.name, { position, verdict, residual: residualAfter(response, verdict, previous) })
  }
  return after
}

function positionAfter({ answer, held_relation, refutation, role }: SeatResponse, held: string | null) {
  if (answer === null) return held
  const isKept = held_relation === 'different' || (held_relation === 'unknown' && role !== 'leader')
  return isKept && refutation === null ? held : answer
}

function verdictOf(response: SeatResponse, structure: StructureName): Verdict | null {
  const { answer, role, verdict, must_answer, rebuttal, theme_relation: toTheme, held_relation } = response
  if (answer === null || role === null) return null
  if (verdict === 'reject') return structure === 'concert' && role === 'voice' ? 'amend' : 'reject'
  const answered = must_answer === null || rebuttal !== null
  const keepsAnswer = (held_relation ?? 'same') === 'same'
  // Whether something speaks against an answer that cannot be read is in the words alone: the entry says what came of it.
  const mayAgree = toTheme === 'unknown' && keepsAnswer && response.counted_verdict === 'accept'
  const agrees = toTheme === 'same' || mayAgree
  return verdict === 'accept' && answered && agrees ? 'accept' : 'amend'
}

function residualAfter({ measured }: SeatResponse, verdict: Verdict | null, previous: number | null) {
  if (measured === null || previous === null) return measured
  if (verdict === 'accept') return Math.min(measured, previous / PHI)
  return verdict === 'amend' ? Math.min(measured, previous) : Math.max(measured, previous)
}

function divergence(readings: Reading[]): number {
  const residuals = readings.flatMap(({ residual }) => residual ?? [])
  if (residuals.length < 2) return 1
  return residuals.reduce((sum, residual) => sum + residual, 0) / residuals.length
}
