import { describe, expect, it } from 'vitest'
import {
  type Essayist,
  essayists,
  essayOn,
  MENDED,
  readsPoints,
  runOpen,
} from '../../test/support/engine/claiming-panel.ts'
import { scriptedModels } from '../../test/support/engine/scripted-panel.ts'
import { type AskModel, type ModelCall, ModelFailure } from './panel/model-port.ts'

const MOON = 'The Moon pulls the oceans.'
const WIND = 'Strong wind is the cause of every tide.'

/** One who knows that the wind is not the cause, and two who do not. */
const knowing = (name: string): Essayist => ({ ...essayOn(name, MOON), rules: { [WIND]: 'false' } })
const mistaken = (name: string): Essayist => essayOn(name, WIND)
const PANEL = { ada: knowing('ada'), cleo: mistaken('cleo'), dan: mistaken('dan') }
const late = new ModelFailure('timeout', 'late')

type Options = Parameters<typeof runOpen>[1]

describe('an open run that is taken up again', () => {
  it.each(['sonata', 'fugue', 'concert'] as const)(
    'ends as it would have and asks only what remained, from every checkpoint: %s',
    async (structure) => {
      const options: Options = {
        structure,
        ports: {
          findAnchors: async ({ levels: [level = 1] }) => [
            { id: `axio-000${level}`, axiom: `axiom ${level}`, level, relevance: 0.9 },
          ],
        },
        gaps: ['The Sun matters.'],
        finds: [{ quote: MOON, problem: 'form', why: 'Too short.' }],
      }
      const whole = runOpen(PANEL, options)
      const expected = await whole.result
      expect(expected.answer).toContain(MENDED)
      expect(whole.checkpoints.map(({ entries }) => entries.length)).toEqual([1, 2, 3])
      for (const [index, checkpoint] of whole.checkpoints.entries()) {
        const stored = JSON.parse(JSON.stringify(checkpoint))
        const resumed = runOpen(PANEL, { ...options, checkpoint: stored, kind: null })
        const { usage, ...result } = await resumed.result
        expect({ ...result, usage: { ...usage, duration_ms: 0 } }).toEqual({
          ...expected,
          usage: { ...expected.usage, duration_ms: 0 },
        })
        const asked = ({ seat, iteration, messages }: ModelCall) => ({ seat, iteration, messages })
        const isFinal = ({ brief }: ModelCall) =>
          ['synthesis', 'amendment'].includes(brief.phase) ||
          (brief.phase === 'reading' && brief.task === 'check-text')
        const remaining = whole.calls.filter((call) => call.iteration > index + 1 || isFinal(call))
        expect(resumed.calls.map(asked)).toEqual(remaining.map(asked))
      }
    },
  )
})

describe('an examination in which seats are missing', () => {
  it('counts an unreadable one as an abstention, and no opinion of that seat', async () => {
    const dan = { ...PANEL.dan, examined: 'All of these are fine.' }
    const { result } = runOpen({ ...PANEL, dan }, { maxIterations: 2 })
    const { entries, claims } = await result
    const response = entries[1]!.responses.find(({ name }) => name === 'dan')!
    expect(response.error?.code).toBe('unreadable')
    expect(response).not.toHaveProperty('rulings')
    expect(claims!.find(({ text }) => text === WIND)).toMatchObject({
      for: ['cleo'],
      against: ['ada'],
      unsure: [],
    })
  })

  it('counts a point that a seat left out as one that it cannot tell', async () => {
    const dan = { ...PANEL.dan, examined: '{"rulings": [{"label": "C1", "verdict": "true", "why": ""}]}' }
    const { claims } = await runOpen({ ...PANEL, dan }, { maxIterations: 2 }).result
    expect(claims!.map(({ unsure }) => unsure).toSorted()).toEqual([[], ['dan']])
  })

  it('concludes with what was read from the texts, and a warning, when too many are missing', async () => {
    const missing = { examined: late }
    const { result } = runOpen({
      ...PANEL,
      ada: { ...PANEL.ada, ...missing },
      dan: { ...PANEL.dan, ...missing },
    })
    const { entries, warnings, ending, finalDivergence, initialDivergence, usage } = await result
    expect(entries.map(({ D_basis }) => D_basis)).toEqual(['estimated'])
    expect(finalDivergence).toBe(initialDivergence)
    expect(ending).toBe('quorum_lost')
    expect(warnings.join()).toContain('Too many models failed in a later iteration')
    expect(usage.calls).toBe(3 + 1 + 3 + 2)
  })

  it('does not ask a seat about the points whose key was refused', async () => {
    const { result, calls } = runOpen({
      ...PANEL,
      ada: knowing('ada'),
      bob: { ...knowing('bob'), text: new ModelFailure('unauthorized', 'bad key') },
    })
    const { entries } = await result
    const asked = calls.filter(({ seat, brief }) => seat.name === 'bob' && brief.phase !== 'reading')
    expect(asked).toHaveLength(1)
    for (const { responses } of entries.slice(1))
      expect(responses.find(({ name }) => name === 'bob')!.error?.code).toBe('withdrawn')
  })

  it('concludes with the examination when too many are missing in the dispute', async () => {
    const argued = { argued: late }
    const { result } = runOpen({
      ...PANEL,
      cleo: { ...PANEL.cleo, ...argued },
      dan: { ...PANEL.dan, ...argued },
    })
    const { entries, ending } = await result
    expect(entries.map(({ phase }) => phase)).toEqual(['exposition', 'examination'])
    expect(ending).toBe('quorum_lost')
  })
})

