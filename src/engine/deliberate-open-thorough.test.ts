import { describe, expect, it } from 'vitest'
import {
  convinced,
  type Essayist,
  essayOn,
  MENDED,
  type OpenReading,
  runOpen,
} from '../../test/support/engine/claiming-panel.ts'
import type { TextFinding } from '../contract/claims.ts'
import type { ModelCall } from './panel/model-port.ts'

const MOON = 'The Moon pulls the oceans.'
const SUN = 'The Sun has a smaller part in it.'
const WIND = 'Strong wind makes tides higher.'
const holding = (name: string): Essayist => essayOn(name, MOON, SUN, WIND)
const denying: Essayist = { ...essayOn('dan', MOON, SUN), rules: { [WIND]: 'false' } }
/** All agree on what is central; one denies an aside. */
const PANEL = { ada: holding('ada'), bob: holding('bob'), cleo: holding('cleo'), dan: denying }
const POINTS: OpenReading['points'] = [MOON, SUN, { text: WIND, isCentral: false }]
const THOROUGH = { points: POINTS, isThorough: true as const }

const callsFor = (calls: ModelCall[], step: string) =>
  calls.filter(({ brief }) => step === (brief.phase === 'reading' ? brief.task : brief.phase))
const finding = (problem: TextFinding['problem'], quote: string): TextFinding => ({
  quote,
  problem,
  why: 'So it is.',
})

describe('a dispute that is not central', () => {
  it('is left to the writer, unless the run is to be thorough: then it goes back to both sides', async () => {
    const plain = runOpen(PANEL, { points: POINTS })
    expect(await plain.result).toMatchObject({ ending: 'converged', outcome: 'consensus' })
    expect(callsFor(plain.calls, 'dispute')).toEqual([])

    const thorough = runOpen({ ...PANEL, dan: { ...denying, argues: convinced } }, THOROUGH)
    const { ending, outcome, entries, claims } = await thorough.result
    expect({ ending, outcome }).toEqual({ ending: 'converged', outcome: 'consensus' })
    expect(entries.map(({ phase }) => phase)).toEqual(['exposition', 'examination', 'dispute'])
    expect(callsFor(thorough.calls, 'dispute')).toHaveLength(4)
    expect(claims!.find(({ text }) => text === WIND)!.status).toBe('agreed')
  })

  it('is heard before it is struck', async () => {
    const panel = { ...PANEL, bob: denying, cleo: denying }
    const plain = await runOpen(panel, { points: POINTS }).result
    expect(plain.entries.map(({ phase }) => phase)).not.toContain('dispute')
    const thorough = runOpen({ ...panel, ada: { ...PANEL.ada, argues: convinced } }, THOROUGH)
    expect((await thorough.result).claims!.find(({ text }) => text === WIND)!.status).toBe('struck')
    expect(callsFor(thorough.calls, 'dispute').map(({ seat }) => seat.name)).toEqual(['ada'])
  })

  it('is nothing to pay for where iterations or the budget do not allow it, and the panel agrees all the same', async () => {
    for (const bound of [{ maxIterations: 2 }, { budget: { maxCalls: 9 + 2, maxCostUsd: null } }]) {
      const { result, calls } = runOpen(PANEL, { ...THOROUGH, ...bound })
      expect(await result).toMatchObject({ ending: 'converged', outcome: 'consensus' })
      expect(callsFor(calls, 'dispute')).toEqual([])
    }
  })

  it('is no reason to go on where there is none', async () => {
    const { ada, bob, cleo } = PANEL
    const { result, calls } = runOpen({ ada, bob, cleo }, THOROUGH)
    expect(await result).toMatchObject({ ending: 'converged' })
    expect(callsFor(calls, 'dispute')).toEqual([])
  })
})

describe('the check of a thorough run', () => {
  /** The writer, the checkers, and what came of it where the first checker finds one thing and the second another. */
  async function checked(panel: Record<string, Essayist>, options: object = {}) {
    let checks = 0
    const finds = () => (checks++ === 0 ? [finding('wrong', MOON)] : FOUND_SECOND)
    const { result, calls, events } = runOpen(panel, { ...THOROUGH, finds, ...options })
    const { repaired, unsupported, usage, answer } = await result
    const seatsOf = (step: string) => callsFor(calls, step).map(({ seat }) => seat.name)
    const told = events.filter(({ type }) => type === 'text-checked').length
    return { repaired, unsupported, usage, answer, told, seatsOf }
  }
  const FOUND_SECOND = [finding('wrong', MOON), finding('disputed', WIND), finding('unfounded', SUN)]

  it('is made by two others than the writer, whose findings are mended together, each once', async () => {
    const { seatsOf, repaired, unsupported, answer, told } = await checked(PANEL)
    const [writer] = seatsOf('synthesis')
    const checkers = seatsOf('check-text')
    expect(new Set([writer, ...checkers]).size).toBe(3)
    expect(told).toBe(2)
    expect(seatsOf('amendment')).toEqual([writer])
    expect(repaired).toEqual([finding('wrong', MOON), finding('disputed', WIND)])
    expect(unsupported).toEqual([finding('unfounded', SUN)])
    expect(answer.split(MENDED)).toHaveLength(3)
  })

  it.each([
    ['there is no other seat', { ada: PANEL.ada, bob: essayOn('bob', MOON, SUN) }, {}],
    ['the budget allows no other', PANEL, { maxIterations: 2, budget: { maxCalls: 11, maxCostUsd: null } }],
  ])('is made by one where %s', async (_, panel, options) => {
    const { seatsOf, told, usage } = await checked(panel, options)
    expect(seatsOf('check-text')).toHaveLength(1)
    expect(told).toBe(1)
    expect(usage.calls).toBeLessThanOrEqual(11)
  })

  it('counts where one of the two fails', async () => {
    let checks = 0
    const finds = () => (checks++ === 0 ? 'no idea' : [finding('unfounded', SUN)])
    const { unsupported, warnings } = await runOpen(PANEL, { ...THOROUGH, finds }).result
    expect(unsupported).toEqual([finding('unfounded', SUN)])
    expect(warnings.join()).not.toContain('could not be checked')
  })
})
