import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Essayist, essayOn, readsPoints, runOpen } from '../../test/support/engine/claiming-panel.ts'
import { type Drafter, FAIR, runDrafts } from '../../test/support/engine/drafting-panel.ts'
import {
  type Line,
  type Reader,
  restless,
  runScripted,
  type Script,
} from '../../test/support/engine/scripted-panel.ts'
import { tries } from '../../test/support/property-runs.ts'
import type { TextFinding } from '../contract/claims.ts'
import { mostCalls } from './most-calls.ts'
import { type ModelCall, ModelFailure } from './panel/model-port.ts'

const NAMES = ['ada', 'bob', 'cleo', 'dan', 'eve']
const WIND = 'Strong wind is the cause of every tide.'
/** What one text does not say is put to all. */
const MOON = 'The Moon is the cause of every tide.'
const late = new ModelFailure('timeout', 'late')
const panelOf = <Seat>(size: number, seat: (name: string, place: number) => Seat) =>
  Object.fromEntries(NAMES.slice(0, size).map((name, place) => [name, seat(name, place)]))

/** A reader of whose readings every other is unreadable. */
function unreadableOnce(): Reader {
  let readings = 0
  const finds: TextFinding[] = [{ quote: WIND, problem: 'disputed', why: 'Some deny it.' }]
  return (brief, call) => (readings++ % 2 === 0 ? 'no idea' : readsPoints({ finds })(brief, call))
}

/** Panels that quarrel for as long as they may, and whose writers fail or are objected to. */
const QUARRELS = {
  closed: (size: number, options: object) =>
    runScripted(
      panelOf<Script>(size, (_, place) => {
        const says = restless(100 * place) as (call: ModelCall) => Line
        return (call) => (call.brief.phase === 'writing' ? late : says(call))
      }),
      // Nobody can read, so that every reading is asked for twice.
      { reads: () => 'no idea', ...options },
    ),
  open: (size: number, options: object) => {
    let writers = 0
    return runOpen(
      panelOf<Essayist>(size, (name, place) => ({
        ...essayOn(name, place === 0 ? MOON : WIND),
        rules: () => (place % 2 === 0 ? 'true' : 'false'),
        writes: (points) => (writers++ === 0 ? late : points.map(({ text }) => text).join(' ')),
      })),
      { reads: unreadableOnce(), ...options },
    )
  },
  draft: (size: number, options: object) =>
    runDrafts(
      panelOf<Drafter>(size, (name) => ({
        draft: `${FAIR} ${name}`,
        judges: (text) => ({ verdict: 'reject', defect: `“tea” in ${text.length}` }),
        revises: `${FAIR} again`,
        compares: () => `${FAIR} again`,
      })),
      { reads: () => 'no idea', ...options },
    ),
}

test('no run makes more calls than were foretold', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('closed', 'open', 'draft'),
      fc.constantFrom('sonata', 'fugue', 'concert'),
      fc.integer({ min: 2, max: 5 }),
      fc.integer({ min: 1, max: 6 }),
      fc.constantFrom(undefined, true),
      async (kind, structure, seats, maxIterations, isThorough) => {
        const { usage } = await QUARRELS[kind](seats, { structure, maxIterations, isThorough }).result
        const phases = mostCalls({ kind, seats, writers: seats, readers: seats, maxIterations })
        const foretold = phases.reduce((sum, phase) => sum + phase.seats * phase.times, 0)
        expect(usage.calls).toBeLessThanOrEqual(foretold)
      },
    ),
    tries(120),
  )
})

test.each([
  ['closed', 4, 4 * 2 + 2 * 2 + 1],
  ['open', 4, 4 * 2 + 2 + 2 + 2 + 1],
  // The rejects of the drafts and of the revised one are read twice each, or put to the authors.
  ['draft', 4, 4 * 2 + 3 + 2 * 2],
  ['draft', 2, 2 * 2 + 2 + 2 + 1],
] as const)('a quarrel of a panel can make that many: %s', async (kind, size, calls) => {
  const maxIterations = kind === 'draft' ? 3 : 2
  expect((await QUARRELS[kind](size, { maxIterations }).result).usage.calls).toBe(calls)
})
