import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  ACCEPTANCES,
  MOVES,
  type Move,
  outcomeOf,
  SPEECHES,
  scriptsOf,
  seatMoves,
} from '../../test/support/engine/moves.ts'
import {
  AGREEMENT,
  inTurn,
  modelsNamed,
  restless,
  runScripted,
} from '../../test/support/engine/scripted-panel.ts'
import { share, tries } from '../../test/support/property-runs.ts'
import type { IterationEntry, SeatResponse } from '../contract/deliberation.ts'
import { STRUCTURES } from '../contract/panel.ts'
import { PHI } from './measure/divergence.ts'

const RUNS = tries(120)
const ROUNDING = 1e-9

/** A panel of two to five seats that make such moves, and how it deliberates. */
function runsOf(moves: fc.Arbitrary<Move[]>) {
  return fc.record({
    moves: fc.array(moves, { minLength: 2, maxLength: 5 }).map(seatMoves),
    structure: fc.constantFrom(...STRUCTURES),
    maxIterations: fc.integer({ min: 1, max: 9 }),
  })
}

/** Seats with a mind of their own. */
const randomRuns = runsOf(fc.array(fc.constantFrom(...MOVES), { minLength: 1, maxLength: 5 }))

/** Seats that say what they like at first and then accept every theme. */
const acceptance = fc.constantFrom(...ACCEPTANCES)
const acceptingRuns = runsOf(
  fc.tuple(fc.constantFrom(...SPEECHES), acceptance, acceptance).map((turns): Move[] => turns),
)

/** Each entry after the first beside the one before it. */
function steps(entries: IterationEntry[]): Array<[before: IterationEntry, after: IterationEntry]> {
  return entries.slice(1).map((after, index) => [entries[index]!, after])
}

function responseTo(entry: IterationEntry, { name }: SeatResponse): SeatResponse {
  return entry.responses.find((response) => response.name === name)!
}

