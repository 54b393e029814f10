import { beforeEach, describe, expect, it } from 'vitest'
import { readsAs, revisionOf, runScripted, type Script } from '../../../test/support/engine/scripted-panel.ts'
import type { RunLedger } from './run-ledger.ts'
import { createVerdicts } from './verdicts.ts'

type Given = { right: boolean } | { answer: string }
type Judged = Parameters<ReturnType<typeof createVerdicts>['give']>[2]

let stored: Array<Parameters<RunLedger['judge']>[0]>
let isRecorded: boolean
beforeEach(() => {
  stored = []
  isRecorded = true
})

const verdicts = createVerdicts({
  ledger: {
    async judge(verdict) {
      stored.push(verdict)
      return isRecorded
    },
  },
  now: () => 7,
})
const give = (given: Given, run: Judged) => verdicts.give('key:alice', given, run)

async function finished(
  answers: Record<string, string | Script>,
  options: Parameters<typeof runScripted>[1] = {},
): Promise<Judged> {
  const scripts = Object.entries(answers).map(([name, answer]) => [
    name,
    typeof answer === 'string' ? { answer } : answer,
  ])
  const query = 'How many are there?'
  const run = runScripted(Object.fromEntries(scripts), { query, maxIterations: 1, ...options })
  return { ...(await run.result), id: 'some-id', query, router: 'openrouter' }
}

/** Whether each model was right, by name, after a verdict. */
const rightIn = async (given: Given, run: Judged) =>
  Object.fromEntries((await give(given, run)).models.map(({ name, right }) => [name, right]))

const SAYS = { ada: '42', bob: '42', cleo: '41', dan: new Error('no') as unknown as Script }

