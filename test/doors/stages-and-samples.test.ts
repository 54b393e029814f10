import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { allEventsOf } from '../support/event-stream.ts'
import { fakeProvider, REAL_ROUTER } from '../support/fake-provider.ts'
import { replyAs } from '../support/panel-replies.ts'
import { get, openService, post, type TestService } from '../support/service.ts'
import { createTask, finishedTask } from '../support/tasks.ts'

const CHEAP = ['cheap/one', 'cheap/two']
const STRONG = ['strong/one', 'strong/two', 'strong/three']
const MODELS = [...CHEAP, ...STRONG]
const QUERY = 'How many are there?'

let service: TestService
let provider: ReturnType<typeof fakeProvider>
let answers: Record<string, string>
beforeAll(async () => {
  service = await openService({ ...REAL_ROUTER, AUDIT_SHARE: '0', PANELS: `deep=${CHEAP}>${STRONG}` })
})
afterAll(() => service.stop())
beforeEach(() => {
  answers = Object.fromEntries(MODELS.map((model) => [model, '42']))
  provider = fakeProvider((call) => replyAs(answers[call.model]!, call))
})
afterEach(() => provider.restore())

/** How often each model was asked. */
function asked(): Record<string, number> {
  const times: Record<string, number> = {}
  for (const { model } of provider.calls) times[model] = (times[model] ?? 0) + 1
  return times
}

async function ask(body: object) {
  const response = await post(service.edge, '/consensus-iterative', { query: QUERY, models: MODELS, ...body })
  expect(response.status).toBe(200)
  return response.json()
}

describe('a panel with a first stage', () => {
  it('asks only its first models where they agree, says so, and is remembered apart from the whole panel', async () => {
    const result = await ask({ first: CHEAP })
    expect(result).toMatchObject({ answer: '42', outcome: 'consensus', models: CHEAP, cache_hit: false })
    expect(result.usage.stages).toMatchObject([{ stage: 1, models: CHEAP, accepted: true, calls: 2 }])
    expect(result.confidence_basis).toMatch(/The other three models were not asked\.$/)
    expect(asked()).toEqual({ 'cheap/one': 1, 'cheap/two': 1 })

    const again = await ask({ first: [...CHEAP].reverse() })
    expect(again).toMatchObject({ cache_hit: true, models: CHEAP, id: result.id })
    expect(await ask({})).toMatchObject({ cache_hit: false, models: MODELS })
    expect(await ask({ first: CHEAP, enough: 0.5 })).toMatchObject({ cache_hit: false })
  })

  it('asks all where they differ, and nobody twice for a first answer', async () => {
    answers['cheap/two'] = '41'
    const response = await post(
      service.edge,
      '/consensus',
      { query: `${QUERY} Really?`, models: MODELS, first: CHEAP },
      { Accept: 'text/event-stream' },
    )
    const events = await allEventsOf(response)
    const result = events.at(-1)!.data
    expect(result).toMatchObject({ answer: '42', outcome: 'majority', models: MODELS })
    const { stages, calls } = result.usage
    expect(stages.map(({ accepted }: { accepted: boolean }) => accepted)).toEqual([false, true])
    expect(calls).toBe(provider.calls.length)
    const expositions = provider.calls.filter(({ prompt }) =>
      prompt.includes('if you were the only one asked'),
    )
    expect(expositions.map(({ model }) => model).sort()).toEqual([...MODELS].sort())
    expect(events.map(({ event }) => event).filter((name) => name === 'answer-received')).toHaveLength(5)
    expect(events.find(({ event }) => event === 'panel-start')!.data.first).toEqual(CHEAP)
    expect(events.find(({ event }) => event === 'stage-end')!.data).toMatchObject({
      accepted: false,
      reason: 'disagreement',
    })
  })

  it('can be named by the operator, for the chat API', async () => {
    const messages = [{ role: 'user', content: `${QUERY} Truly?` }]
    const ofOperator = await post(service.edge, '/v1/chat/completions', { model: 'stretto/deep', messages })
    expect((await ofOperator.json()).stretto).toMatchObject({ models: CHEAP, answer: '42' })
    const own = { models: MODELS.slice(1), first: STRONG.slice(1) }
    const ofCaller = await post(service.edge, '/v1/chat/completions', {
      model: 'stretto/deep',
      messages,
      stretto: own,
    })
    expect((await ofCaller.json()).stretto.models).toEqual(own.first)
    const { panels } = await (await get(service.edge, '/models')).json()
    expect(panels).toEqual([{ name: 'deep', models: MODELS, first: CHEAP }])
  })

  it('can be asked by a task', async () => {
    const models = MODELS.map((model) => ({ provider: 'openrouter', name: `${model}!`, model }))
    const { id } = await createTask(service, { query: QUERY, models, first: CHEAP, enough: 0.8 })
    const { result } = await finishedTask(service, id)
    expect(result.usage.stages).toMatchObject([{ models: ['cheap/one!', 'cheap/two!'], accepted: true }])
    expect(asked()).toEqual({ 'cheap/one': 1, 'cheap/two': 1 })
  })

  it('says in a dry run what is typical and what is the worst', async () => {
    const { calls, typical } = await ask({ first: CHEAP, kind: 'closed', dry_run: true })
    expect([calls.first_round, typical.calls]).toEqual([2, 3])
    expect(calls.at_most).toBeGreaterThan((await ask({ kind: 'closed', dry_run: true })).calls.at_most)
  })
})

describe('samples', () => {
  it('are drawn from every model, and agree or not in the response', async () => {
    let drawn = 0
    answers['cheap/one'] = '41'
    provider.restore()
    provider = fakeProvider((call) =>
      replyAs(call.model === 'cheap/two' && drawn++ % 2 === 1 ? '41' : answers[call.model]!, call),
    )
    const result = await ask({
      query: 'How many, sampled?',
      models: MODELS.slice(0, 3),
      samples: 3,
      max_iterations: 1,
    })
    const stored = await (await get(service.edge, `/results/${result.id}`)).json()
    expect(stored.trace[0].responses.map(({ samples }: { samples: object }) => samples)).toEqual([
      { drawn: 3, answered: 3, agreeing: 3 },
      { drawn: 3, answered: 3, agreeing: 2 },
      { drawn: 3, answered: 3, agreeing: 3 },
    ])
    expect(result.usage.calls).toBe(provider.calls.length)
    expect(
      await ask({ query: 'How many, sampled?', models: MODELS.slice(0, 3), max_iterations: 1 }),
    ).toMatchObject({
      cache_hit: false,
    })
  })

  it.each([
    ['the edge API', () => ask({ query: 'How many, alone?', models: ['cheap/one'], samples: 4 })],
    [
      'a task',
      async () => {
        const models = [{ provider: 'openrouter', name: 'One', model: 'cheap/one' }]
        const { id } = await createTask(service, { query: 'How many, alone?', models, samples: 4 })
        return (await finishedTask(service, id)).result
      },
    ],
  ])('of a single model are its word alone, through %s', async (_, asking) => {
    const result = await asking()
    expect(result).toMatchObject({ answer: '42', outcome: 'majority', consensus_reached: false })
    expect(result.confidence_basis).toMatch(/one model’s word\.$/)
    expect(asked()).toEqual({ 'cheap/one': 4 })
  })
})
