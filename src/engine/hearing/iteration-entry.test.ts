import { describe, expect, it } from 'vitest'
import { CALL_COST, keeps, runScripted } from '../../../test/support/engine/scripted-panel.ts'
import { IterationEntry } from '../../contract/deliberation.ts'

async function twoIterations() {
  const { entries } = await runScripted(
    { ada: keeps('42'), bob: keeps('42'), cleo: keeps('41'), dan: new Error('down') },
    { maxIterations: 2 },
  ).result
  return entries as [IterationEntry, IterationEntry]
}

const responseOf = ({ responses }: IterationEntry, seat: string) =>
  responses.find(({ name }) => name === seat)

describe('the entry of an iteration', () => {
  it('has the shape of the contract', async () => {
    for (const entry of await twoIterations()) expect(IterationEntry.parse(entry)).toEqual(entry)
  })

  it('names the answer of the heaviest cluster as its theme, none in the exposition', async () => {
    expect((await twoIterations()).map(({ theme }) => theme)).toEqual([null, '42'])
  })

  it('lists the clusters with their labels, who is in them and their votes, heaviest first', async () => {
    const [{ clusters: first }, { clusters }] = await twoIterations()
    expect(clusters).toEqual([
      { label: expect.any(String), answer: '42', models: expect.arrayContaining(['ada', 'bob']), weight: 2 },
      { label: expect.any(String), answer: '41', models: ['cleo'], weight: 1 },
    ])
    expect(clusters[0]!.label).not.toBe(clusters[1]!.label)
    expect(clusters, 'the same in both iterations').toEqual(first)
  })

  it('says in the exposition who gave which short answer in which words', async () => {
    const [exposition] = await twoIterations()
    const [, { label }] = exposition.clusters as [unknown, { label: string }]
    expect(responseOf(exposition, 'cleo')).toEqual({
      provider: 'openrouter',
      model: 'test/cleo',
      name: 'cleo',
      answer: '41',
      position: '41',
      label,
      verdict: null,
      counted_verdict: null,
      reason: 'I looked it up: 41.',
      measured: 1,
      residual: 1,
      latency_ms: CALL_COST.latencyMs,
      tokens: CALL_COST.promptTokens + CALL_COST.completionTokens,
      cost_usd: CALL_COST.costUsd,
      error: null,
    })
  })

  it('says later what each seat said of each answer, and what counts', async () => {
    const [, revision] = await twoIterations()
    const [theme, own] = revision.clusters.map(({ label }) => label)
    expect(responseOf(revision, 'cleo')).toMatchObject({
      answer: '41',
      position: '41',
      label: own,
      verdict: 'wrong',
      counted_verdict: 'wrong',
      rulings_on_answers: expect.arrayContaining([
        { label: theme, answer: '42', verdict: 'wrong', counted: 'wrong', why: '“42” does not follow' },
        { label: own, answer: '41', verdict: 'right', counted: 'right', why: '' },
      ]),
      changed_because: null,
      reason: 'I checked again.',
      measured: 1,
      residual: 1,
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
