import { describe, expect, it } from 'vitest'
import {
  CALL_COST,
  inBlock,
  inTurn,
  keeps,
  restless,
  revisionOf,
  runScripted,
  type Script,
} from '../../../test/support/engine/scripted-panel.ts'
import { ModelFailure } from '../panel/model-port.ts'
import { NEVER_MADE } from '../panel/usage.ts'

const SPENT = { latencyMs: 30, promptTokens: 7, completionTokens: 4_000, costUsd: 1.5 }
const truncated = () => new ModelFailure('truncated', 'The reply was cut off.', SPENT)

describe('a call whose cost is unknown', () => {
  const unpriced = () => new ModelFailure('provider_error', 'down', null)

  it('is left out of the cost, and the usage says so', async () => {
    const { result } = runScripted({ ada: { answer: '4' }, bob: { answer: '4' }, cleo: unpriced() })
    const { usage, entries } = await result
    expect(usage).toMatchObject({ calls: 3, cost_usd: 2 * CALL_COST.costUsd, unpriced_calls: 1 })
    const costs = entries[0]!.responses.map(({ name, cost_usd }) => [name, cost_usd])
    expect(Object.fromEntries(costs)).toEqual({ ada: 0.25, bob: 0.25, cleo: null })
  })

  it('makes the whole cost unknown when there is no other', async () => {
    const askModel = async () => ({ text: inBlock('4'), ...CALL_COST, costUsd: null })
    const { result } = runScripted({ ada: '', bob: '' }, { ports: { askModel } })
    expect((await result).usage).toMatchObject({ calls: 2, cost_usd: null, unpriced_calls: 2 })
  })
})

describe('a reply that was paid for and is of no use', () => {
  it('is counted in the usage and in its iteration, as an abstention', async () => {
    const { usage, entries } = await runScripted(
      { ada: { answer: '1' }, bob: { answer: '1' }, eve: truncated },
      { maxIterations: 1 },
    ).result
    expect(usage).toMatchObject({
      calls: 3,
      prompt_tokens: 2 * CALL_COST.promptTokens + 7,
      completion_tokens: 2 * CALL_COST.completionTokens + 4_000,
      cost_usd: 2 * CALL_COST.costUsd + 1.5,
    })
    expect(entries[0]!.responses.find(({ name }) => name === 'eve')).toMatchObject({
      answer: null,
      error: { code: 'truncated' },
      tokens: 4_007,
      cost_usd: 1.5,
      latency_ms: 30,
    })
  })

  it('is counted for a reader and a writer too', async () => {
    const finds = (first: string): Script =>
      inTurn({ answer: first }, (call) => {
        if (call.brief.phase === 'writing') return truncated()
        const rulings = revisionOf(call).answers.map(({ label }) => ({ label, verdict: 'wrong', why: 'no' }))
        return { rulings, new_answer: '43', changed_because: 'I had missed some.' }
      })
    const { usage } = await runScripted({ ada: finds('41'), bob: finds('42') }, { reads: truncated }).result
    const phases = usage.phases!.map(({ phase, calls, cost_usd }) => [phase, calls, cost_usd])
    expect(phases).toContainEqual(['reading', expect.any(Number), expect.any(Number)])
    for (const [phase, calls, cost] of phases)
      if (phase === 'reading' || phase === 'writing') expect(cost).toBe(1.5 * (calls as number))
    expect(phases.at(-1)).toEqual(['writing', 1, 1.5])
  })

  it('costs nothing where the provider told of no cost', async () => {
    for (const failure of [new ModelFailure('timeout', 'late'), new Error('no idea')]) {
      const { usage } = await runScripted(
        { ada: { answer: '1' }, bob: { answer: '1' }, eve: failure },
        { maxIterations: 1 },
      ).result
      expect(usage).toMatchObject({ calls: 3, cost_usd: 2 * CALL_COST.costUsd })
    }
  })
})

describe('a call that was never made', () => {
  const neverMade = new ModelFailure('aborted', 'The call was cancelled.', NEVER_MADE)

  it('is not counted', async () => {
    const { usage } = await runScripted(
      { ada: { answer: '1' }, bob: { answer: '1' }, eve: neverMade },
      { maxIterations: 1 },
    ).result
    expect(usage.calls).toBe(2)
  })

  it('is not counted for the second wave of an iteration that was cut short', async () => {
    const deadline = new AbortController()
    const voice = (answer: string): Script =>
      inTurn({ answer }, (call) => {
        deadline.abort()
        return { rulings: [], answer: revisionOf(call).own! }
      })
    const { result, calls } = runScripted(
      { ada: voice('1'), bob: voice('2'), cleo: voice('3'), dora: voice('4') },
      { structure: 'fugue', deadline: deadline.signal },
    )
    const { usage } = await result
    expect(calls.filter(({ brief }) => brief.phase === 'revision')).toHaveLength(2)
    expect(usage.calls).toBe(calls.length)
  })

  it('is not counted for a seat that is not asked again', async () => {
    const { result, calls } = runScripted(
      { ada: restless(100), bob: restless(200), eve: new ModelFailure('unauthorized', 'no') },
      { maxIterations: 3 },
    )
    expect((await result).usage.calls).toBe(calls.length)
  })
})

describe('a call that took several requests', () => {
  it('is counted as often as it was paid for', async () => {
    const thrice = new ModelFailure('empty_reply', 'nothing', { ...SPENT, calls: 3 })
    const { usage } = await runScripted(
      { ada: { answer: '1' }, bob: { answer: '1' }, eve: thrice },
      { maxIterations: 1 },
    ).result
    expect(usage.calls).toBe(5)
  })

  it('has what makes no sense in its cost told once', async () => {
    const odd = new ModelFailure('empty_reply', 'nothing', { ...SPENT, warnings: ['odd'] })
    const { warnings } = await runScripted(
      { ada: restless(100), bob: restless(200), eve: odd },
      { maxIterations: 3 },
    ).result
    expect(warnings.filter((warning) => warning === 'odd')).toHaveLength(1)
  })
})

describe('a failure that another try cannot mend', () => {
  it.each([
    'unauthorized',
    'payment_required',
    'forbidden',
    'model_not_found',
    'bad_request',
    'redirected',
    'too_large',
  ])('is met once in a run: %s', async (code) => {
    const { result, calls } = runScripted(
      {
        ada: restless(100),
        bob: keeps('2'),
        eve: new ModelFailure(code, 'no'),
      },
      { maxIterations: 3 },
    )
    const { entries } = await result
    expect(calls.filter(({ seat, brief }) => seat.name === 'eve' && brief.phase !== 'reading')).toHaveLength(
      1,
    )
    const errors = entries.map(({ responses }) => responses.find(({ name }) => name === 'eve')!.error!.code)
    expect(errors).toEqual([code, 'withdrawn', 'withdrawn'])
  })
})

describe('a run that loses its quorum in a later iteration', () => {
  it('says so, and no other does', async () => {
    const leaves = (answer: string) => inTurn({ answer }, new Error('down'))
    const stays = keeps('1')
    const lost = { ada: stays, bob: leaves('2'), eve: leaves('3') }
    expect((await runScripted(lost, { maxIterations: 3 }).result).ending).toBe('quorum_lost')
    const kept = { ada: stays, bob: keeps('2'), eve: leaves('3') }
    expect((await runScripted(kept, { maxIterations: 3 }).result).ending).not.toBe('quorum_lost')
  })
})