describe('a verdict', () => {
  it('that the answer is right: so is whoever gave it, and the others are wrong', async () => {
    const run = await finished(SAYS)
    expect(await rightIn({ right: true }, run)).toEqual({ ada: true, bob: true, cleo: false, dan: null })
  })

  it('that the answer is right does not make a compatible one wrong', async () => {
    const run = await finished({ ada: 'red', bob: 'red', cleo: 'scarlet', dan: 'blue' })
    markCompatible(run.entries[0]!.clusters, 'red', 'scarlet')
    expect(await rightIn({ right: true }, run)).toEqual({ ada: true, bob: true, cleo: null, dan: false })
  })

  it('that the answer is wrong says nothing about the other answers', async () => {
    const run = await finished(SAYS)
    expect(await rightIn({ right: false }, run)).toEqual({ ada: false, bob: false, cleo: null, dan: null })
  })

  it('that names the right answer: whoever certainly gave it is right, whoever certainly gave another one wrong', async () => {
    const run = await finished({ ada: '42', bob: '42', cleo: '41', dan: 'many' })
    expect(await rightIn({ answer: '42.0' }, run)).toEqual({ ada: true, bob: true, cleo: false, dan: null })
    expect(await rightIn({ answer: '41' }, run)).toEqual({ ada: false, bob: false, cleo: true, dan: null })
    expect(await rightIn({ answer: 'a handful' }, run)).toEqual({
      ada: null,
      bob: null,
      cleo: null,
      dan: null,
    })
    expect((await give({ answer: '42' }, run)).right).toBe(true)
    expect((await give({ answer: '41' }, run)).right).toBe(false)
    expect((await give({ answer: 'a handful' }, run)).right).toBeNull()
  })

  it('that names the right answer knows every wording of it', async () => {
    const run = await finished(
      { ada: 'Mount Everest', bob: 'Everest', cleo: 'K2' },
      { reads: readsAs((answer) => answer.replace('Mount ', '')) },
    )
    for (const answer of ['everest', 'mount everest'])
      expect(await rightIn({ answer }, run)).toEqual({ ada: true, bob: true, cleo: null })
  })

  it('that names the right answer says nothing about a group that gives it in one wording and another one in the next', async () => {
    const run = await finished(
      { ada: '42', bob: '43', cleo: '50' },
      { reads: readsAs((answer) => answer[0]!) },
    )
    for (const { clusters, responses } of run.entries) {
      // As if a reader had put them together.
      const [together, other] = clusters
      for (const response of responses)
        response.label = response.answer === '50' ? other!.label : together!.label
    }
    expect((await rightIn({ answer: '42' }, run)).ada).toBeNull()
  })

  it('that names the right answer does not make one wrong that is compatible with it', async () => {
    const run = await finished({ ada: '5', bob: '5', cleo: '7', dan: '4' })
    markCompatible(run.entries[0]!.clusters, '5', '7')
    expect(await rightIn({ answer: '7' }, run)).toEqual({ ada: null, bob: null, cleo: true, dan: false })
    expect((await give({ answer: '7' }, run)).right).toBeNull()
  })

  it('on an answer that came up later finds no model right, and those that gave another one wrong', async () => {
    const later =
      (first: string): Script =>
      (call) =>
        call.brief.phase === 'exposition'
          ? { answer: first }
          : {
              rulings: revisionOf(call).answers.map(({ label }) => ({ label, verdict: 'wrong', why: 'no' })),
              new_answer: '3',
              changed_because: 'I counted again.',
            }
    const run = await finished({ ada: later('1'), bob: later('1'), cleo: later('2') }, { maxIterations: 2 })
    expect(await rightIn({ right: true }, run)).toEqual({ ada: false, bob: false, cleo: false })
    expect(await rightIn({ right: false }, run)).toEqual({ ada: null, bob: null, cleo: null })
    expect((await give({ answer: '3' }, run)).right).toBe(true)
  })

  it('is stored as it was given, with what it says of each model that answered', async () => {
    const run = await finished(SAYS)
    for (const response of run.entries[0]!.responses) response.served_model = `${response.model}-5`
    await give({ right: true }, run)
    await give({ answer: '41' }, run)
    const said = (model: string, right: boolean | null) => ({ provider: 'openrouter', model, right })
    expect(stored[0]).toEqual({
      ...{ scope: 'key:alice', id: 'some-id', at: 7 },
      verdict: {
        given: { right: true },
        models: expect.arrayContaining([said('test/ada-5', true), said('test/dan-5', null)]),
      },
    })
    expect(stored[1]!.verdict.given).toEqual({ answer: '41' })
  })

  it('on anything but a closed question is stored without a word about models', async () => {
    const run = { ...(await finished(SAYS)), kind: 'open' as const }
    isRecorded = false
    expect(await give({ right: true }, run)).toMatchObject({
      right: true,
      models: Array(4).fill({ right: null }),
      counted: false,
      reason: expect.stringContaining('closed questions'),
    })
    expect(await give({ answer: '42' }, run)).toMatchObject({ right: null })
    expect(stored).toHaveLength(2)
  })

  it('on a program says nothing of models, also where the ledger has what it did', async () => {
    const run = { ...(await finished(SAYS)), kind: 'draft' as const }
    expect(await give({ right: true }, run)).toMatchObject({
      models: Array(4).fill({ right: null }),
      counted: false,
      reason: expect.stringContaining('closed questions'),
    })
  })

  it('says whether the run is counted, and why not', async () => {
    const run = await finished(SAYS)
    const counted = await give({ right: true }, run)
    expect(counted.counted).toBe(true)
    expect(counted).not.toHaveProperty('reason')
    isRecorded = false
    expect(await give({ right: true }, run)).toMatchObject({
      counted: false,
      reason: expect.stringContaining('2,000'),
    })
    const played = { ...run, router: 'offline' }
    expect((await give({ right: true }, played)).reason).toContain('offline voices')
  })

  it('can be given on a result whose iterations are gone', async () => {
    const run = { ...(await finished(SAYS)), entries: [] }
    isRecorded = false
    expect(await give({ right: false }, run)).toMatchObject({ right: false, models: [], counted: false })
    expect((await give({ answer: '42' }, run)).right).toBeNull()
  })
})

/** Marks two answers as compatible. */
function markCompatible(clusters: Judged['entries'][number]['clusters'], one: string, other: string) {
  const [left, right] = [one, other].map((answer) => clusters.find((cluster) => cluster.answer === answer)!)
  left!.compatible = [right!.label!]
  right!.compatible = [left!.label!]
}
