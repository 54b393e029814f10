import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyRun, outcomeOf } from '../../../test/support/engine/moves.ts'
import { tries } from '../../../test/support/property-runs.ts'
import type { IterationEntry, SeatResponse } from '../../contract/deliberation.ts'

const PHI = 1.618033988749895

/** What a reader of the entries knows of a seat. */
interface Reading {
  label: string | null
  residual: number | null
  /** The labels that it last called right. */
  right: string[]
}

/** Where every seat stands after an iteration, from its entry and where they stood before. */
function replay({ responses, clusters }: IterationEntry, before: Map<string, Reading>): Map<string, Reading> {
  const theme = clusters[0]?.label
  const readings = responses.map((response): [SeatResponse, Reading] => {
    const { label: held = null, residual = null, right = [] } = before.get(response.name) ?? {}
    const rulings = response.rulings_on_answers
    const now = rulings?.filter(({ counted }) => counted === 'right').map(({ label }) => label) ?? right
    return [response, { label: labelAfter(response, held), residual, right: now }]
  })
  const holders = readings.map(([, reading]) => reading).filter(({ label }) => label !== null)
  const isWith = ({ label, right }: Reading) =>
    theme !== undefined && (label === theme || right.includes(theme))
  const isAgreed = holders.length > 1 && holders.every(isWith)
  return new Map(
    readings.map(([response, reading]): [string, Reading] => {
      if (reading.label === null) return [response.name, { ...reading, residual: null }]
      const others = holders.filter((other) => other !== reading)
      const apart = others.filter(({ label }) => label !== reading.label).length
      const measured = others.length === 0 ? 1 : apart / others.length
      expect(response.measured).toBeCloseTo(measured, 9)
      const step = (): number => {
        const previous = reading.residual
        if (response.rulings_on_answers === undefined && before.size > 0 && previous !== null)
          return Math.max(measured, previous)
        if (previous === null) return measured
        if (isWith(reading)) return Math.min(measured, previous / PHI)
        return response.counted_verdict === 'wrong' ? Math.max(measured, previous) : previous
      }
      const isOver = isAgreed && before.size > 0
      return [response.name, { ...reading, residual: isOver ? 0 : step() }]
    }),
  )
}

/** A change of answer counts if the seat says what refuted the old one. */
function labelAfter(
  { label, answer, changed_because: because }: SeatResponse,
  held: string | null,
): string | null {
  if (answer === null) return held ?? label ?? null
  return held === null || because ? label! : held
}

describe('a reader who has nothing but the iteration entries', () => {
  it('can replay which answer every seat counts for, its residual, and D', async () => {
    let [kept, moved, doubted] = [0, 0, 0]
    await fc.assert(
      fc.asyncProperty(anyRun, async ({ moves, ...options }) => {
        let before = new Map<string, Reading>()
        for (const entry of (await outcomeOf(moves, options))?.entries ?? []) {
          const after = replay(entry, before)
          for (const response of entry.responses) {
            const { label, residual } = after.get(response.name)!
            expect(label).toBe(response.label)
            expect(residual).toEqual(response.residual === null ? null : expect.closeTo(response.residual, 9))
            const earlier = before.get(response.name)?.label ?? null
            if (response.answer !== null && earlier !== null && response.answer !== response.position)
              kept += 1
            if (earlier !== null && earlier !== label) moved += 1
            if (response.verdict !== null && response.verdict !== response.counted_verdict) doubted += 1
          }
          const residuals = [...after.values()].flatMap(({ residual }) => residual ?? [])
          const mean = residuals.reduce((sum, residual) => sum + residual, 0) / residuals.length
          expect(residuals.length < 2 ? 1 : mean).toBeCloseTo(entry.D, 9)
          before = after
        }
      }),
      tries(150),
    )
    for (const witnessed of [kept, moved, doubted]) expect(witnessed).toBeGreaterThan(10)
  })

  it('finds in each cluster the seats with its label, and its answer in what they ruled on', async () => {
    await fc.assert(
      fc.asyncProperty(anyRun, async ({ moves, ...options }) => {
        for (const { clusters, responses } of (await outcomeOf(moves, options))?.entries ?? []) {
          for (const { label, models, answer } of clusters) {
            const holders = responses.filter((response) => response.label === label).map(({ name }) => name)
            expect([...models].sort()).toEqual(holders.sort())
            for (const { rulings_on_answers: rulings } of responses)
              if (rulings) expect(rulings.find((ruling) => ruling.label === label)?.answer).toBe(answer)
          }
        }
      }),
      tries(100),
    )
  })
})
