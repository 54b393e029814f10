import { describe, expect, it } from 'vitest'
import { madeUpConfidence } from '../../test/support/engine/made-up-confidence.ts'
import { inTurn, keeps, runScripted } from '../../test/support/engine/scripted-panel.ts'
import { ModelFailure } from './panel/model-port.ts'

const FORTY_TWO = keeps('42')
const FORTY_ONE = keeps('41')
const UNSURE = { answer: '', text: 'The question names no thing to count.' }
const DOWN = new ModelFailure('provider_error', '502: bad gateway')

describe('deliberate, when models fail in the exposition', () => {
  it('is unavailable without a quorum, and gives each provider’s own message', async () => {
    const { result, calls } = runScripted({
      ada: FORTY_TWO,
      bob: DOWN,
      cleo: new ModelFailure('rate_limited', '429: slow down'),
    })
    await expect(result).rejects.toMatchObject({
      code: 'unavailable',
      retryAfterSeconds: expect.any(Number),
      details: expect.arrayContaining([
        { path: 'bob', problem: 'provider_error: 502: bad gateway' },
        { path: 'cleo', problem: 'rate_limited: 429: slow down' },
      ]),
    })
    await expect(result).rejects.toThrow(/Only 1 of 3 models answered.*(bob|cleo).*(bob|cleo)/)
    expect(calls).toHaveLength(3)
  })

  it('needs at least half of the panel, not only two answers', async () => {
    const { result } = runScripted({ ada: FORTY_TWO, bob: FORTY_TWO, cleo: DOWN, dan: DOWN, eve: DOWN })
    await expect(result).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('goes on with half of the panel, and the failures are on record as abstentions', async () => {
    const { entries, wholePanel, dissent, confidence, confidenceBasis } = await runScripted({
      ada: FORTY_TWO,
      bob: FORTY_TWO,
      cleo: DOWN,
      dan: '',
    }).result
    const errors = Object.fromEntries(entries[0]!.responses.map(({ name, error }) => [name, error]))
    expect(errors).toEqual({
      ada: null,
      bob: null,
      cleo: { code: 'provider_error', message: '502: bad gateway' },
      dan: { code: 'unreadable', message: expect.any(String) },
    })
    expect(wholePanel).toBe(false)
    expect(dissent).toEqual(
      expect.arrayContaining([
        { model: 'test/cleo', name: 'cleo', answer: null, reason: '502: bad gateway' },
      ]),
    )
    expect(confidence, 'by the models that answered').toBe(madeUpConfidence(2, 2, 1))
    expect(confidenceBasis).toBe(
      'Both models that answered gave this answer independently; two gave no answer.',
    )
  })

  it('names a failure that is no ModelFailure as a failed call', async () => {
    const { entries } = await runScripted({ ada: FORTY_TWO, bob: FORTY_TWO, cleo: new TypeError('oops') })
      .result
    expect(entries[0]!.responses.find(({ name }) => name === 'cleo')!.error).toEqual({
      code: 'failed',
      message: 'oops',
    })
  })

  it('gives a result without confidence when every model declines', async () => {
    const { result, calls } = runScripted({ ada: UNSURE, bob: UNSURE, cleo: 'I do not know.' })
    const { reached, confidence, outcome, answer, warnings, entries, finalDivergence, dissent } = await result
    expect({ reached, confidence, outcome, finalDivergence }).toEqual({
      reached: false,
      confidence: 0,
      outcome: 'split',
      finalDivergence: 1,
    })
    expect(answer).toContain('None of the models could answer')
    expect(answer).toContain(UNSURE.text)
    expect(warnings).toEqual([expect.stringContaining('Fewer than two models gave an answer')])
    expect(entries).toHaveLength(1)
    expect(dissent.map(({ answer }) => answer)).toEqual([null, null, null])
    expect(calls, 'and pays nobody to write it').toHaveLength(3)
  })

  it('counts a majority among those that answered, and names who failed', async () => {
    const { outcome, dissent } = await runScripted({
      ada: FORTY_TWO,
      bob: FORTY_TWO,
      cleo: keeps('41'),
      dan: new ModelFailure('rate_limited', '429: slow down'),
    }).result
    expect(outcome).toBe('majority')
    expect(dissent.map(({ name, answer }) => [name, answer])).toEqual([
      ['cleo', '41'],
      ['dan', null],
    ])
  })

  it('does not call a lone answer a consensus', async () => {
    const { reached, outcome, answer, confidence } = await runScripted({
      ada: FORTY_TWO,
      bob: UNSURE,
      cleo: UNSURE,
    }).result
    expect({ reached, outcome }).toEqual({ reached: false, outcome: 'split' })
    expect(answer).toBe('I looked it up: 42.')
    // Two models that know nothing say that the question is hard.
    expect(confidence).toBeLessThan(madeUpConfidence(1, 1, 1))
  })
})

describe('deliberate, when models fail later', () => {
  it('ends with a warning and the earlier result when the quorum is lost', async () => {
    const { result, calls } = runScripted({
      ada: inTurn(FORTY_TWO, DOWN),
      bob: inTurn(FORTY_TWO, DOWN),
      cleo: FORTY_ONE,
    })
    const { reached, outcome, shortAnswer, entries, warnings, wholePanel, usage, confidence } = await result
    expect({ reached, outcome, shortAnswer }).toEqual({
      reached: false,
      outcome: 'majority',
      shortAnswer: '42',
    })
    expect(entries).toHaveLength(1)
    expect(warnings).toEqual([expect.stringContaining('Too many models failed in a later iteration')])
    expect(wholePanel, 'seats were missing in the iteration that was lost').toBe(false)
    expect(usage.calls, 'the lost iteration was paid for too').toBe(calls.length)
    expect(calls.filter(({ iteration }) => iteration === 2)).toHaveLength(3)
    expect(confidence).toBe(madeUpConfidence(2, 3, 2))
  })

  it('keeps the position of a seat that falls silent, and does not lower its residual', async () => {
    const { entries, wholePanel } = await runScripted(
      { ada: FORTY_TWO, bob: FORTY_TWO, cleo: inTurn(FORTY_ONE, DOWN) },
      { maxIterations: 2 },
    ).result
    expect(entries[1]!.responses.find(({ name }) => name === 'cleo')).toMatchObject({
      answer: null,
      position: '41',
      verdict: null,
      counted_verdict: null,
      residual: 1,
      reason: '502: bad gateway',
    })
    expect(wholePanel).toBe(false)
  })

  it('reports a whole panel only when everyone answered in every iteration', async () => {
    const { wholePanel, entries } = await runScripted(
      { ada: FORTY_TWO, bob: FORTY_ONE },
      { maxIterations: 2 },
    ).result
    expect(entries).toHaveLength(2)
    expect(wholePanel).toBe(true)
  })
})
