import { describe, expect, it } from 'vitest'
import { madeUpConfidence } from '../../test/support/engine/made-up-confidence.ts'
import {
  CALL_COST,
  claimFor,
  inTurn,
  restless,
  revisionOf,
  runScripted,
  type Script,
} from '../../test/support/engine/scripted-panel.ts'
import { PHI } from './measure/divergence.ts'

const FORTY_TWO = { answer: '42', reason: 'six times seven', claims: ['six times seven is 42'] }
const FORTY_ONE = { answer: '41', reason: 'counted by hand', claims: ['a hand count gave 41'] }

/** Keeps its answer without a word for or against the theme. */
const keeps = (line: typeof FORTY_TWO): Script => inTurn(line, { ...line, verdict: 'amend' })

describe('deliberate, when the panel agrees at once', () => {
  it('ends after the exposition and pays no writer for a closed answer', async () => {
    const { result, calls } = runScripted({
      ada: FORTY_TWO,
      bob: { answer: '42.0', reason: 'measured' },
      cleo: 'I counted. The answer is forty-two.',
    })
    const { reached, outcome, entries, initialDivergence, finalDivergence, dissent } = await result
    expect({ reached, outcome, initialDivergence, finalDivergence, dissent }).toEqual({
      reached: true,
      outcome: 'consensus',
      initialDivergence: 0,
      finalDivergence: 0,
      dissent: [],
    })
    expect(entries).toHaveLength(1)
    expect(calls.map(({ brief }) => brief.phase)).toEqual(['exposition', 'exposition', 'exposition'])
  })

  it('reads the confidence off the calibration for the whole panel behind the answer', async () => {
    const { confidence, confidenceBasis } = await runScripted({
      ada: FORTY_TWO,
      bob: FORTY_TWO,
      cleo: FORTY_TWO,
    }).result
    expect(confidence).toBeCloseTo(madeUpConfidence(1, 1, 1), 12)
    expect(confidenceBasis).toContain('3 of 3 models')
  })

  it('asks every seat the query alone, with no position of another', async () => {
    const { result, calls } = runScripted({ ada: FORTY_TWO, bob: FORTY_TWO })
    await result
    for (const { brief } of calls)
      expect(brief).toEqual({
        phase: 'exposition',
        kind: 'closed',
        query: 'How many are there?',
        criteria: null,
        anchors: [],
      })
  })

  it('adds up what the calls cost, a failed one as a call for nothing', async () => {
    const { usage } = await runScripted({ ada: FORTY_TWO, bob: FORTY_TWO, cleo: new Error('down') }).result
    expect(usage).toMatchObject({
      calls: 3,
      prompt_tokens: 2 * CALL_COST.promptTokens,
      completion_tokens: 2 * CALL_COST.completionTokens,
      cost_usd: 2 * CALL_COST.costUsd,
    })
    expect(usage.duration_ms).toBeGreaterThan(0)
  })

  it('tells as it goes which iteration began, who answered and how it ended', async () => {
    const { result, events } = runScripted({ ada: FORTY_TWO, bob: FORTY_TWO, cleo: new Error('down') })
    const { entries, answer } = await result
    expect(events.slice(0, 2)).toEqual([
      {
        type: 'panel-start',
        kind: 'closed',
        structure: 'sonata',
        max_iterations: 7,
        seats: ['ada', 'bob', 'cleo'].map((name) => ({
          name,
          provider: 'openrouter',
          model: `test/${name}`,
        })),
      },
      { type: 'iteration-start', iteration: 1, level: 1, phase: 'exposition' },
    ])
    const heard = { type: 'answer-received', iteration: 1, verdict: null }
    expect(events.filter(({ type }) => type === 'answer-received')).toEqual(
      expect.arrayContaining([
        {
          ...heard,
          name: 'ada',
          model: 'test/ada',
          answered: true,
          answer: FORTY_TWO.answer,
          error: null,
          latency_ms: CALL_COST.latencyMs,
          cost_usd: CALL_COST.costUsd,
        },
        {
          ...heard,
          name: 'cleo',
          model: 'test/cleo',
          answered: false,
          answer: null,
          error: { code: 'failed', message: 'down' },
          latency_ms: 0,
          cost_usd: null,
        },
      ]),
    )
    expect(events.slice(-2)).toEqual([
      { type: 'iteration-end', entry: entries[0] },
      { type: 'text-accepted', text: answer },
    ])
    expect(events).toHaveLength(7)
  })
})