/** Runs the panel until the first reply to a step has come. */
function stoppedAfter(step: string, stops: 'deadline' | 'signal') {
  const stop = new AbortController()
  const { askModel, calls } = scriptedModels(
    essayists(PANEL),
    readsPoints({ finds: [{ quote: MOON, problem: 'wrong', why: 'No.' }] }),
  )
  const ask: AskModel = async (call) => {
    const reply = await askModel(call)
    if (stepOf(call) === step) stop.abort()
    return reply
  }
  return { ...runOpen(PANEL, { [stops]: stop.signal, ports: { askModel: ask } }), calls }
}
const stepOf = ({ brief }: ModelCall) => (brief.phase === 'reading' ? brief.task : brief.phase)

describe('an open run whose time is over', () => {
  const TEXTS = Object.values(PANEL).map(({ text }) => text)

  it('ends after the examination with what it has', async () => {
    const { result, calls } = stoppedAfter('examination', 'deadline')
    const { entries, ending, warnings, answer, claims, wholePanel } = await result
    expect(calls.at(-1)!.brief.phase).toBe('examination')
    expect({ ending, wholePanel }).toEqual({ ending: 'deadline', wholePanel: false })
    expect(entries.map(({ phase }) => phase)).toEqual(['exposition', 'examination'])
    expect(claims).toHaveLength(2)
    expect(TEXTS).toContain(answer)
    expect(warnings.join()).toContain('The time limit was reached')
  })

  it('asks nobody for a map when it is over with the first texts, and delivers one of them', async () => {
    const { result, calls } = stoppedAfter('exposition', 'deadline')
    const { answer, warnings, wholePanel, reached } = await result
    expect(calls.every(({ brief }) => brief.phase === 'exposition')).toBe(true)
    expect(TEXTS).toContain(answer)
    expect({ wholePanel, reached }).toEqual({ wholePanel: false, reached: false })
    expect(warnings.join()).toContain('The time limit was reached')
  })

  it('delivers a text that is written, unchecked, with a warning', async () => {
    const { result, calls } = stoppedAfter('synthesis', 'deadline')
    const { answer, warnings, citations } = await result
    expect(calls.at(-1)!.brief.phase).toBe('synthesis')
    expect(answer).toContain(MOON)
    expect(citations).not.toEqual([])
    expect(warnings.join()).toContain('could not be checked')
  })

  it('asks nobody more when it is cancelled between two iterations', async () => {
    const cancel = new AbortController()
    const { result, calls } = runOpen(PANEL, {
      signal: cancel.signal,
      ports: { onCheckpoint: async () => cancel.abort() },
    })
    await expect(result).rejects.toMatchObject({ code: 'cancelled' })
    expect(calls, 'three texts and a map').toHaveLength(4)
  })

  it.each(['exposition', 'map-texts', 'examination', 'dispute', 'synthesis', 'check-text', 'amendment'])(
    'ends as cancelled and asks nobody more when the caller leaves during its %s',
    async (step) => {
      const { result, calls } = stoppedAfter(step, 'signal')
      await expect(result).rejects.toMatchObject({ code: 'cancelled' })
      expect(stepOf(calls.at(-1)!)).toBe(step)
    },
  )

  it('says which iteration begins and what was heard', async () => {
    const { result, events } = runOpen(PANEL)
    const { entries } = await result
    const begun = events.filter(({ type }) => type === 'iteration-start')
    expect(begun).toEqual([
      { type: 'iteration-start', iteration: 1, level: 1, phase: 'exposition' },
      { type: 'iteration-start', iteration: 2, level: 2, phase: 'examination' },
      { type: 'iteration-start', iteration: 3, level: 3, phase: 'dispute' },
    ])
    const ended = events.flatMap((event) => (event.type === 'iteration-end' ? [event.entry] : []))
    expect(ended).toEqual(entries)
  })
})