describe('every deliberation', () => {
  it('keeps D and H in [0, 1] with H = 1 − D, D being the mean residual of those with a position', async () => {
    await fc.assert(
      fc.asyncProperty(randomRuns, async ({ moves, ...options }) => {
        const result = await outcomeOf(moves, options)
        for (const { D, H, target_D, responses } of result?.entries ?? []) {
          const residuals = responses.flatMap(({ residual, position }) => {
            expect(residual === null).toBe(position === null)
            return residual ?? []
          })
          for (const share of [D, H, target_D, ...residuals]) {
            expect(share).toBeGreaterThanOrEqual(0)
            expect(share).toBeLessThanOrEqual(1)
          }
          expect(H).toBe(1 - D)
          const mean = residuals.reduce((sum, residual) => sum + residual, 0) / residuals.length
          expect(D).toBeCloseTo(residuals.length < 2 ? 1 : mean, 9)
        }
      }),
      RUNS,
    )
  })

  it('numbers iterations from 1, stays within max_iterations and repeats level 7 after the seventh', async () => {
    await fc.assert(
      fc.asyncProperty(randomRuns, async ({ moves, ...options }) => {
        const result = await outcomeOf(moves, options)
        if (result === null) return
        const { entries } = result
        expect(entries.length).toBeGreaterThanOrEqual(1)
        expect(entries.length).toBeLessThanOrEqual(options.maxIterations)
        for (const [index, { iteration, level }] of entries.entries())
          expect({ iteration, level }).toEqual({ iteration: index + 1, level: Math.min(index + 1, 7) })
      }),
      RUNS,
    )
  })

  it('reaches level 7 and stays there in a long dispute', async () => {
    const panel = { ada: restless(100), bob: restless(200) }
    const { entries } = await runScripted(panel, { maxIterations: 10 }).result
    expect(entries.map(({ level }) => level)).toEqual([1, 2, 3, 4, 5, 6, 7, 7, 7, 7])
    expect(entries.at(-1)!.level_name).toBe('Linguistic')
  })

  it('lets D fall by φ or more when every seat’s acceptance counts', async () => {
    let witnessed = 0
    await fc.assert(
      fc.asyncProperty(acceptingRuns, async ({ moves, ...options }) => {
        const result = await outcomeOf(moves, options)
        for (const [before, after] of steps(result?.entries ?? [])) {
          const everyone = after.responses.every(
            (response) =>
              response.counted_verdict === 'accept' && responseTo(before, response).residual !== null,
          )
          if (!everyone) continue
          witnessed += 1
          expect(after.D).toBeLessThanOrEqual(before.D / PHI + ROUNDING)
        }
      }),
      RUNS,
    )
    expect(witnessed, 'the law was put to the test').toBeGreaterThan(share(10))
  })

  it('takes exactly the golden step when all accept and nobody’s answer has moved', async () => {
    const stands = (answer: string) => inTurn({ answer }, { answer, verdict: 'accept' })
    // A measure by which any two texts agree by three quarters.
    const agreement = { ...AGREEMENT, start: Math.log(3), trees: [] }
    const { entries } = await runScripted(
      {
        ada: stands('It is said to face the mountains'),
        bob: stands('It is said to stand beside a river'),
        cleo: stands('It is said to be hidden among cliffs'),
      },
      { agreement },
    ).result
    expect(entries[0]!.clusters, 'one answer, but not near enough to end at once').toHaveLength(1)
    expect(entries[0]!.D).toBeCloseTo(0.25)
    expect(entries[1]!.D).toBeCloseTo(entries[0]!.D / PHI, 9)
  })

  it('never lowers the residual of a seat that rejects or is silent, and never converges over a rejection', async () => {
    await fc.assert(
      fc.asyncProperty(randomRuns, async ({ moves, ...options }) => {
        const result = await outcomeOf(moves, options)
        if (result === null) return
        for (const [before, after] of steps(result.entries)) {
          for (const response of after.responses) {
            const { residual: earlier } = responseTo(before, response)
            if (earlier === null || ['accept', 'amend'].includes(response.counted_verdict ?? '')) continue
            expect(response.residual).toBeGreaterThanOrEqual(earlier)
          }
        }
        const last = result.entries.at(-1)!.responses.map(({ counted_verdict }) => counted_verdict)
        if (last.includes('reject')) expect(result.reached).toBe(false)
      }),
      RUNS,
    )
  })

  it('calls it consensus exactly when the answers are one, D is small and the end was reached', async () => {
    await fc.assert(
      fc.asyncProperty(randomRuns, async ({ moves, ...options }) => {
        const result = await outcomeOf(moves, options)
        if (result === null) return
        const { D, clusters } = result.entries.at(-1)!
        expect(result.outcome === 'consensus').toBe(result.reached)
        if (result.reached) {
          expect(D).toBeLessThanOrEqual(0.2)
          expect(clusters).toHaveLength(1)
          expect(result.dissent.every(({ answer }) => answer === null)).toBe(true)
        }
        expect(result.confidence).toBeGreaterThanOrEqual(0)
        expect(result.confidence).toBeLessThanOrEqual(0.94)
      }),
      RUNS,
    )
  })

  it('ends the same whatever order the panel is listed in', async () => {
    const shuffledRuns = randomRuns.chain((run) => {
      const names = Object.keys(run.moves)
      return fc.tuple(fc.constant(run), fc.shuffledSubarray(names, { minLength: names.length }))
    })
    await fc.assert(
      fc.asyncProperty(shuffledRuns, async ([{ moves, ...options }, order]) => {
        const one = await outcomeOf(moves, options)
        const other = await outcomeOf(moves, { ...options, models: modelsNamed(order) })
        expect(other).toEqual(one)
      }),
      RUNS,
    )
  })

  it('ends the same when it is resumed from any of its checkpoints', async () => {
    await fc.assert(
      fc.asyncProperty(randomRuns, async ({ moves, ...options }) => {
        const whole = runScripted(scriptsOf(moves), options)
        const expected = await whole.result.catch(() => null)
        if (expected === null) return
        for (const checkpoint of whole.checkpoints) {
          const stored = JSON.parse(JSON.stringify(checkpoint))
          const resumed = runScripted(scriptsOf(moves), { ...options, checkpoint: stored })
          const result = await resumed.result
          expect({ ...result, usage: null }).toEqual({ ...expected, usage: null })
          expect(result.usage.calls).toBe(expected.usage.calls)
          const finished = checkpoint.entries.length
          for (const { iteration, brief } of resumed.calls)
            expect(iteration > finished || brief.phase === 'writing').toBe(true)
        }
      }),
      tries(60),
    )
  })
})