describe('deliberate, when a seat changes its mind', () => {
  const persuaded: Script = inTurn(FORTY_ONE, (call) => ({
    ...FORTY_TWO,
    verdict: 'accept',
    refuted_by: claimFor('42', call),
    rebuttal: 'the count was off by one',
  }))

  it('converges once the minority names the claim that refuted it', async () => {
    const { reached, outcome, entries, confidence } = await runScripted({
      ada: keeps(FORTY_TWO),
      bob: keeps(FORTY_TWO),
      cleo: persuaded,
    }).result
    expect({ reached, outcome }).toEqual({ reached: true, outcome: 'consensus' })
    expect(entries.map(({ D }) => D)).toEqual([expect.closeTo(2 / 3), 0])
    expect(confidence, 'only the first, independent round counts').toBeCloseTo(madeUpConfidence(1, 1, 0), 12)
  })

  it('counts an unexplained switch at the old answer, so that it does not lower D', async () => {
    const { reached, entries, dissent } = await runScripted(
      {
        ada: keeps(FORTY_TWO),
        bob: keeps(FORTY_TWO),
        cleo: inTurn(FORTY_ONE, { ...FORTY_TWO, verdict: 'accept', rebuttal: 'agreed' }),
      },
      { maxIterations: 3 },
    ).result
    expect(reached).toBe(false)
    expect(entries.map(({ D }) => D)).toEqual([2 / 3, 2 / 3].map((D) => expect.closeTo(D)))
    const cleo = entries.at(-1)!.responses.find(({ name }) => name === 'cleo')
    expect(cleo).toMatchObject({
      answer: '42',
      position: '41',
      verdict: 'accept',
      counted_verdict: 'amend',
      residual: 1,
    })
    expect(dissent).toEqual([{ model: 'test/cleo', name: 'cleo', answer: '41', reason: FORTY_ONE.reason }])
  })

  it('counts polite acceptance that keeps another answer as an amendment', async () => {
    const { reached, entries } = await runScripted(
      {
        ada: keeps(FORTY_TWO),
        bob: keeps(FORTY_TWO),
        cleo: inTurn(FORTY_ONE, { ...FORTY_ONE, verdict: 'accept', rebuttal: 'a fair point' }),
      },
      { maxIterations: 2 },
    ).result
    expect(reached).toBe(false)
    expect(entries[1]!.responses.find(({ name }) => name === 'cleo')).toMatchObject({
      verdict: 'accept',
      counted_verdict: 'amend',
      residual: 1,
    })
  })

  it('gives the golden step to those who accept, and the dissenter keeps D up', async () => {
    const accepts: Script = inTurn(FORTY_TWO, { ...FORTY_TWO, verdict: 'accept', rebuttal: 'miscounted' })
    const { entries } = await runScripted(
      { ada: accepts, bob: accepts, cleo: inTurn(FORTY_ONE, { ...FORTY_ONE, verdict: 'reject' }) },
      { maxIterations: 2 },
    ).result
    const residuals = Object.fromEntries(entries[1]!.responses.map(({ name, residual }) => [name, residual]))
    expect(residuals).toEqual({ ada: expect.closeTo(0.5 / PHI), bob: expect.closeTo(0.5 / PHI), cleo: 1 })
    expect(entries[1]!.D).toBeCloseTo((1 / PHI + 1) / 3)
    expect(entries[1]!.target_D).toBeCloseTo(2 / 3 / PHI)
  })

  it('hears a seat out that had no answer at first, once it names what speaks for its answer', async () => {
    const { entries, outcome } = await runScripted(
      {
        ada: keeps(FORTY_TWO),
        bob: keeps(FORTY_ONE),
        cleo: inTurn(new Error('overloaded'), (call) => ({
          ...FORTY_TWO,
          verdict: 'amend',
          refuted_by: claimFor('42', call),
        })),
      },
      { maxIterations: 2 },
    ).result
    expect(entries[0]!.responses.find(({ name }) => name === 'cleo')).toMatchObject({
      answer: null,
      position: null,
      residual: null,
      reason: 'overloaded',
    })
    expect(entries[1]!.responses.find(({ name }) => name === 'cleo')).toMatchObject({
      position: '42',
      residual: 0.5,
    })
    expect(outcome).toBe('majority')
  })
})

