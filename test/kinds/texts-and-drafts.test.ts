import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EdgeConsensusResponse } from '../../src/contract/edge-consensus.ts'
import { ConsensusResponse } from '../../src/contract/local-consensus.ts'
import { eventsOf } from '../support/event-stream.ts'
import { onNode } from '../support/in-workerd/differences.ts'
import { asText } from '../support/panel-replies.ts'
import {
  type ReceivedCall,
  type ScriptedProvider,
  settingsFor,
  startScriptedProvider,
} from '../support/scripted-provider.ts'
import { get, openService, post, type TestService } from '../support/service.ts'
import { createTask, finishedTask } from '../support/tasks.ts'
import { replyOnTexts } from '../support/text-replies.ts'

const FUNCTION = 'Write a Python function that returns the larger of two numbers. Only the code please.'
const WITH_EXAMPLE = `${FUNCTION} For example, larger(1, 2) is 2.`
const RIGHT = '```python\ndef larger(a, b):\n    return a if a > b else b\n```'
const ALSO_RIGHT = '```python\ndef larger(a, b):\n    return max(a, b)\n```'
const WRONG = '```python\ndef larger(a, b):\n\treturn a\n```'
const TIDES = 'Explain how tides work.'
const ESSAY = '# Tides\r\n\nThe **Moon** pulls.\n\n\t- twice a day\n\n$F = G m_1 m_2 / r^2$\n'
const SYNTHESIS = 'Tides come from the Moon.\n\n| day | tides |\n|---|---|\n| 1 | 2 |\n'

let server: ScriptedProvider
let service: TestService
beforeAll(async () => {
  server = await startScriptedProvider(reply)
  service = await openService({
    ...settingsFor(server),
    MODEL_RETRIES: '0',
  })
})
afterAll(async () => {
  await service.stop()
  await server.close()
})

/** What the models say, by what they are asked and by their name. */
function reply({ prompt, model }: ReceivedCall): string {
  if (prompt.includes('Several reviewers read drafts')) return JSON.stringify({ same: [['A1', 'A2']] })
  if (prompt.includes('Review the drafts of the others')) return JSON.stringify(reviewOf(prompt))
  if (prompt.includes('You list these inputs')) return JSON.stringify(inputsFor(prompt))
  const said = replyOnTexts({ writes: (mark) => `By ${model}${mark(1)}: ${SYNTHESIS}` }, { prompt })
  if (said !== null) return said
  if (/larger of two/i.test(prompt))
    return asText(model === 'wrong' ? WRONG : model === 'ada' ? RIGHT : ALSO_RIGHT, 'draft')
  return asText(`${ESSAY}${model}`, 'open')
}

/** What to try on the drafts; those for the question without an example are only reviewed. */
function inputsFor(prompt: string) {
  if (!prompt.includes('For example')) return { language: 'other', form: 'call', called: '', inputs: [] }
  const inputs = [
    { input: 'larger(1, 2)', expected: '2' },
    { input: 'larger(-3, -4)', expected: '' },
  ]
  return { language: 'python', form: 'call', called: 'larger', inputs }
}

/** Accepts what is right and rejects what is not. */
function reviewOf(prompt: string) {
  const drafts = [...prompt.matchAll(/<draft-\w+ label="(\w)">([\s\S]*?)<\/draft-/g)]
  return {
    reviews: drafts.map(([, draft, text]) =>
      text!.includes('return a\n')
        ? { draft, verdict: 'reject', defect: '“return a”: larger(1, 2) is 1' }
        : { draft, verdict: 'accept', defect: '' },
    ),
    preference: drafts.map(([, draft]) => [draft]),
    improvements: [],
  }
}

const ask = async (body: object, path = '/consensus-iterative') => {
  const response = await post(service.edge, path, { models: ['ada', 'bob', 'wrong'], ...body })
  return { status: response.status, body: await response.json() }
}
const seats = (['openrouter', 'openai', 'anthropic'] as const).map((provider, index) => {
  const model = ['ada', 'bob', 'wrong'][index]!
  return { provider, name: model, model }
})

