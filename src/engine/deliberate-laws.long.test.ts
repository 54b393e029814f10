import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  ANSWERS,
  anyRun,
  firstText,
  type Move,
  outcomeOf,
  READERS,
  scriptsOf,
  seatMoves,
  writtenText,
} from '../../test/support/engine/moves.ts'
import {
  keeps,
  modelsNamed,
  restless,
  revisionOf,
  runScripted,
} from '../../test/support/engine/scripted-panel.ts'
import { tries } from '../../test/support/property-runs.ts'
import type { IterationEntry } from '../contract/deliberation.ts'
import { relationOn } from './reading/relate.ts'

const RUNS = tries(120)
const ROUNDING = 1e-9
const relate = relationOn('How many are there?')

/** Who holds an answer after an iteration, and the labels that each seat last called right, by name. */
function standingsAfter(entries: IterationEntry[]) {
  const right = new Map<string, string[]>()
  return entries.map(({ responses, clusters }) => {
    for (const { name, rulings_on_answers: rulings } of responses)
      if (rulings)
        right.set(
          name,
          rulings.filter(({ counted }) => counted === 'right').map(({ label }) => label),
        )
    const theme = clusters[0]?.label
    const holders = responses.filter(({ label }) => label != null)
    const isWith = (name: string) =>
      theme !== undefined &&
      (responses.find((one) => one.name === name)!.label === theme || (right.get(name) ?? []).includes(theme))
    return {
      holders: holders.map(({ name }) => name),
      supporters: holders.map(({ name }) => name).filter(isWith),
    }
  })
}

