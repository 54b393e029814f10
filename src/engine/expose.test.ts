import { describe, expect, it } from 'vitest'
import { type Essayist, essayOn, runOpen } from '../../test/support/engine/claiming-panel.ts'
import {
  CALL_COST,
  keeps,
  modelsNamed,
  readsAs,
  runScripted,
  type Script,
  scriptedModels,
} from '../../test/support/engine/scripted-panel.ts'
import type { Deliberation, FirstStage } from './deliberation.ts'
import { ModelFailure } from './panel/model-port.ts'

/** Two of two have a confidence of 0.845 in the made-up calibration. */
const first = (names: string[], enough = 0.8, ofAnyKind = false): { first: FirstStage } => ({
  first: { models: modelsNamed(names), enough, ofAnyKind },
})
const AGREED: Record<string, Script> = {
  ada: keeps('42'),
  bob: keeps('42'),
  cleo: keeps('41'),
  dan: keeps('41'),
  eve: keeps('41'),
}
const APART: Record<string, Script> = { ...AGREED, bob: keeps('41') }
const few = first(['ada', 'bob'])

function stagesOf({ usage }: Deliberation) {
  const stages = usage.stages ?? []
  const calls = stages.reduce((sum, stage) => sum + stage.calls, 0)
  const cost = stages.reduce((sum, stage) => sum + (stage.cost_usd ?? 0), 0)
  expect([calls, cost]).toEqual([usage.calls, usage.cost_usd])
  return stages.map(({ stage, models, accepted, calls }) => [stage, models, accepted, calls])
}
const asked = (calls: Array<{ seat: { name: string } }>) => calls.map(({ seat }) => seat.name).sort()

