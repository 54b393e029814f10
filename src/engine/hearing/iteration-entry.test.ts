import { describe, expect, it } from 'vitest'
import { CALL_COST, inTurn, runScripted, type Script } from '../../../test/support/engine/scripted-panel.ts'
import { IterationEntry } from '../../contract/deliberation.ts'

const keeps = (answer: string): Script =>
  inTurn(
    { answer, reason: 'seen', verdict: 'accept' },
    { answer, reason: 'seen again', claims: ['it was seen'], verdict: 'amend', refuted_by: 'nothing' },
  )

async function twoIterations() {
  const { entries } = await runScripted(
    { ada: keeps('42'), bob: keeps('42'), cleo: keeps('41'), dan: new Error('down') },
    { maxIterations: 2, compose: false },
  ).result
  return entries as [IterationEntry, IterationEntry]
}

const responseOf = ({ responses }: IterationEntry, seat: string) =>
  responses.find(({ name }) => name === seat)

describe('the entry of an iteration', () => {
  it('has the shape of the contract', async () => {
    for (const entry of await twoIterations()) expect(IterationEntry.parse(entry)).toEqual(entry)
  })

  it('names the theme the seats were asked about, none in the exposition', async () => {
    expect((await twoIterations()).map(({ theme }) => theme)).toEqual([null, '42'])
  })

  it('lists the clusters with who is in them and their votes, heaviest first', async () => {
    const [, { clusters }] = await twoIterations()
    expect(clusters).toEqual([
      { answer: '42', models: expect.arrayContaining(['ada', 'bob']), weight: 2 },
      { answer: '41', models: ['cleo'], weight: 1 },
    ])
  })

  it('takes no verdict in the exposition, even from a model that gives one', async () => {
    const [exposition, revision] = await twoIterations()
    expect(responseOf(exposition, 'ada')).toMatchObject({ verdict: null, counted_verdict: null })
    expect(responseOf(revision, 'ada')).toMatchObject({ verdict: 'amend', counted_verdict: 'amend' })
  })

  it('says who answered what, why, and what the call took', async () => {
    const [, revision] = await twoIterations()
    expect(responseOf(revision, 'cleo')).toEqual({
      provider: 'openrouter',
      model: 'test/cleo',
      name: 'cleo',
      answer: '41',
      position: '41',
      theme: '42',
      role: 'voice',
      shown: [{ label: 'A', answer: '42', claims: [{ label: 'A1', text: 'seen' }] }],
      must_answer: 'A',
      verdict: 'amend',
      counted_verdict: 'amend',
      reason: 'seen again',
      claims: ['it was seen'],
      refuted_by: 'nothing',
      refutation: null,
      rebuttal: null,
      held_agreement: 1,
      held_relation: 'same',
      theme_agreement: 0,
      theme_relation: 'different',
      measured: 1,
      residual: 1,
      latency_ms: CALL_COST.latencyMs,
      tokens: CALL_COST.promptTokens + CALL_COST.completionTokens,
      cost_usd: CALL_COST.costUsd,
      error: null,
    })
  })

  it('records a failed call at an unknown cost, with its reason', async () => {
    const [exposition] = await twoIterations()
    expect(responseOf(exposition, 'dan')).toMatchObject({
      answer: null,
      residual: null,
      reason: 'down',
      tokens: 0,
      cost_usd: null,
      latency_ms: 0,
      error: { code: 'failed', message: 'down' },
    })
  })
})