describe('every deliberation of a closed question', () => {
  it('keeps D and H in [0, 1] with H = 1 − D, D being the mean residual of those with an answer', async () => {
    await fc.assert(
      fc.asyncProperty(anyRun, async ({ moves, ...options }) => {
        const result = await outcomeOf(moves, options)
        for (const { D, H, target_D, responses } of result?.entries ?? []) {
          const residuals = responses.flatMap(({ residual, position, label }) => {
            expect(residual === null).toBe(position === null)
            expect(label === null).toBe(position === null)
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
      fc.asyncProperty(anyRun, async ({ moves, ...options }) => {
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

  it('lowers the residual of a seat only if the seat is with the theme', async () => {
    let fallen = 0
    await fc.assert(
      fc.asyncProperty(anyRun, async ({ moves, ...options }) => {
        const entries = (await outcomeOf(moves, options))?.entries ?? []
        const standings = standingsAfter(entries)
        for (const [index, { responses }] of entries.entries())
          for (const { name, residual } of responses) {
            const before = entries[index - 1]?.responses.find((one) => one.name === name)?.residual ?? null
            if (before === null || residual === null || residual >= before - ROUNDING) continue
            fallen += 1
            expect(standings[index]!.supporters).toContain(name)
          }
      }),
      RUNS,
    )
    expect(fallen, 'the law was put to the test').toBeGreaterThan(10)
  })

  it('lowers D only if a residual fell, or if somebody gives a first answer', async () => {
    await fc.assert(
      fc.asyncProperty(anyRun, async ({ moves, ...options }) => {
        const entries = (await outcomeOf(moves, options))?.entries ?? []
        for (const [index, after] of entries.entries()) {
          const before = entries[index - 1]
          if (before === undefined || after.D >= before.D - ROUNDING) continue
          const hasFallen = after.responses.some(({ name, residual }) => {
            const earlier = before.responses.find((one) => one.name === name)!.residual
            return residual !== null && (earlier === null || residual < earlier)
          })
          expect(hasFallen).toBe(true)
        }
      }),
      RUNS,
    )
  })

  it('is a consensus exactly when every seat with an answer holds the theme or calls it right', async () => {
    const outcomes = new Set<string>()
    await fc.assert(
      fc.asyncProperty(anyRun, async ({ moves, ...options }) => {
        const result = await outcomeOf(moves, options)
        if (result === null) return
        outcomes.add(result.outcome)
        const { holders, supporters } = standingsAfter(result.entries).at(-1)!
        const isAgreed = holders.length > 1 && supporters.length === holders.length
        expect(result.reached).toBe(isAgreed)
        expect(result.outcome === 'consensus').toBe(isAgreed)
        if (isAgreed) expect(result.finalDivergence).toBe(0)
        const dissenting = result.dissent.map(({ name }) => name)
        expect(dissenting.sort()).toEqual(
          Object.keys(moves)
            .filter((name) => !supporters.includes(name))
            .sort(),
        )
      }),
      RUNS,
    )
    expect(outcomes).toEqual(new Set(['consensus', 'majority', 'split']))
  })

  it('delivers byte for byte a first reply of somebody, or what a writer wrote', async () => {
    const sources = new Set<string>()
    const found: Move = { answer: '1000', verdict: 'wrong', explains: true }
    const findingRuns = anyRun.map((run) => ({
      ...run,
      moves: seatMoves(Object.values(run.moves).map(([first]) => [first!, found])),
    }))
    await fc.assert(
      fc.asyncProperty(fc.oneof(anyRun, findingRuns), async ({ moves, ...options }) => {
        const result = await outcomeOf(moves, options)
        if (result === null || result.shortAnswer === null) return
        const first = Object.keys(moves).flatMap((name) => ANSWERS.map((answer) => firstText(name, answer)))
        const isFirst = first.includes(result.answer)
        sources.add(isFirst ? 'first' : 'written')
        if (!isFirst) expect(result.answer).toBe(writtenText(result.shortAnswer))
        const given = result.entries[0]!.responses.filter(({ reason }) => reason === result.answer)
        if (isFirst) expect(given.map(({ answer }) => answer)).toContain(result.shortAnswer)
      }),
      RUNS,
    )
    expect(sources).toEqual(new Set(['first', 'written']))
  })

  it('never has answers that are certainly different in one cluster, whatever a reader says', async () => {
    await fc.assert(
      fc.asyncProperty(anyRun, async ({ moves, ...options }) => {
        const entries = (await outcomeOf(moves, options))?.entries ?? []
        const [first] = entries
        if (first === undefined) return
        const answerOf = (name: string) => first.responses.find((one) => one.name === name)!.answer!
        for (const { models } of first.clusters)
          for (const one of models)
            for (const other of models) expect(relate(answerOf(one), answerOf(other))).not.toBe('different')
        for (const { clusters } of entries)
          for (const one of clusters)
            for (const other of clusters)
              if (one !== other) expect(relate(one.answer, other.answer)).not.toBe('same')
      }),
      RUNS,
    )
  })

  it('shows the answers on the table with the same labels and texts in all rounds', async () => {
    await fc.assert(
      fc.asyncProperty(anyRun, async ({ moves, ...options }) => {
        const { result, calls } = runScripted(scriptsOf(moves), options)
        const deliberation = await result.catch(() => null)
        const shown = new Map<string, string>()
        const isKnown = (label: string, said: string) => (shown.get(label) ?? said) === said
        for (const call of calls.filter(({ brief }) => brief.phase === 'revision'))
          for (const { label, answer, text } of revisionOf(call).answers) {
            const said = JSON.stringify([answer, text])
            expect(isKnown(label, said)).toBe(true)
            shown.set(label, said)
          }
        const named = new Map<string, string>()
        for (const { clusters } of deliberation?.entries ?? [])
          for (const { label, answer } of clusters) {
            expect(named.get(label!) ?? answer).toBe(answer)
            named.set(label!, answer)
          }
      }),
      RUNS,
    )
  })

  it('ends the same whatever order the panel is listed in', async () => {
    const shuffledRuns = anyRun.chain((run) => {
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
      fc.asyncProperty(anyRun, async ({ moves, ...options }) => {
        const whole = runScripted(scriptsOf(moves), options)
        const expected = await whole.result.catch(() => null)
        if (expected === null) return
        for (const checkpoint of whole.checkpoints) {
          const stored = JSON.parse(JSON.stringify(checkpoint))
          const resumed = runScripted(scriptsOf(moves), { ...options, checkpoint: stored })
          const result = await resumed.result
          expect({ ...result, usage: null }).toEqual({ ...expected, usage: null })
          expect(result.usage.calls).toBe(expected.usage.calls)
        }
      }),
      tries(60),
    )
  })
})

describe('the confidence in an answer', () => {
  const panels = fc.array(fc.constantFrom('1', '2', '3'), { minLength: 2, maxLength: 6 })
  const exposition = (answers: string[]) =>
    runScripted(Object.fromEntries(answers.map((answer, index) => [`model-${index}`, keeps(answer)])), {
      maxIterations: 1,
    }).result

  it('is never lowered by another seat that gives the same answer at first', async () => {
    await fc.assert(
      fc.asyncProperty(panels, async (answers) => {
        const { confidence, shortAnswer } = await exposition(answers)
        const joined = await exposition([...answers, shortAnswer!])
        expect(joined.shortAnswer).toBe(shortAnswer)
        expect(joined.confidence).toBeGreaterThanOrEqual(confidence)
      }),
      tries(80),
    )
  })

  it('is never raised by another seat that gives another answer', async () => {
    await fc.assert(
      fc.asyncProperty(panels, fc.constantFrom('1', '2', '3', '4'), async (answers, other) => {
        const { confidence, shortAnswer } = await exposition(answers)
        const dissented = await exposition([...answers, other])
        if (other === shortAnswer || dissented.shortAnswer !== shortAnswer) return
        expect(dissented.confidence).toBeLessThanOrEqual(confidence)
      }),
      tries(80),
    )
  })

  it('is never raised by anything that is said after the first replies', async () => {
    const plain = anyRun.filter(({ reads }) => reads !== READERS.reconciling)
    await fc.assert(
      fc.asyncProperty(plain, async ({ moves, ...options }) => {
        const [early, late] = [
          await outcomeOf(moves, { ...options, maxIterations: 1 }),
          await outcomeOf(moves, options),
        ]
        if (early === null || late === null || early.shortAnswer === null) return
        expect(late.confidence).toBeLessThanOrEqual(early.confidence)
      }),
      RUNS,
    )
  })
})
