import { describe, expect, it } from 'vitest'
import { runDrafts } from '../../../test/support/engine/drafting-panel.ts'
import {
  inTurn,
  keeps,
  modelsNamed,
  revisionOf,
  runScripted,
  type Script,
  yieldsTo,
} from '../../../test/support/engine/scripted-panel.ts'
import type { CodeRun } from '../../contract/draft-review.ts'
import { CountedRun, countedRun, type FinishedRun, whyUncounted } from './run-ledger.ts'

async function finished(
  scripts: Record<string, Script>,
  options: Parameters<typeof runScripted>[1] = { maxIterations: 1 },
): Promise<FinishedRun> {
  return { ...(await runScripted(scripts, options).result), router: 'openrouter' }
}

/** The groups of models that gave these answers, by name; null for those that failed. */
const groupsOf = ({ entries }: FinishedRun) =>
  Object.fromEntries(
    countedRun({ entries }).ballots.map(({ model, group }) => [model.slice('test/'.length), group]),
  )

const answers = (given: Record<string, string | null>) =>
  Object.fromEntries(
    Object.entries(given).map(([name, answer]) => [name, answer === null ? new Error('no') : { answer }]),
  )

/** A seat that comes up with an answer that nobody has given. */
const comesUpWith =
  (answer: string): Script =>
  (call) => ({
    rulings: revisionOf(call).answers.map(({ label }) => ({ label, verdict: 'wrong', why: 'no' })),
    new_answer: answer,
    changed_because: 'I counted again.',
  })

describe('a counted run', () => {
  it('has the group of the first answer of every model, and that of the final answer', async () => {
    const run = await finished(answers({ ada: '1', bob: '2', cleo: '1', dan: null }))
    const { ada, bob, cleo, dan } = groupsOf(run)
    expect(ada).toBe(cleo)
    expect(new Set([ada, bob])).toEqual(new Set([0, 1]))
    expect(dan).toBeNull()
    expect(countedRun(run).delivered).toBe(ada)
  })

  it('keeps first answers, and finds the one that prevailed among them', async () => {
    const run = await finished(
      { ada: yieldsTo('1', '2'), bob: keeps('2'), cleo: yieldsTo('1', '2'), dan: keeps('1') },
      {},
    )
    const { ada, bob, dan } = groupsOf(run)
    expect(ada).toBe(dan)
    expect(ada).not.toBe(bob)
    expect(countedRun(run).delivered).toBe(bob)
  })

  it('has no delivered group if the answer came up later', async () => {
    const both = inTurn({ answer: '1' }, comesUpWith('3'))
    const run = await finished(
      { ada: both, bob: both, cleo: inTurn({ answer: '2' }, comesUpWith('3')) },
      { maxIterations: 2 },
    )
    expect(run.entries.at(-1)?.clusters[0]?.answer).toBe('3')
    expect(countedRun(run).delivered).toBeNull()
  })

  it('names the model that answered for an id, and the id where that is another one', async () => {
    const run = await finished(answers({ ada: '1', bob: '1', cleo: '2' }))
    const named = () => countedRun(run).ballots.map(({ model, asked }) => `${model} ${asked}`)
    expect(named().sort()).toEqual(['test/ada', 'test/bob', 'test/cleo'].map((id) => `${id} undefined`))
    for (const response of run.entries[0]!.responses) response.served_model = `${response.model}-5`
    expect(named().sort()).toEqual(['test/ada', 'test/bob', 'test/cleo'].map((id) => `${id}-5 ${id}`))
  })

  it('can be read with fields that are missing or not known yet', () => {
    const ballot = { provider: 'openrouter', model: 'm/a', group: 0 }
    const stage = { first: ['a'], others: ['b'], promised: null, accepted: true, agreed: null }
    const stored = { ballots: [{ ...ballot, mood: 2 }], stage: { ...stage, mood: 2 }, mood: 1 }
    expect(CountedRun.parse(stored)).toEqual({
      ballots: [{ ...ballot, cost: null }],
      delivered: null,
      stage: { ...stage, isAudit: false },
    })
    expect(CountedRun.parse({ ballots: [ballot] })).not.toHaveProperty('stage')
    expect(CountedRun.safeParse({ ballots: 'none' }).success).toBe(false)
  })

  it('keeps what first replies cost, and what became of its first stage', async () => {
    const run = await finished(answers({ ada: '1', bob: '1', cleo: null }))
    expect(countedRun(run)).not.toHaveProperty('stage')
    const stage = { first: ['a'], others: ['b'], promised: 0.9, accepted: true, agreed: null, isAudit: false }
    const { ballots, ...rest } = countedRun({ ...run, stage })
    expect(rest).toEqual({ delivered: 0, stage })
    expect(ballots.map(({ model, cost }) => [model, cost]).sort()).toEqual([
      ['test/ada', 0.25],
      ['test/bob', 0.25],
      ['test/cleo', null],
    ])
  })
})