describe('a draft', () => {
  onNode('programs')('is delivered on the edge API as its author wrote it, with its reviews', async () => {
    const { status, body } = await ask({ query: FUNCTION })
    expect(status).toBe(200)
    EdgeConsensusResponse.strict().parse(body)
    expect(body).toMatchObject({
      kind: 'draft',
      consensus_reached: true,
      answer: null,
      concordance: null,
      confidence: 0.75,
      confidence_kind: 'accepted',
      confidence_basis: 'Both reviewers accept this draft as it is.',
      usage: { calls: 8 },
    })
    expect([RIGHT, ALSO_RIGHT]).toContain(body.final_answer)
    expect(body.reviews).toContainEqual(
      expect.objectContaining({
        authors: ['wrong'],
        verdict: 'reject',
        counted_verdict: 'reject',
        defect: '“return a”: larger(1, 2) is 1',
      }),
    )
  })

  onNode('programs')(
    'is run where it is a program, and needs no review where most do what the question states',
    async () => {
      const { body } = await ask({ query: WITH_EXAMPLE })
      EdgeConsensusResponse.strict().parse(body)
      expect([RIGHT, ALSO_RIGHT]).toContain(body.final_answer)
      expect(body).toMatchObject({
        outcome: 'majority',
        confidence_kind: 'right',
        dissent: [{ model: 'wrong', reason: 'larger(1, 2): 1 instead of 2.' }],
        code_run: {
          language: 'python',
          behaviours: [
            { models: ['ada', 'bob'], passed: 1 },
            { models: ['wrong'], passed: 0 },
          ],
          inputs: [
            { input: 'larger(1, 2)', expected: '2', outcomes: ['2', '1'] },
            { outcomes: ['-3', '-3'] },
          ],
        },
        usage: { calls: 4 },
      })
      expect(body.reviews).toBeUndefined()
    },
  )

  it('is delivered on the local API with its iterations and events', async () => {
    const { id } = await createTask(service, { query: FUNCTION, models: seats })
    const events = eventsOf(await get(service.local, `/consensus/${id}/events`))
    const phases: string[] = []
    for await (const { event, data } of events) {
      if (event === 'iteration-start') phases.push(data.phase)
      if (event === 'task-change' && data.status === 'completed') break
    }
    const { result } = await finishedTask(service, id)
    ConsensusResponse.strict().parse(result)
    expect(result).toMatchObject({ kind: 'draft', iterations_used: 2 })
    expect(result.iterations[1].responses[0].reviews).toHaveLength(2)
    expect(phases.at(-1)).toBe('review')
  })

  it('is served from the cache for the same text only', async () => {
    const query = 'Write a haiku about the larger of two cats.'
    const first = await ask({ query })
    expect((await ask({ query })).body).toMatchObject({ cache_hit: true, id: first.body.id })
    expect((await ask({ query: query.toUpperCase() })).body.cache_hit).toBe(false)
    const check = await post(service.edge, '/cache/check', { query: `${query.slice(0, -1)}!` })
    expect(await check.json()).toEqual({ hit: false })
  })

  it('is not rewritten by the chosen writer, and the response says so', async () => {
    const { body } = await ask({ query: FUNCTION, writer: 'zoe' })
    expect([RIGHT, ALSO_RIGHT]).toContain(body.final_answer)
    expect(body.warnings).toContainEqual(expect.stringContaining('The writer was not used'))
    expect(server.calls.filter(({ model }) => model === 'zoe')).toEqual([])
  })

  onNode('programs')('is the most central one in a single shot', async () => {
    const { body } = await ask({ query: FUNCTION }, '/consensus')
    expect(body).toMatchObject({ kind: 'draft', iterations: 1, usage: { calls: 4 } })
    expect(body.reviews).toBeUndefined()
  })
})

