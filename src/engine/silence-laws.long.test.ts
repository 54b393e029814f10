import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Move, type Moves, outcomeOf, type Speech, scriptsOf } from '../../test/support/engine/moves.ts'
import { keeps, runScripted } from '../../test/support/engine/scripted-panel.ts'
import { tries } from '../../test/support/property-runs.ts'
import { STRUCTURES } from '../contract/panel.ts'

const keeping = (verdict: Speech['verdict']): Speech => ({ answer: 'held', verdict, explains: false })
const saying = (answer: string): Speech => ({ answer, verdict: 'wrong', explains: true })

describe('a seat that falls silent after it has answered', () => {
  it.each(['decline', 'fail', 'garble'] as const)(
    'leaves D exactly where its objection would: %s',
    async (silence) => {
      const panel = (last: Move): Moves => ({
        'model-1': [saying('2'), last],
        'model-2': [saying('1'), keeping('wrong')],
        'model-3': [saying('1'), keeping('wrong')],
      })
      for (const structure of STRUCTURES) {
        const [silent, objecting] = await Promise.all(
          [silence, keeping('wrong')].map((move) => outcomeOf(panel(move), { structure, maxIterations: 2 })),
        )
        expect(silent!.entries.map(({ D }) => D)).toEqual(objecting!.entries.map(({ D }) => D))
        expect(silent!.confidence).toBe(objecting!.confidence)
        expect(silent!.reached).toBe(false)
      }
    },
  )

  it('leaves D no lower than had it said anything at all of the answers of the others', async () => {
    const firsts = fc.array(fc.constantFrom('1', '2', '3'), { minLength: 3, maxLength: 3 })
    const verdicts = fc.constantFrom<Speech['verdict']>('right', 'partly', 'wrong', 'unsure')
    await fc.assert(
      fc.asyncProperty(
        firsts,
        fc.array(verdicts, { minLength: 2, maxLength: 2 }),
        verdicts,
        async (first, others, own) => {
          const panel = (last: Move): Moves => ({
            // Two of one answer, so that the theme does not depend on what the first seat says.
            'model-0': [saying(first[1]!), keeping('wrong')],
            'model-1': [saying(first[0]!), last],
            'model-2': [saying(first[1]!), keeping(others[0]!)],
            'model-3': [saying(first[2]!), keeping(others[1]!)],
          })
          const endingWith = (move: Move) => outcomeOf(panel(move), { structure: 'sonata', maxIterations: 2 })
          const [silent, speaking] = [await endingWith('fail'), await endingWith(keeping(own))]
          if (silent!.entries.at(-1)!.theme !== speaking!.entries.at(-1)!.theme) return
          expect(silent!.finalDivergence).toBeGreaterThanOrEqual(speaking!.finalDivergence - 1e-9)
        },
      ),
      tries(120),
    )
  })
})

describe('a seat that is silent in the exposition', () => {
  /** Seats that each give one of three answers and keep it. */
  const closedPanels = fc.array(fc.constantFrom('1', '2', '3'), { minLength: 2, maxLength: 4 })
  const exposition = (answers: Array<string | null>) =>
    runScripted(
      Object.fromEntries(
        answers.map((answer, index) => [
          `model-${index + 1}`,
          answer === null ? 'I do not know.' : keeps(answer),
        ]),
      ),
      { maxIterations: 1 },
    ).result

  it('never raises the confidence over that of the same seat supporting the answer', async () => {
    await fc.assert(
      fc.asyncProperty(closedPanels, async (others) => {
        const silent = await exposition([null, ...others])
        const supporting = await exposition([silent.shortAnswer, ...others])
        expect(silent.confidence).toBeLessThanOrEqual(supporting.confidence)
      }),
      tries(80),
    )
  })

  it('never raises the confidence of the others, and the basis says that it gave no answer', async () => {
    await fc.assert(
      fc.asyncProperty(closedPanels, async (others) => {
        const silent = await exposition([...others, null])
        const without = await exposition(others)
        expect(silent.confidence).toBeLessThanOrEqual(without.confidence)
        expect(silent.confidenceBasis).toContain('one gave no answer')
      }),
      tries(80),
    )
  })

  it('does not count as a supporter when it speaks up later', async () => {
    const moves: Moves = {
      'model-1': ['fail', saying('1')],
      'model-2': [saying('1'), keeping('wrong')],
      'model-3': [saying('2'), saying('1')],
    }
    const { confidenceBasis, outcome } = await runScripted(scriptsOf(moves)).result
    expect(outcome).toBe('consensus')
    expect(confidenceBasis).toBe(
      'One of two models gave this answer at first; both hold it after discussion; one gave no answer.',
    )
  })
})
