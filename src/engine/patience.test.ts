import { describe, expect, it } from 'vitest'
import { essayists, essayOn, readsPoints } from '../../test/support/engine/claiming-panel.ts'
import { GOOD, honest, scriptedDrafters } from '../../test/support/engine/drafting-panel.ts'
import {
  keeps,
  modelsNamed,
  runScripted,
  type Script,
  scriptedModels,
  yieldsTo,
} from '../../test/support/engine/scripted-panel.ts'
import { createVirtualClock } from '../../test/support/virtual-clock.ts'
import type { DeliberationPorts } from './deliberation.ts'
import { type AskModel, type ModelCall, ModelFailure } from './panel/model-port.ts'

const SECOND = 1_000
const FAST = 3
const SLOW = 60

/** How many seconds a call takes. */
type Pace = (call: ModelCall) => number

/** A panel of five in which the last is slow, in one phase or in all. */
const NAMES = ['ada', 'bob', 'cleo', 'dan', 'eve']
const slowIn =
  (phase: string | null): Pace =>
  ({ seat, brief }) =>
    seat.name === 'eve' && (phase === null || brief.phase === phase) ? SLOW : FAST
const slow = slowIn(null)

type Options = NonNullable<Parameters<typeof runScripted>[1]>

/** Lets models reply after so many seconds of a clock that the test moves, until there is a result. */
async function runTimed(ask: AskModel, pace: Pace, { ports, ...options }: Options = {}, names = NAMES) {
  const clock = createVirtualClock()
  const startedAt = clock.now()
  const seconds = () => Math.round((clock.now() - startedAt) / SECOND)
  const calls: Array<{ call: ModelCall; at: number }> = []
  const askModel: AskModel = async (call) => {
    calls.push({ call, at: seconds() })
    await clock.wait(pace(call) * SECOND, call.signal).catch(() => {
      throw new ModelFailure('aborted', 'The call was cancelled.')
    })
    return ask(call)
  }
  const timed: Partial<DeliberationPorts> = { askModel, now: clock.now, wait: clock.wait, ...ports }
  const { result, checkpoints } = runScripted({}, { models: modelsNamed(names), ports: timed, ...options })
  const deliberation = await clock.advanceUntil(result)
  const asked = (name: string) =>
    calls.filter(({ call }) => call.seat.name === name).map(({ call }) => call.brief.phase)
  return { ...deliberation, took: seconds(), calls, asked, checkpoints, waiting: clock.waiting() }
}

const scripts = (script: Script, names = NAMES) => Object.fromEntries(names.map((name) => [name, script]))
const agreeing = scriptedModels(scripts({ answer: '4' })).askModel

/** Three against one, who goes over to them; the last agrees with the three. */
const divided = scriptedModels({ ...scripts(keeps('4')), dan: yieldsTo('5', '4') }).askModel