describe('deliberate, when the panel stays divided', () => {
  const stubborn = (line: typeof FORTY_TWO): Script =>
    inTurn(line, (call) => {
      const isOwn = revisionOf(call).theme === line.answer
      return { ...line, verdict: isOwn ? 'accept' : 'reject', rebuttal: 'considered' }
    })

  it('ends at max_iterations with the majority answer and names the dissent', async () => {
    const { reached, outcome, entries, dissent, answer, warnings } = await runScripted(
      { ada: stubborn(FORTY_TWO), bob: stubborn(FORTY_TWO), cleo: restless(100) },
      { maxIterations: 4, compose: false },
    ).result
    expect({ reached, outcome, warnings }).toEqual({ reached: false, outcome: 'majority', warnings: [] })
    expect(entries).toHaveLength(4)
    expect(answer).toBe('42')
    expect(dissent.map(({ name, answer }) => [name, answer])).toEqual([['cleo', '103']])
  })

  it('ends as soon as an iteration has moved nothing, rather than ask the same again', async () => {
    const { outcome, entries, usage } = await runScripted(
      { ada: stubborn(FORTY_TWO), bob: stubborn(FORTY_TWO), cleo: stubborn(FORTY_ONE) },
      { compose: false },
    ).result
    expect(outcome).toBe('majority')
    expect(entries, 'accepted in the second iteration, and once more in the third').toHaveLength(3)
    expect(usage.calls).toBe(9)
    const unmoved = await runScripted({ ada: keeps(FORTY_TWO), bob: keeps(FORTY_ONE) }).result
    expect(unmoved.outcome).toBe('split')
    expect(unmoved.entries).toHaveLength(2)
  })

  it('calls it split when no more than half of the panel stand behind the answer', async () => {
    const { outcome, dissent } = await runScripted(
      {
        ada: stubborn(FORTY_TWO),
        bob: stubborn(FORTY_TWO),
        cleo: stubborn(FORTY_ONE),
        dan: stubborn(FORTY_ONE),
      },
      { maxIterations: 2 },
    ).result
    expect(outcome).toBe('split')
    expect(dissent).toHaveLength(2)
  })

  it('does not converge on one answer that a seat still rejects', async () => {
    const grudging: Script = inTurn(FORTY_ONE, (call) => ({
      ...FORTY_TWO,
      verdict: 'reject',
      refuted_by: call.iteration === 2 ? claimFor('42', call) : null,
    }))
    const willing = Object.fromEntries(
      ['ada', 'bob', 'dan', 'eve', 'fay'].map((name) => [name, keeps(FORTY_TWO)]),
    )
    const { reached, entries } = await runScripted({ ...willing, cleo: grudging }, { maxIterations: 3 })
      .result
    expect(entries.at(-1)!.clusters).toHaveLength(1)
    expect(entries.at(-1)!.D, 'low enough but for the rejection').toBeLessThan(0.2)
    expect(reached).toBe(false)
    expect(entries).toHaveLength(3)
  })

  it('anchors each iteration on its own level, adding to the axioms so far', async () => {
    const { result, calls } = runScripted(
      { ada: restless(100), bob: restless(200) },
      {
        maxIterations: 3,
        ports: {
          findAnchors: async ({ levels: [level = 1] }) => [
            { id: `axio-000${level}`, axiom: `axiom ${level}`, level, relevance: level / 10 },
          ],
        },
      },
    )
    const { anchors, entries } = await result
    expect(entries.map(({ axioms }) => axioms.map(({ level }) => level))).toEqual([[1], [1, 2], [1, 2, 3]])
    expect(
      calls.filter(({ iteration }) => iteration === 3).map((call) => revisionOf(call).anchors.length),
    ).toEqual([3, 3])
    expect(
      anchors.map(({ level }) => level),
      'the most relevant first',
    ).toEqual([3, 2, 1])
  })

  it('says in its warnings when the panel is of an unusual size or repeats a model', async () => {
    const twins = ['ada', 'bob'].map((name) => ({
      provider: 'openrouter' as const,
      name,
      model: 'test/same',
      temperature: 0,
    }))
    const { warnings } = await runScripted(
      { ada: FORTY_TWO, bob: FORTY_TWO },
      { models: twins, structure: 'fugue' },
    ).result
    expect(warnings).toEqual([
      'A fugue usually has 4 or more models; this panel has 2.',
      expect.stringContaining('test/same more than once'),
    ])
  })
})
