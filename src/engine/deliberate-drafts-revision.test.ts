import { describe, expect, it } from 'vitest'
import {
  BAD,
  type Drafter,
  FAIR,
  failing,
  GOOD,
  honest,
  runDrafts,
  scriptedDrafters,
} from '../../test/support/engine/drafting-panel.ts'
import { LIMITS } from '../contract/limits.ts'
import type { AskModel } from './panel/model-port.ts'

describe('the revision of the leading draft', () => {
  const BETTER = FAIR.replace('hot tea', 'cold tea')
  const critical = (draft: string, compares?: Drafter['compares']): Drafter => ({
    draft,
    judges: (text) =>
      text === BETTER ? { verdict: 'accept' } : { verdict: 'amend', defect: `“hot tea” in ${text.length}` },
    improvements: ['Cool the tea.'],
    compares: compares ?? ((texts) => (texts.includes(BETTER) ? BETTER : 'equal')),
    revises: BETTER,
  })
  const panel = (compares?: Drafter['compares']) => ({
    ada: critical(FAIR, compares),
    bob: critical(`${FAIR} or two`, compares),
    cleo: critical(`${FAIR} or three`, compares),
  })

  it('is made by its author when two seats ask for changes, and replaces it when found better', async () => {
    const { result, calls } = runDrafts(panel())
    const { answer, outcome, entries, reviews, finalDivergence, confidenceBasis } = await result
    expect({ answer, outcome, finalDivergence, confidenceBasis }).toEqual({
      answer: BETTER,
      outcome: 'consensus',
      finalDivergence: 0,
      confidenceBasis: 'Both reviewers accept the revised draft as it is.',
    })
    expect(entries.map(({ phase }) => phase)).toEqual(['exposition', 'review', 'revision'])
    expect(entries[1]!.D).toBe(0.5)
    expect(reviews?.filter(({ revised }) => revised)).toHaveLength(2)
    expect(calls).toHaveLength(2 * 3 + 3)
    const rework = calls.find(({ brief }) => brief.phase === 'rework')!
    expect(rework.messages[1]!.content).toContain('Cool the tea.')
    expect(rework.messages[1]!.content).toContain(`“hot tea” in`)
  })

  it('is dropped when a reviewer prefers the first version', async () => {
    const { result } = runDrafts(panel((texts) => texts.find((text) => text !== BETTER)!))
    const { answer, outcome, finalDivergence } = await result
    expect(answer).toContain('hot tea')
    expect(outcome).toBe('majority')
    expect(finalDivergence).toBe(0.5)
  })

  it.each(['rework', 'comparison'] as const)('is dropped when every %s call fails', async (phase) => {
    const { result } = runDrafts(panel(), failing(phase, panel()))
    const { answer, outcome, entries, warnings } = await result
    expect(answer).toContain('hot tea')
    expect(outcome).toBe('majority')
    expect(entries[2]!.D).toBe(entries[1]!.D)
    expect(entries[2]!.responses.filter(({ error }) => error?.code === 'timeout')).not.toEqual([])
    expect(warnings.join()).toMatch(/\(timeout\) gave no answer in the last iteration; what was said before/)
  })

  it('is made in a panel of two where the author concedes a reject', async () => {
    const strict = (draft: string): Drafter => ({
      ...critical(draft),
      judges: (text) =>
        text === BETTER ? { verdict: 'accept' } : { verdict: 'reject', defect: 'Nobody drinks it.' },
    })
    const { result, calls } = runDrafts({ ada: strict(FAIR), bob: strict(BAD) })
    const { answer, outcome, confidence, entries } = await result
    expect({ answer, outcome, confidence }).toEqual({
      answer: BETTER,
      outcome: 'consensus',
      confidence: 0.667,
    })
    expect(entries.map(({ D }) => D).slice(1)).toEqual([1, 0])
    expect(calls.map(({ brief }) => brief.phase).slice(4)).toEqual([
      'rebuttal',
      'rebuttal',
      'rework',
      'comparison',
    ])
  })

  it.each([
    ['stand', 'reject', 'split', 1],
    ['count as requests for changes', 'amend', 'split', 0.5],
  ] as const)('leaves rejects of it that %s', async (_, counted, outcome, divergence) => {
    const stillBad = Object.fromEntries(
      Object.entries(panel()).map(([name, one]) => [
        name,
        {
          ...one,
          judges: (text: string) =>
            text === BETTER
              ? { verdict: 'reject' as const, defect: counted === 'reject' ? 'cold' : `cold, says ${name}` }
              : one.judges!(text),
        },
      ]),
    )
    const { result } = runDrafts(stillBad)
    const { answer, reviews, warnings, ...measured } = await result
    expect(answer).toBe(BETTER)
    expect(measured).toMatchObject({ outcome, finalDivergence: divergence, confidence: 0.25 })
    const onRevised = reviews!.filter(({ revised }) => revised)
    expect(onRevised.map((one) => one.counted_verdict)).toEqual([counted, counted])
    expect(warnings).toHaveLength(counted === 'reject' ? 1 : 0)
  })

  it('is not asked for within two iterations', async () => {
    const { result, calls } = runDrafts(panel(), { maxIterations: 2 })
    expect((await result).entries).toHaveLength(2)
    expect(calls).toHaveLength(6)
  })

  it('is not judged when nothing was changed', async () => {
    const unchanged = Object.fromEntries(
      Object.entries(panel()).map(([name, one]) => [name, { ...one, revises: one.draft }]),
    )
    const { result, calls } = runDrafts(unchanged)
    expect((await result).answer).toContain('hot tea')
    expect(calls).toHaveLength(7)
  })

  it('comes with a warning where it is too long to be kept whole', async () => {
    const long = `${BETTER}${' and more'.repeat(20_000)}`
    const drafters = Object.entries(panel((texts) => texts.find((text) => text.startsWith(BETTER))!))
    const { result } = runDrafts(
      Object.fromEntries(drafters.map(([name, one]) => [name, { ...one, revises: long }])),
    )
    const { answer, warnings } = await result
    expect(answer).toHaveLength(LIMITS.answerCharacters)
    expect(warnings).toEqual([expect.stringContaining('text_cut')])
  })

  it.each(['review', 'rework', 'comparison'])('says that the time was up in the %s', async (phase) => {
    const time = new AbortController()
    const { askModel, calls } = scriptedDrafters(panel())
    const slow: AskModel = async (call) => {
      const reply = await askModel(call)
      if (call.brief.phase !== phase || calls.length < 6) return reply
      time.abort()
      if (phase !== 'review') throw new Error('late')
      return reply
    }
    const { result } = runDrafts(panel(), { deadline: time.signal, ports: { askModel: slow } })
    const { answer, warnings, reached } = await result
    expect(answer).toContain('hot tea')
    expect(reached).toBe(false)
    expect(warnings.join()).toContain('The time limit was reached')
  })

  it('is shown to the author of a draft that the leader of a concert rewrote', async () => {
    const judging = (draft: string): Drafter => ({
      draft,
      judges: (text) =>
        text === GOOD
          ? { verdict: 'amend', defect: 'flat' }
          : { verdict: 'reject', defect: 'not about autumn' },
      revises: `${GOOD}!`,
    })
    const others = ['tea', 'milk', 'rum'].map((drink) => judging(FAIR.replace('tea', drink)))
    const [bob, cleo, dan] = others
    const seats = { ada: judging(GOOD), bob: bob!, cleo: cleo!, dan: dan! }
    const { result, calls } = runDrafts(seats, { structure: 'concert' })
    await result
    expect(calls.find(({ brief }) => brief.phase === 'rework')?.seat.name).not.toBe('ada')
    const comparing = calls.filter(({ brief }) => brief.phase === 'comparison').map(({ seat }) => seat.name)
    expect(comparing).toContain('ada')
  })

  it('is made by the leader in a concert', async () => {
    const { result, calls } = runDrafts(panel(), { structure: 'concert' })
    const { entries } = await result
    const [leader] = entries[0]!.responses.toSorted((one, other) => one.residual! - other.residual!)
    expect(calls.find(({ brief }) => brief.phase === 'rework')?.seat.name).toBe(leader!.name)
  })
})

describe('a run on drafts that is taken up again', () => {
  it.each([1, 2, 3])('continues after iteration %i as if nothing had happened', async (iteration) => {
    const panel = { ada: honest(FAIR), bob: honest(`${FAIR}!`), cleo: honest(BAD), dan: honest(`${BAD}!`) }
    const whole = runDrafts(panel)
    const expected = await whole.result
    expect(whole.checkpoints).toHaveLength(3)
    const checkpoint = JSON.parse(JSON.stringify(whole.checkpoints[iteration - 1]))
    const resumed = runDrafts(panel, { checkpoint, kind: null })
    const { usage: _, ...rest } = await resumed.result
    const { usage: __, ...before } = expected
    expect(rest).toEqual(before)
    const later = whole.calls.filter((call) => call.iteration > iteration)
    expect(resumed.calls.map(({ messages }) => messages)).toEqual(later.map(({ messages }) => messages))
  })
})