describe('a panel with one slow seat', () => {
  it('goes on after ten seconds, cancels its call, and names it', async () => {
    const { took, unheard, entries, usage, calls, warnings, waiting } = await runTimed(agreeing, slow)
    expect(took).toBe(10)
    expect(unheard).toEqual(['eve'])
    expect(entries[0]!.responses.find(({ name }) => name === 'eve')).toMatchObject({
      answer: null,
      error: { code: 'not_awaited', message: 'It had not replied after 10 s and was not waited for.' },
    })
    expect(warnings.join()).toContain('did not wait for eve')
    expect(usage, 'its call is billed at a cost nobody knows').toMatchObject({ calls: 5, unpriced_calls: 1 })
    expect(calls.map(({ call }) => call.signal.aborted)).toContain(true)
    expect(waiting, 'nothing is left waiting').toBe(0)
  })

  it('is never a consensus, but a majority, and is whole enough to be stored', async () => {
    const { outcome, reached, ending, wholePanel } = await runTimed(agreeing, slow)
    expect({ outcome, reached, ending, wholePanel }).toEqual({
      outcome: 'majority',
      reached: false,
      ending: 'converged',
      wholePanel: true,
    })
  })

  it('waits for it if the request says so', async () => {
    const { took, unheard, outcome } = await runTimed(agreeing, slow, { patienceMs: 0 })
    expect({ took, unheard, outcome }).toEqual({ took: SLOW, unheard: undefined, outcome: 'consensus' })
  })

  it('waits three times the median of those who have replied, from when they were asked', async () => {
    const paces: Record<string, number> = { ada: 1, bob: 5, cleo: 7, dan: 7, eve: SLOW }
    const { took, unheard } = await runTimed(agreeing, ({ seat }) => paces[seat.name]!)
    expect({ took, unheard }).toEqual({ took: 3 * 6, unheard: ['eve'] })
  })

  it('waits as long as the request says, but always for a quorum', async () => {
    const paces: Record<string, number> = { ada: 1, bob: 2, cleo: 8, dan: 9, eve: SLOW }
    const pace: Pace = ({ seat }) => paces[seat.name]!
    const within = async (seconds: number) => {
      const { took, unheard } = await runTimed(agreeing, pace, { patienceMs: seconds * SECOND })
      return [took, unheard!.toSorted()]
    }
    expect(await within(5)).toEqual([8, ['dan', 'eve']])
    expect(await within(12)).toEqual([12, ['eve']])
  })

  it('does not count a failure as one of the quorum', async () => {
    const failing: AskModel = async (call) => {
      if (['ada', 'bob', 'cleo'].includes(call.seat.name)) throw new ModelFailure('timeout', 'late')
      return agreeing(call)
    }
    await expect(runTimed(failing, slow)).rejects.toMatchObject({
      message: expect.stringContaining('Only 2 of 5 models answered'),
    })
    const two: AskModel = async (call) => {
      if (['ada', 'bob'].includes(call.seat.name)) throw new ModelFailure('unauthorized', 'no')
      return agreeing(call)
    }
    expect(await runTimed(two, slow), 'the third reply is that of the slow seat').toMatchObject({
      took: SLOW,
    })
  })

  it('lets a late reply join until the next step begins', async () => {
    // Others have their turn before this run goes on at ten seconds.
    const clock = createVirtualClock()
    const startedAt = clock.now()
    const never = new AbortController().signal
    const pause = () =>
      clock.now() - startedAt === 10 * SECOND ? clock.wait(2 * SECOND, never) : Promise.resolve()
    const paces = async (eve: number) => {
      const run = runScripted(
        {},
        {
          models: modelsNamed(NAMES),
          ports: {
            now: clock.now,
            wait: clock.wait,
            pause,
            async askModel(call) {
              const failed = () => Promise.reject(new ModelFailure('aborted', 'cancelled'))
              await clock.wait((call.seat.name === 'eve' ? eve : FAST) * SECOND, call.signal).catch(failed)
              return agreeing(call)
            },
          },
        },
      )
      return clock.advanceUntil(run.result)
    }
    expect(await paces(11)).toMatchObject({ outcome: 'consensus', wholePanel: true })
  })

  it('does not ask it again in later iterations', async () => {
    const { asked, took, entries, unheard } = await runTimed(divided, slow, { structure: 'fugue' })
    expect(asked('eve')).toEqual(['exposition'])
    expect(entries).toHaveLength(2)
    expect(unheard).toEqual(['eve'])
    // Patience, a reading, and two waves.
    expect(took).toBe(10 + 3 * FAST)
  })

  it('goes on from a checkpoint as it would have, without asking or waiting for it', async () => {
    const whole = await runTimed(divided, slow)
    const checkpoint = structuredClone(whole.checkpoints[0]!)
    const resumed = await runTimed(divided, slow, { checkpoint })
    expect(resumed.asked('eve')).toEqual([])
    expect(resumed.took).toBe(FAST)
    const kept = ({ answer, entries, outcome, unheard, warnings, confidence }: typeof whole) => ({
      ...{ answer, entries, outcome, unheard, warnings, confidence },
    })
    expect(kept(resumed)).toEqual(kept(whole))
  })

  it('does not let its further replies be waited for, either', async () => {
    const { took, unheard } = await runTimed(agreeing, slow, { samples: 2 })
    expect({ took, unheard }).toEqual({ took: 10, unheard: ['eve'] })
  })

  it('asks the others where it is one of those that are asked first', async () => {
    const pace: Pace = ({ seat }) => (seat.name === 'cleo' ? SLOW : FAST)
    const first = { models: modelsNamed(['ada', 'bob', 'cleo']), enough: 0, ofAnyKind: false }
    const { took, unheard, usage, asked } = await runTimed(agreeing, pace, { first })
    expect(usage.stages![0]).toMatchObject({ accepted: false, reason: 'too_few_replies' })
    expect({ took, unheard }).toEqual({ took: 10 + FAST, unheard: ['cleo'] })
    expect(asked('cleo')).toEqual(['exposition'])
  })
})