describe('a run of programs', () => {
  const codeRun = (expected: string | null): CodeRun => ({
    language: 'python',
    form: 'call',
    behaviours: [
      { models: ['ada'], passed: 1 },
      { models: ['bob'], passed: 0 },
    ],
    not_run: ['cleo'],
    inputs: [{ input: 'f(1)', expected, outcomes: ['1', '2'] }],
  })
  const drafted = async (expected: string | null) => {
    const draft = new Error('no')
    const drafters = {
      ada: { draft: 'one' },
      bob: { draft: 'two' },
      cleo: { draft: 'three' },
      dan: { draft },
    }
    const { result } = runDrafts(drafters, { maxIterations: 1 })
    return { ...(await result), router: 'openrouter', codeRun: codeRun(expected) }
  }

  it('has of every draft whether it gave all that the question states, and no groups', async () => {
    const run = await drafted('1')
    expect(whyUncounted(run)).toBeNull()
    const { ballots, delivered } = countedRun(run)
    expect(delivered).toBeNull()
    expect(ballots.map(({ model, group, passed }) => [model, group, passed]).sort()).toEqual([
      ['test/ada', null, true],
      ['test/bob', null, false],
      ['test/cleo', null, false],
      ['test/dan', null, undefined],
    ])
  })

  it('is not counted where the question states no result, nor where nothing was run', async () => {
    expect(whyUncounted(await drafted(null))).toMatch(/closed questions/)
    expect(whyUncounted({ ...(await drafted('1')), codeRun: null })).toMatch(/closed questions/)
  })
})

describe('what is counted', () => {
  it('is a run in which at least two models answered, also if they are tied', async () => {
    const runs: Array<Record<string, string | null>> = [
      { ada: '1', bob: '1', cleo: '2' },
      { ada: '1', bob: '2', cleo: '3' },
      { ada: '1', bob: '1', cleo: '2', dan: null },
      { ada: '1', bob: '2', cleo: null },
      { ada: '1', bob: '1' },
    ]
    for (const given of runs) expect(whyUncounted(await finished(answers(given)))).toBeNull()
  })

  it.each([
    [
      'one model answered',
      /at least two models answered/,
      { ada: '1', bob: 'I do not know', cleo: 'I do not know' },
    ],
  ])('is not a run in which %s', async (_, says, given) => {
    expect(whyUncounted(await finished(answers(given)))).toMatch(says)
  })

  it('is not a run in which a model has two seats, by its id or by the model that answered', async () => {
    const models = modelsNamed(['ada', 'bob', 'cleo', 'dan']).map((model, place) =>
      place === 3 ? { ...model, model: 'test/ada' } : model,
    )
    const scripts = answers({ ada: '1', bob: '1', cleo: '2', dan: null })
    expect(whyUncounted(await finished(scripts, { models, maxIterations: 1 }))).toMatch(/several seats/)
    const run = await finished(answers({ ada: '1', bob: '1', cleo: '2' }))
    for (const response of run.entries[0]!.responses.slice(0, 2)) response.served_model = 'test/one'
    expect(whyUncounted(run)).toMatch(/several seats/)
  })

  it('is a run with a first stage, however few answered and whoever has several seats', async () => {
    const stage = { first: ['a'], others: ['b'], promised: 0.9, accepted: true, agreed: null, isAudit: false }
    const run = await finished(answers({ ada: '1', bob: '1' }))
    for (const response of run.entries[0]!.responses) response.served_model = 'test/one'
    expect(whyUncounted({ ...run, stage })).toBeNull()
    expect(whyUncounted({ ...run, stage, kind: 'open' })).toMatch(/closed questions/)
    expect(whyUncounted({ ...run, stage, router: 'offline' })).toMatch(/offline voices/)
    expect(whyUncounted({ ...run, stage, ending: 'quorum_lost' })).toMatch(/too many models failed/)
  })

  it('is neither a text, nor what offline voices say, nor a run without a quorum', async () => {
    const run = await finished(answers({ ada: '1', bob: '1', cleo: '2' }))
    expect(whyUncounted({ ...run, kind: 'open' })).toMatch(/closed questions/)
    expect(whyUncounted({ ...run, kind: undefined })).toMatch(/closed questions/)
    expect(whyUncounted({ ...run, router: 'offline+openai' })).toMatch(/offline voices/)
    expect(whyUncounted({ ...run, ending: 'quorum_lost' })).toMatch(/too many models failed/)
  })
})
