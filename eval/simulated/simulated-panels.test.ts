import { describe, expect, it } from 'vitest'
import type { IterationEntry } from '../../src/contract/deliberation.ts'
import { STRUCTURES, type StructureName } from '../../src/contract/panel.ts'
import { probabilityOf } from '../../src/engine/conclude/confidence.ts'
import type { Deliberation } from '../../src/engine/deliberation.ts'
import { CALIBRATION } from '../../test/support/engine/scripted-panel.ts'
import { share } from '../../test/support/property-runs.ts'
import { pick } from './chance.ts'
import type { Character, Excuse, Manner } from './simulated-model.ts'
import { runSimulated, type SimulatedRun, several } from './simulated-panel.ts'

const STUBBORN: Manner = { kind: 'stubborn' }
const ERRING: Manner = { kind: 'erring' }
const PERSUADABLE: Manner = { kind: 'persuadable', persuadability: 0.5 }
const sycophantic = (excuse: Excuse): Manner => ({ kind: 'sycophantic', excuse })

/** A model that is right half of the time and shares some of its mistakes with others. */
const fair = (manner: Manner): Character => ({ manner, accuracy: 0.5, sharedMistakes: 0.4 })
const right = (manner: Manner): Character => ({ manner, accuracy: 1, sharedMistakes: 0 })
const wrongTogether = (manner: Manner): Character => ({ manner, accuracy: 0, sharedMistakes: 1 })

/** A number of seeds (only a share of them in `npm test`), each with two to five seats. */
const seeds = (count: number) =>
  Array.from({ length: share(count) }, (_, index) => ({ seed: `panel ${index}`, size: 2 + (index % 4) }))

/** A panel whose characters are drawn by the seed. */
const mixed = (manners: Manner[], seed: string, size: number): Character[] =>
  Array.from({ length: size }, (_, seat) => fair(pick(manners, seed, seat)))

const isTrue = (value: boolean) => value

describe.each(STRUCTURES)('an unexplained switch in a %s', (structure) => {
  const panel = (excuse: Excuse, seed: string, size: number) =>
    runSimulated({
      seed,
      structure,
      maxIterations: 4,
      axiomShare: 0.3,
      characters: [
        fair(sycophantic(excuse)),
        ...mixed([sycophantic(excuse), STUBBORN, PERSUADABLE], seed, size - 1),
      ],
    })

  it('has the same clusters, residuals, D and outcome as if the seat had repeated its answer', async () => {
    let switches = 0
    for (const { seed, size } of seeds(100)) {
      const switching = await panel('none', seed, size)
      const holding = await panel('holds', seed, size)
      expect(whatCounts(switching.result), seed).toEqual(whatCounts(holding.result))
      switches += unexplained(switching.result).length
    }
    expect(switches, 'the law was put to the test').toBeGreaterThan(share(100))
  })

  it('keeps D high, while the same switch lowers it if a reason is named', async () => {
    const mean = { none: 0, named: 0 }
    const panels = seeds(30)
    for (const { seed, size } of panels)
      for (const excuse of ['none', 'named'] as const)
        mean[excuse] += (await panel(excuse, seed, size)).result.finalDivergence / panels.length
    expect(mean.none - mean.named).toBeGreaterThan(0.1)
  })
})

describe.each(STRUCTURES)('a panel of only sycophants in a %s', (structure) => {
  it('reaches consensus only if its first answers were the same', async () => {
    let divided = 0
    for (const { seed, size } of seeds(60)) {
      const characters = several(size, fair(sycophantic('none')))
      const { result } = await runSimulated({ seed, structure, characters, maxIterations: 4 })
      expect(result.reached, seed).toBe(result.entries.length === 1)
      expect(campsOf(result.entries.at(-1)!)).toEqual(campsOf(result.entries[0]!))
      if (!result.reached) divided += 1
    }
    expect(divided).toBeGreaterThan(share(20))
  })
})

describe.each(STRUCTURES)(
  'a minority that is wrong, stubborn, long-winded and certain in a %s',
  (structure) => {
    it('does not win against an honest majority of any character', async () => {
      for (const { seed } of seeds(60)) {
        const honest = Array.from({ length: 3 }, (_, seat) =>
          right(pick([STUBBORN, ERRING, PERSUADABLE, sycophantic('none'), sycophantic('named')], seed, seat)),
        )
        const loud = several(2, { ...wrongTogether(STUBBORN), confident: true })
        const run = await runSimulated({
          seed,
          structure,
          characters: [...loud, ...honest],
          maxIterations: 5,
        })
        expect(run.right, seed).toBe(true)
        expect(run.result.outcome).toBe('majority')
        expect(run.result.dissent.map(({ name }) => name).sort()).toEqual(['model-1', 'model-2'])
      }
    })
  },
)