describe('an answer to an open question', () => {
  it('is written from all texts, which are kept as they were written', async () => {
    const { id } = await createTask(service, { query: TIDES, models: seats })
    const { result } = await finishedTask(service, id)
    ConsensusResponse.strict().parse(result)
    expect(result).toMatchObject({ kind: 'open', answer: null, usage: { calls: 6 } })
    expect(result.final_answer).toMatch(/^By (ada|bob|wrong): /)
    expect(result.final_answer.endsWith(SYNTHESIS)).toBe(true)
    const [entry] = result.iterations
    expect(entry.responses.map((one: { answer: string }) => one.answer).sort()).toEqual(
      seats.map(({ model }) => `${ESSAY}${model}`).sort(),
    )
    for (const call of server.calls.filter(({ prompt }) =>
      prompt.includes('You write the reply that whoever asked gets'),
    ))
      for (const { model } of seats) expect(call.prompt).toContain(`${ESSAY}${model}`)
  })

  it('is written by the chosen writer, and in a single shot too', async () => {
    const { body } = await ask({ query: TIDES, writer: 'zoe' }, '/consensus')
    expect(body).toMatchObject({ kind: 'open', final_answer: `By zoe: ${SYNTHESIS}`, usage: { calls: 5 } })
  })

  it('comes with the claims of all texts, from the cache too, and on both APIs', async () => {
    const { body } = await ask({ query: TIDES }, '/consensus')
    EdgeConsensusResponse.strict().parse(body)
    expect(body.claims.length).toBeGreaterThan(0)
    expect(body.claims[0].quotes.length).toBeGreaterThan(0)
    expect(body.citations).toMatchObject([{ start: 0, claims: [0] }])
    expect(body).toMatchObject({ unsupported: [], repaired: [] })
    expect(Object.keys(body.analysis)).toEqual(['consensus', 'contradictions', 'partial', 'unique', 'gaps'])
    const stored = await get(service.edge, `/results/${body.id}`)
    expect(await stored.json()).toMatchObject({ claims: body.claims, analysis: body.analysis })
    const { id } = await createTask(service, { query: TIDES, models: seats, max_iterations: 1 })
    const { result } = await finishedTask(service, id)
    expect(result.claims.map(({ text }: { text: string }) => text).sort()).toEqual(
      body.claims.map(({ text }: { text: string }) => text).sort(),
    )
  })

  it('is asked for with the criteria of the caller, which are part of the question to the cache', async () => {
    const { body } = await ask({ query: TIDES, criteria: 'For sailors' })
    expect(server.calls.at(-1)!.prompt).toMatch(/<criteria-\w+>For sailors</)
    expect((await ask({ query: TIDES, criteria: 'For sailors' })).body.cache_hit).toBe(true)
    expect((await ask({ query: TIDES, criteria: 'For children' })).body.cache_hit).toBe(false)
    expect(body.cache_hit).toBe(false)
  })

  it('streams, while a verdict does not', () => {
    const streams = (words: string) =>
      new Set(
        server.calls.filter(({ prompt }) => prompt.includes(words)).map(({ body }) => body.stream === true),
      )
    expect(streams('as you would if you were the only one asked')).toEqual(new Set([true]))
    expect(streams('You write the reply that whoever asked gets')).toEqual(new Set([true]))
    expect(streams('Review the drafts of the others')).toEqual(new Set([false]))
  })
})

describe('the kind in a request', () => {
  it('overrules what the models take the question for', async () => {
    const { body } = await ask({ query: 'How many tides are there?', kind: 'draft' })
    expect(body.kind).toBe('draft')
  })

  it.each([
    ['kind', 'essay', 'kind must be one of closed, open, draft'],
    ['writer', ' ', 'writer must not be blank'],
    ['reader', ' ', 'reader must not be blank'],
    ['criteria', 'a\nb', 'criteria must be one line of at most 500 characters'],
    ['criteria', 'x'.repeat(501), 'criteria must be one line of at most 500 characters'],
    ['criteria', 7, 'criteria must be a string'],
  ])('or another option is rejected where it is wrong: %s %j', async (field, value, problem) => {
    const edge = await ask({ query: TIDES, [field]: value })
    const local = await post(service.local, '/consensus', { query: TIDES, models: seats, [field]: value })
    for (const { status, body } of [edge, { status: local.status, body: await local.json() }]) {
      expect(status).toBe(400)
      expect(body.details).toContainEqual({ path: field, problem })
    }
  })
})

describe('the offline router', () => {
  it.each(['draft', 'open'])('says that it writes no texts: %s', async (kind) => {
    const offline = await openService()
    const response = await post(offline.edge, '/consensus-iterative', { query: TIDES, kind })
    const body = await response.json()
    expect(response.status).toBe(200)
    expect(body).toMatchObject({ kind, consensus_reached: false, confidence: 0 })
    expect(body.final_answer).toContain('The offline voices answer closed questions only')
    await offline.stop()
  })
})