describe('a panel in which nobody is slow', () => {
  it('goes on at once, and leaves nothing waiting', async () => {
    const { took, unheard, waiting } = await runTimed(agreeing, () => FAST)
    expect({ took, unheard, waiting }).toEqual({ took: FAST, unheard: undefined, waiting: 0 })
  })
})

describe('two seats', () => {
  it('are both waited for, because a quorum needs both', async () => {
    const pace: Pace = ({ seat }) => (seat.name === 'bob' ? SLOW : FAST)
    const { took, unheard, outcome } = await runTimed(agreeing, pace, { patienceMs: 1 }, ['ada', 'bob'])
    expect({ took, unheard, outcome }).toEqual({ took: SLOW, unheard: undefined, outcome: 'consensus' })
  })
})

describe('a seat that is slow in a later step', () => {
  const [MOON, SUN] = ['The Moon pulls the oceans.', 'The Sun has a smaller part in it.'] as const
  const writing = (name: string) => essayOn(`${name} writes`, name === 'ada' ? SUN : MOON)
  const denying = (name: string) => (name === 'ada' ? {} : { rules: { [SUN]: 'false' as const } })
  const texts = (more: (name: string) => object = () => ({})) =>
    scriptedModels(
      essayists(Object.fromEntries(NAMES.map((name) => [name, { ...writing(name), ...more(name) }]))),
      readsPoints(),
    ).askModel
  const drafts = scriptedDrafters(
    Object.fromEntries(NAMES.map((name) => [name, honest(name === 'ada' ? GOOD : `${GOOD} ${name}`)])),
  ).askModel
  const open = { kind: 'open', query: 'Explain how tides work.' } as const

  it.each<[string, AskModel, Options]>([
    ['revision', divided, {}],
    ['examination', texts(), open],
    ['dispute', texts((name) => (name === 'dan' ? {} : denying(name))), open],
    ['review', drafts, { kind: 'draft', query: 'Write a haiku about autumn.' }],
  ])('is not waited for in the %s, and the run is no consensus', async (phase, ask, options) => {
    const { unheard, reached, calls, wholePanel } = await runTimed(ask, slowIn(phase), options)
    const begun = calls.findLast(({ call }) => call.brief.phase === phase)!.at
    const ended = calls.find(({ at }) => at > begun)?.at ?? begun + 10
    expect({ unheard, reached, wholePanel }).toEqual({ unheard: ['eve'], reached: false, wholePanel: true })
    expect(ended - begun).toBe(10)
  })

  it('does not make the others go on where none of them moves', async () => {
    const stubborn = scriptedModels({ ...scripts(keeps('4')), dan: keeps('5') }).askModel
    const pace: Pace = ({ seat, iteration }) => (seat.name === 'eve' && iteration === 3 ? SLOW : FAST)
    const { entries, ending, unheard } = await runTimed(stubborn, pace)
    expect({ iterations: entries.length, ending, unheard }).toEqual({
      iterations: 3,
      ending: 'stalled',
      unheard: ['eve'],
    })
  })

  it('is waited for where it is the only one asked', async () => {
    const { took, unheard } = await runTimed(divided, ({ brief }) =>
      brief.phase === 'reading' ? SLOW : FAST,
    )
    expect(took).toBeGreaterThan(SLOW)
    expect(unheard).toBeUndefined()
  })
})