describe('a first stage', () => {
  it('gives the answer alone where its models agree surely enough', async () => {
    const { result, calls, events, checkpoints } = runScripted(AGREED, few)
    const settled = await result
    expect(settled).toMatchObject({ shortAnswer: '42', outcome: 'consensus', confidence: 0.845 })
    expect(settled.confidenceBasis).toBe(
      'Both models gave this answer independently. The other three models were not asked.',
    )
    expect(asked(calls)).toEqual(['ada', 'bob'])
    expect(stagesOf(settled)).toEqual([[1, ['ada', 'bob'], true, 2]])
    expect(events).toContainEqual({
      type: 'stage-end',
      stage: 1,
      models: ['ada', 'bob'],
      confidence: 0.845,
      accepted: true,
      reason: 'enough',
    })
    expect(settled.dissent).toEqual([])
    expect(checkpoints).toEqual([])
  })

  it('is passed on where its models differ, keeps its seats and replies, and is paid once', async () => {
    const { result, calls, events } = runScripted(APART, { ...few, maxIterations: 1 })
    const settled = await result
    expect(settled).toMatchObject({ shortAnswer: '41', outcome: 'majority' })
    expect(settled.entries[0]!.responses.map(({ name, answer }) => `${name} ${answer}`).sort()).toEqual([
      ...['ada 42', 'bob 41', 'cleo 41', 'dan 41', 'eve 41'],
    ])
    const expositions = calls.filter(({ brief }) => brief.phase === 'exposition')
    expect(asked(expositions)).toEqual(['ada', 'bob', 'cleo', 'dan', 'eve'])
    expect(stagesOf(settled).map(([stage, , accepted]) => [stage, accepted])).toEqual([
      [1, false],
      [2, true],
    ])
    expect(settled.usage).toMatchObject({ calls: calls.length, cost_usd: calls.length * CALL_COST.costUsd })
    const replies = events.filter(({ type }) => type === 'answer-received')
    expect(replies).toHaveLength(5)
  })

  it('finds the same answer, after it was passed on, as a panel that is asked at once', async () => {
    const staged = await runScripted(APART, few).result
    const whole = await runScripted(APART).result
    const { usage: _, warnings: __, ...rest } = staged
    expect(rest).toEqual({ ...whole, usage: undefined, warnings: undefined, ...rest })
    expect(rest.entries.map(({ clusters }) => clusters)).toEqual(
      whole.entries.map(({ clusters }) => clusters),
    )
    expect([rest.shortAnswer, rest.confidence, rest.outcome]).toEqual([
      ...[whole.shortAnswer, whole.confidence, whole.outcome],
    ])
  })

  it.each([
    ['unsure', AGREED, first(['ada', 'bob'], 0.9)],
    ['disagreement', APART, few],
    ['too_few_replies', { ...AGREED, bob: new ModelFailure('timeout', 'It took too long.') }, few],
    ['disagreement', { ...AGREED, bob: keeps('') }, few],
  ] as const)('is passed on for the reason %s', async (reason, scripts, stage) => {
    const { result, events } = runScripted(scripts as Record<string, Script>, { ...stage, maxIterations: 1 })
    expect(Object.keys(stagesOf(await result))).toHaveLength(2)
    expect(events).toContainEqual(expect.objectContaining({ type: 'stage-end', accepted: false, reason }))
  })

  it('is passed on where an axiom contradicts its answer', async () => {
    const anchor = { id: 'L1-001', axiom: 'There are 41.', level: 1, relevance: 0.99 }
    const { result, events } = runScripted(AGREED, {
      ...few,
      maxIterations: 1,
      reads: (brief, call) =>
        brief.task === 'compare-axioms'
          ? JSON.stringify({
              relations: [{ id: anchor.id, relation: 'contradicts', why: 'It says 41.', quote: '41' }],
            })
          : readsAs((answer) => answer)(brief, call),
      ports: { findAnchors: async () => [anchor] },
    })
    await result
    expect(events).toContainEqual(expect.objectContaining({ type: 'stage-end', reason: 'axiom' }))
  })

  it('leaves an open question to all models, unless the caller names the kind', async () => {
    const essays: Record<string, Essayist> = Object.fromEntries(
      ['ada', 'bob', 'cleo'].map((name) => [name, essayOn(name, 'It rains.', 'It is warm.')]),
    )
    const whole = runOpen(essays, { kind: null, ...first(['ada', 'bob'], 0.5) })
    await whole.result
    expect(whole.events).toContainEqual(
      expect.objectContaining({ type: 'stage-end', accepted: false, reason: 'other_kind' }),
    )
    const few = runOpen(essays, { kind: 'open', ...first(['ada', 'bob'], 0.5, true) })
    expect(stagesOf(await few.result).map(([stage, models]) => [stage, models])).toEqual([
      [1, ['ada', 'bob']],
    ])
  })

  it('takes equal JSON for an answer, and passes unequal JSON on', async () => {
    const format = { problemsOf: () => [] }
    const json = (value: object): Script => JSON.stringify(value)
    const equal = { ada: json({ n: 1, m: 2 }), bob: json({ m: 2, n: 1 }), cleo: json({ n: 3 }) }
    const accepted = await runScripted(equal, { kind: 'draft', format, ...few }).result
    expect(stagesOf(accepted)).toEqual([[1, ['ada', 'bob'], true, 2]])
    expect(accepted.usage.stages![0]).toMatchObject({ reason: 'enough', confidence: 0.845 })
    const unequal = { ...equal, bob: json({ n: 2 }) }
    const passedOn = await runScripted(unequal, { kind: 'draft', format, maxIterations: 1, ...few }).result
    expect(stagesOf(passedOn)).toHaveLength(2)
  })

  it('is the whole answer where the budget does not allow the others to be asked', async () => {
    const { result, calls } = runScripted(APART, { ...few, budget: { maxCalls: 4, maxCostUsd: null } })
    const settled = await result
    expect(calls.filter(({ brief }) => brief.phase === 'exposition')).toHaveLength(2)
    expect(settled).toMatchObject({ ending: 'budget', reached: false })
    expect(settled.warnings).toContain(
      'The budget (at most 4 calls) did not allow the other three models to be asked.',
    )
    expect(stagesOf(settled)).toEqual([[1, ['ada', 'bob'], true, calls.length]])
    expect(settled.usage.stages![0]!.reason).toBe('budget')
  })

  it('asks the others only if the budget allows all their replies, and their price', async () => {
    const warm = modelsNamed(Object.keys(APART)).map((model) => ({ ...model, temperature: 1 }))
    const sampled = runScripted(APART, {
      ...first(['ada', 'bob']),
      models: warm,
      samples: 4,
      budget: { maxCalls: 12, maxCostUsd: null },
    })
    expect((await sampled.result).ending).toBe('budget')
    expect(sampled.calls.length).toBeLessThanOrEqual(12)
    const dear = { first: { ...few.first, dearer: 100 } }
    const priced = runScripted(APART, { ...dear, budget: { maxCalls: null, maxCostUsd: 5 } })
    expect((await priced.result).usage.cost_usd).toBeLessThan(5)
    expect(asked(priced.calls.filter(({ brief }) => brief.phase === 'exposition'))).toEqual(['ada', 'bob'])
  })

  it('delivers what there is where the time is up and nobody else can be paid', async () => {
    const late = new AbortController()
    const { result } = runScripted(
      {
        ...AGREED,
        bob: ({ signal }) =>
          new Promise((_, reject) => {
            signal.addEventListener('abort', () => reject(new ModelFailure('timeout', 'Too late.')))
            late.abort()
          }),
      },
      { ...few, deadline: late.signal, budget: { maxCalls: 2, maxCostUsd: null } },
    )
    expect(await result).toMatchObject({ shortAnswer: '42', reached: false })
  })

  it('does not take two ids of one model for two models, whatever past runs say', async () => {
    const abilities = Object.fromEntries(Object.keys(AGREED).map((name) => [`openrouter|test/${name}`, 4]))
    const { askModel } = scriptedModels(AGREED)
    const { result, events } = runScripted(AGREED, {
      ...few,
      maxIterations: 1,
      reliability: { abilities, scatter: 3, shift: 0 },
      ports: { askModel: async (call) => ({ ...(await askModel(call)), servedModel: 'test/same' }) },
    })
    await result
    expect(events).toContainEqual(expect.objectContaining({ type: 'stage-end', reason: 'unsure' }))
  })

  it('goes on after an interruption without asking the first models again, and keeps what they cost', async () => {
    const { result, checkpoints, calls } = runScripted(APART, { ...few, maxIterations: 2 })
    const whole = await result
    const resumed = runScripted(APART, { ...few, maxIterations: 2, checkpoint: checkpoints[0]! })
    const settled = await resumed.result
    expect(asked(resumed.calls)).toHaveLength(calls.length - checkpoints[0]!.usage.calls)
    expect(stagesOf(settled)).toEqual(stagesOf(whole))
  })
})
