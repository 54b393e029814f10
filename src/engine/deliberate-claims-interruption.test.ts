import { describe, expect, it } from 'vitest'
import { type Essayist, essayOn, runOpen } from '../../test/support/engine/claiming-panel.ts'
import { ModelFailure } from './panel/model-port.ts'

const MOON = 'The Moon pulls the oceans.'
const WIND = 'Strong wind is the cause of every tide.'

/** Two who know that the wind is not the cause, and one who gives in after some time. */
const knowing = (name: string): Essayist => ({
  ...essayOn(name, MOON),
  judges: (claim) => (claim === WIND ? 'false' : 'true'),
})
const mistaken = (name: string): Essayist => ({ ...essayOn(name, WIND), misses: ['The Sun matters.'] })
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
      }
      const whole = runOpen(PANEL, options)
      const expected = await whole.result
      expect(whole.checkpoints.map(({ entries }) => entries.length)).toEqual([1, 2, 3])
      for (const [index, checkpoint] of whole.checkpoints.entries()) {
        const stored = JSON.parse(JSON.stringify(checkpoint))
        const resumed = runOpen(PANEL, { ...options, checkpoint: stored, kind: null })
        const { usage, ...result } = await resumed.result
        expect({ ...result, usage: { ...usage, duration_ms: 0 } }).toEqual({
          ...expected,
          usage: { ...expected.usage, duration_ms: 0 },
        })
        const asked = ({ seat, iteration, messages }: (typeof whole.calls)[number]) => ({
          seat,
          iteration,
          messages,
        })
        const remaining = whole.calls.filter(
          ({ iteration, brief }) => iteration > index + 1 || brief.phase === 'synthesis',
        )
        expect(resumed.calls.map(asked)).toEqual(remaining.map(asked))
      }
    },
  )
})

describe('an examination in which seats are missing', () => {
  it('counts an unreadable one as an abstention: what was read from the text of the seat stands', async () => {
    const { result, checkpoints } = runOpen(
      { ...PANEL, dan: { ...PANEL.dan, examined: 'All of these are fine.' } },
      { maxIterations: 2 },
    )
    const { entries, warnings } = await result
    const dan = entries[1]!.responses.find(({ name }) => name === 'dan')!
    expect(dan.error?.code).toBe('unreadable')
    expect(dan.rulings).toBeUndefined()
    const wind = checkpoints.at(-1)!.ledger!.entries.find(({ text }) => text === WIND)!
    expect(wind.rulings).toHaveLength(2)
    expect(wind.makers, 'and it still holds its own claim').toHaveLength(2)
    expect(warnings.join()).toContain(
      'dan (unreadable) gave no answer in the last iteration; what the text says',
    )
  })

  it('concludes with what was read from the texts, and a warning, when too many are missing', async () => {
    const missing = { examined: late }
    const { result } = runOpen({
      ...PANEL,
      ada: { ...PANEL.ada, ...missing },
      dan: { ...PANEL.dan, ...missing },
    })
    const { entries, warnings, quorumLost, finalDivergence, initialDivergence, usage } = await result
    expect(entries.map(({ D_basis }) => D_basis)).toEqual(['estimated'])
    expect(finalDivergence).toBe(initialDivergence)
    expect(quorumLost).toBe(true)
    expect(warnings.join()).toContain('Too many models failed in a later iteration')
    expect(usage.calls).toBe(3 + 3 + 1)
  })

  it('does not ask a seat again whose key was refused', async () => {
    const { result, calls } = runOpen({
      ...PANEL,
      ada: knowing('ada'),
      bob: { ...knowing('bob'), text: new ModelFailure('unauthorized', 'bad key') },
    })
    const { entries } = await result
    expect(calls.filter(({ seat }) => seat.name === 'bob')).toHaveLength(1)
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
    const { entries, quorumLost } = await result
    expect(entries.map(({ phase }) => phase)).toEqual(['exposition', 'examination'])
    expect(quorumLost).toBe(true)
  })

  it('hears a seat in the next iteration that was missing in a dispute', async () => {
    const cleo: Essayist = { ...PANEL.cleo, argued: (iteration) => (iteration === 3 ? late : undefined) }
    const { result, checkpoints } = runOpen({ ...PANEL, cleo })
    const { entries } = await result
    expect(entries).toHaveLength(4)
    expect(entries[2]!.responses.find(({ name }) => name === 'cleo')!.error?.code).toBe('timeout')
    expect(checkpoints.at(-1)!.ending).toBe('stalled')
  })
})

describe('an open run whose time is over', () => {
  it.each([
    ['exposition', 1],
    ['examination', 2],
  ] as const)('ends after the %s with what it has', async (phase, iterations) => {
    const deadline = new AbortController()
    const { result, checkpoints, calls } = runOpen(PANEL, {
      deadline: deadline.signal,
      ports: {
        onEvent: (event) => {
          const isLast = event.type === 'answer-received' && event.iteration === iterations
          if (isLast) deadline.abort()
        },
      },
    })
    const { entries, warnings } = await result
    expect(entries).toHaveLength(iterations)
    expect(checkpoints.at(-1)!.ending).toBe('deadline')
    expect(calls.at(-1)!.brief.phase).toBe(phase)
    expect(warnings.join()).toContain('The time limit was reached')
  })

  it('asks nobody more when it is cancelled between two iterations', async () => {
    const cancel = new AbortController()
    const { result, calls } = runOpen(PANEL, {
      signal: cancel.signal,
      ports: { onCheckpoint: async () => cancel.abort() },
    })
    await expect(result).rejects.toMatchObject({ code: 'cancelled' })
    expect(calls).toHaveLength(3)
  })

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