describe.each(STRUCTURES)('a majority that shares a mistake in a %s', (structure) => {
  it('wins, because agreement cannot correct it, but gains no confidence', async () => {
    const characters = [...several(3, wrongTogether(ERRING)), ...several(2, right(STUBBORN))]
    for (const { seed } of seeds(20)) {
      const run = await runSimulated({ seed, structure, characters })
      expect(run.right).toBe(false)
      expect(run.result.outcome).toBe('majority')
      expect(run.result.confidenceBasis).toBe('Three of five models gave this answer independently.')
    }
  })
})

describe.each(STRUCTURES)('later rounds of a %s', (structure) => {
  const manners = [STUBBORN, ERRING, PERSUADABLE, sycophantic('none'), sycophantic('named')]

  it('never raise the confidence above that of the first round, or of the narrowest lead', async () => {
    for (const { seed, size } of seeds(60)) {
      const panel = { seed, structure, characters: mixed(manners, seed, size), axiomShare: 0.3 }
      const { result: first } = await runSimulated({ ...panel, maxIterations: 1 })
      const { result: last } = await runSimulated(panel)
      const narrowest = {
        given: 2,
        compatible: 0,
        answering: size,
        rival: 1,
        silent: 0,
        offersOptions: false,
      }
      const lead = size > 2 ? probabilityOf(narrowest, CALIBRATION) : 1
      expect(last.confidence - Math.max(first.confidence, lead), seed).toBeLessThan(0.001)
    }
  })
})

describe.each(STRUCTURES)('models that accept evidence for the truth in a %s', (structure) => {
  it('are right more often in the end than the plurality was at first, and never less often', async () => {
    const characters = several(5, { manner: PERSUADABLE, accuracy: 0.4, sharedMistakes: 0.3 })
    const runs: SimulatedRun[] = []
    for (const { seed } of seeds(60))
      runs.push(await runSimulated({ seed, structure, characters, axiomShare: 0.5 }))
    const [atFirst, atLast] = [runs.map((run) => run.rightAtFirst), runs.map((run) => run.right)]
    expect(atLast.filter(isTrue).length - atFirst.filter(isTrue).length).toBeGreaterThan(0.1 * runs.length)
    for (const run of runs) if (run.rightAtFirst) expect(run.right).toBe(true)
  })
})

describe('the calls of a deliberation', () => {
  it.each(STRUCTURES)(
    'are one per seat and iteration in a %s, besides readings and a writer',
    async (structure) => {
      for (const { seed, size } of seeds(20)) {
        const { result } = await runSimulated({
          seed,
          structure,
          characters: mixed([PERSUADABLE, ERRING], seed, size),
        })
        const callsFor = (...phases: string[]) =>
          result.usage
            .phases!.filter(({ phase }) => phases.includes(phase))
            .reduce((sum, { calls }) => sum + calls, 0)
        expect(callsFor('exposition', 'revision')).toBe(size * result.entries.length)
        expect(callsFor('writing')).toBeLessThanOrEqual(1)
      }
    },
  )

  it('are the same in every structure for a panel that never changes', async () => {
    const characters = [...several(3, right(STUBBORN)), ...several(2, wrongTogether(STUBBORN))]
    const callsIn = async (structure: StructureName) =>
      (await runSimulated({ seed: 'dispute', structure, characters })).result.usage.calls
    const [first, ...others] = await Promise.all(STRUCTURES.map(callsIn))
    for (const calls of others) expect(calls).toBe(first)
  })
})

/** Which seats are in the same cluster. */
function campsOf({ clusters }: IterationEntry): string[] {
  return clusters.map(({ models }) => [...models].sort().join()).sort()
}

/** Everything that depends on the counted answers, without what seats merely said. */
function whatCounts({ entries, outcome, confidence, dissent, answer, usage }: Deliberation) {
  const counted = entries.map(({ D, theme, clusters, responses }) => ({
    D,
    theme,
    clusters,
    seats: responses.map(({ name, position, counted_verdict, measured, residual }) => ({
      name,
      position,
      counted_verdict,
      measured,
      residual,
    })),
  }))
  return { counted, outcome, confidence, dissent, answer, calls: usage.calls }
}

function unexplained({ entries }: Deliberation) {
  return entries
    .slice(1)
    .flatMap(({ responses }) =>
      responses.filter(({ answer, position }) => answer !== null && answer !== position),
    )
}
