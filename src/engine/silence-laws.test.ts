import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  MOVES,
  type Move,
  type Moves,
  outcomeOf,
  type Speech,
  scriptsOf,
  seatMoves,
} from '../../test/support/engine/moves.ts'
import { runScripted } from '../../test/support/engine/scripted-panel.ts'
import { tries } from '../../test/support/property-runs.ts'
import { STRUCTURES } from '../contract/panel.ts'

const SILENT: Move = 'decline'
const keeping = (verdict: Speech['verdict']): Speech => ({
  answer: 'held',
  verdict,
  grounded: false,
  rebuts: true,
})
const saying = (answer: string): Speech => ({ ...keeping('accept'), answer, grounded: true })

/** Two to five seats with a mind of their own. */
const randomMoves = fc
  .array(fc.array(fc.constantFrom(...MOVES), { minLength: 1, maxLength: 5 }), { minLength: 2, maxLength: 5 })
  .map(seatMoves)

/** The moves with the first seat's move of an iteration replaced, and nothing after it. */
function withMove(moves: Moves, iteration: number, move: Move): Moves {
  const [first, ...others] = Object.entries(moves)
  const [name, turns] = first!
  const earlier = Array.from(
    { length: iteration - 1 },
    (_, index) => turns[Math.min(index, turns.length - 1)]!,
  )
  return Object.fromEntries([[name, [...earlier, move]], ...others])
}

describe('a seat that falls silent after it has answered', () => {
  it('leaves D no lower than had it stood by its answer, whatever its verdict', async () => {
    // In a sonata nobody hears the others of the same iteration, so that all else stays equal.
    await fc.assert(
      fc.asyncProperty(randomMoves, fc.integer({ min: 2, max: 5 }), async (moves, iteration) => {
        const endingWith = (move: Move) =>
          outcomeOf(withMove(moves, iteration, move), { structure: 'sonata', maxIterations: iteration })
        const silent = await endingWith(SILENT)
        if (silent === null || silent.entries.length < iteration) return
        const before = silent.entries.at(-2)!.responses.find(({ name }) => name === 'model-1')!
        if (before.position === null) return
        for (const verdict of ['accept', 'amend', 'reject'] as const) {
          const speaking = await endingWith(keeping(verdict))
          expect(silent.finalDivergence).toBeGreaterThanOrEqual(speaking!.finalDivergence - 1e-9)
          // Who rejects an answer is not counted for it; who falls silent said it once. Acceptance may bring another
          // answer to the fore, whose confidence is its own.
          if (verdict !== 'reject' && speaking!.answer === silent.answer)
            expect(silent.confidence).toBeLessThanOrEqual(speaking!.confidence)
        }
      }),
      tries(120),
    )
  })

  it('leaves D exactly where a rejection would', async () => {
    const panel = (last: Move): Moves => ({
      'model-1': [saying('2'), last],
      'model-2': [saying('1'), keeping('accept')],
      'model-3': [saying('1'), keeping('accept')],
    })
    for (const structure of STRUCTURES) {
      const [silent, rejecting] = await Promise.all(
        [SILENT, keeping('reject')].map((move) => outcomeOf(panel(move), { structure, maxIterations: 4 })),
      )
      expect(silent!.entries.map(({ D }) => D)).toEqual(rejecting!.entries.map(({ D }) => D))
      expect(silent!.confidence).toBe(rejecting!.confidence)
      expect(silent!.reached).toBe(false)
    }
  })
})

describe('a seat that is silent in the exposition', () => {
  /** Seats that each give one of three closed answers and keep it, the first one as told. */
  const closedPanels = fc.array(fc.constantFrom('1', '2', '3'), { minLength: 2, maxLength: 4 })
  const exposition = (answers: Array<string | null>) =>
    runScripted(
      Object.fromEntries(
        answers.map((answer, index) => [`model-${index + 1}`, { answer: answer ?? 'I do not know' }]),
      ),
      { maxIterations: 1, compose: false },
    ).result

  it('never raises the confidence over that of the same seat disagreeing', async () => {
    await fc.assert(
      fc.asyncProperty(closedPanels, async (others) => {
        const silent = await exposition([null, ...others])
        const disagreeing = await exposition(['another', ...others])
        expect(silent.confidence).toBeLessThanOrEqual(disagreeing.confidence)
      }),
      tries(80),
    )
  })

  it('never raises the confidence over that of the same seat supporting the answer', async () => {
    await fc.assert(
      fc.asyncProperty(closedPanels, async (others) => {
        const silent = await exposition([null, ...others])
        const winning = silent.entries[0]!.clusters[0]!.answer
        const supporting = await exposition([winning, ...others])
        expect(silent.confidence).toBeLessThan(supporting.confidence)
      }),
      tries(80),
    )
  })

  it('never raises the confidence over that of the panel without it', async () => {
    await fc.assert(
      fc.asyncProperty(closedPanels, async (others) => {
        const silent = await exposition([null, ...others])
        const without = await exposition(others)
        expect(silent.confidence).toBeLessThanOrEqual(without.confidence)
      }),
      tries(80),
    )
  })

  it('does not count as a supporter when it speaks up later', async () => {
    const moves: Moves = {
      'model-1': ['fail', saying('1')],
      'model-2': [saying('1'), keeping('accept')],
      'model-3': [saying('2'), saying('1')],
    }
    const { confidenceBasis, outcome } = await runScripted(scriptsOf(moves)).result
    expect(outcome).toBe('consensus')
    expect(confidenceBasis).toContain('1 of 3 models gave this answer')
  })
})
