import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Essayist, essayOn, runOpen } from '../../test/support/engine/claiming-panel.ts'
import { modelsNamed } from '../../test/support/engine/scripted-panel.ts'
import { tries } from '../../test/support/property-runs.ts'
import { type ClaimOpinion, FindingProblem } from '../contract/claims.ts'
import { STRUCTURES } from '../contract/panel.ts'
import { ModelFailure } from './panel/model-port.ts'

const POINTS = [
  'The Moon pulls the sea.',
  'Wind makes the tides.',
  'Tides come twice a day.',
  'Ask a sailor first.',
]
const OPINIONS: ClaimOpinion[] = ['true', 'true', 'true', 'false', 'depends', 'unsure']
const late = new ModelFailure('timeout', 'late')

const anyOpinion = fc.constantFrom(...OPINIONS)
const anySeat = fc
  .record({
    makes: fc.subarray(POINTS, { minLength: 1 }),
    rules: fc.tuple(...POINTS.map(() => anyOpinion)),
    ends: anyOpinion,
    explains: fc.boolean(),
    isExamined: fc.integer({ min: 0, max: 7 }).map((draw) => draw > 0),
  })
  .map(
    ({ makes, rules, ends, explains, isExamined }) =>
      (name: string): Essayist => ({
        ...essayOn(name, ...makes),
        rules: Object.fromEntries(POINTS.map((point, place) => [point, rules[place]!])),
        argues: () => ({ verdict: ends, why: explains ? `${name} looked.` : '' }),
        ...(isExamined ? {} : { examined: late }),
      }),
  )

const anyRun = fc.record({
  seats: fc.array(anySeat, { minLength: 2, maxLength: 5 }),
  structure: fc.constantFrom(...STRUCTURES),
  maxIterations: fc.integer({ min: 1, max: 4 }),
  problem: fc.option(fc.constantFrom(...FindingProblem.options)),
  central: fc.subarray(POINTS),
})
type AnyRun = typeof anyRun extends fc.Arbitrary<infer Run> ? Run : never

function begin({ seats, problem, central, ...options }: AnyRun, more: Parameters<typeof runOpen>[1] = {}) {
  const panel = Object.fromEntries(
    seats.map((seat, index) => [`model-${index + 1}`, seat(`model-${index + 1}`)]),
  )
  return runOpen(panel, {
    ...options,
    points: POINTS.map((text) => ({ text, isCentral: central.includes(text) })),
    finds: problem === null ? [] : POINTS.map((quote) => ({ quote, problem, why: 'So it is.' })),
    ...more,
  })
}
const always = (law: (run: AnyRun) => Promise<void>) => fc.assert(fc.asyncProperty(anyRun, law), tries(200))

describe('every deliberation of an open question', () => {
  it('keeps D, H, confidence and support in [0, 1], with H = 1 − D', async () => {
    await always(async (run) => {
      const { entries, confidence, claims } = await begin(run).result
      const supports = claims!.map(({ support }) => support)
      for (const { D, H, responses } of entries) {
        expect(H).toBe(1 - D)
        const residuals = responses.flatMap(({ residual }) => residual ?? [])
        for (const share of [D, confidence, ...supports, ...residuals]) {
          expect(share).toBeGreaterThanOrEqual(0)
          expect(share).toBeLessThanOrEqual(1)
        }
      }
    })
  })

  it('is a consensus only where no central claim is disputed, or struck while somebody holds it', async () => {
    const outcomes = new Set<string>()
    await always(async (run) => {
      const { outcome, reached, claims, finalDivergence, answer } = await begin(run).result
      outcomes.add(outcome)
      expect(answer).not.toBe('')
      expect(reached).toBe(outcome === 'consensus')
      if (!reached) return
      expect(finalDivergence).toBeLessThanOrEqual(0.2)
      for (const { central, status, for: holders } of claims!) {
        if (!central) continue
        expect(status).not.toBe('disputed')
        if (status === 'struck') expect(holders).toEqual([])
      }
    })
    expect(outcomes).toEqual(new Set(['consensus', 'majority', 'split']))
  })

  it('counts every model on at most one side of a claim, and agrees on nothing that one denies', async () => {
    await always(async (run) => {
      const { claims } = await begin(run).result
      for (const claim of claims!) {
        const sides = [claim.for, claim.against, claim.conditional!, claim.unsure].flat()
        expect(new Set(sides).size).toBe(sides.length)
        if (claim.status === 'agreed') expect(claim.against).toEqual([])
      }
    })
  })

  it('cites passages where they stand, and leaves no mark in its text', async () => {
    await always(async (run) => {
      const { answer, citations = [], claims } = await begin(run).result
      expect(answer).not.toContain('[[')
      for (const { start, end, text, claims: places } of citations) {
        expect(answer.slice(start, end)).toBe(text)
        for (const place of places) expect(claims![place]).toBeDefined()
      }
    })
  })

  it('mends, lists or keeps everything that the checker objects to in its text', async () => {
    await always(async (run) => {
      const { result, events } = begin(run)
      const { repaired = [], unsupported = [], warnings } = await result
      const checked = events.find(({ type }) => type === 'text-checked')
      const findings = checked?.type === 'text-checked' ? checked.findings : []
      const kept = warnings.filter((warning) => warning.startsWith('The checker objects'))
      expect(repaired.length + unsupported.length + kept.length).toBe(findings.length)
    })
  })

  it('ends the same whatever order the panel is listed in', async () => {
    await always(async (run) => {
      const reversed = modelsNamed(run.seats.map((_, index) => `model-${index + 1}`)).toReversed()
      expect(await begin(run, { models: reversed }).result).toEqual(await begin(run).result)
    })
  })

  it('ends the same when it is resumed from any of its checkpoints', async () => {
    await always(async (run) => {
      const whole = begin(run)
      const { usage, ...expected } = await whole.result
      for (const checkpoint of whole.checkpoints) {
        const resumed = begin(run, { checkpoint: JSON.parse(JSON.stringify(checkpoint)) })
        const { usage: again, ...result } = await resumed.result
        expect(result).toEqual(expected)
        expect({ ...again, duration_ms: 0 }).toEqual({ ...usage, duration_ms: 0 })
      }
    })
  })
})
