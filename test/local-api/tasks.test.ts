import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import type { IterationEntry } from '../../src/contract/deliberation.ts'
import { ConsensusResponse, Task } from '../../src/contract/local-consensus.ts'
import { LocalHealth } from '../../src/contract/service-info.ts'
import { onNode } from '../support/in-workerd/differences.ts'
import { get, keysOf, openService, post, type TestService } from '../support/service.ts'
import { createTask, finishedTask, PANEL, requestFor } from '../support/tasks.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
/** Interface specification 2.13, and beside it the further fields of the design, section 5. */
const RESULT_FIELDS = [
  'id',
  'query',
  'final_answer',
  'consensus_reached',
  'iterations_used',
  'final_D',
  'final_H_total',
  'iterations',
]
const FURTHER = [
  'answer',
  'confidence',
  'confidence_basis',
  'confidence_kind',
  'dissent',
  'ending',
  'explanation',
  'initial_D',
  'kind',
  'models',
  'outcome',
  'relevant_axioms',
  'router',
  'structure',
  'usage',
  'warnings',
]
const QUERY = 'What is 6 + 3 * 5?'

let service: TestService
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.stop())

function expectResult(result: Record<string, unknown>): void {
  ConsensusResponse.strict().parse(result)
  expect(keysOf(result)).toEqual([...RESULT_FIELDS, ...FURTHER].sort())
  expect(result).toMatchObject({
    id: expect.stringMatching(UUID),
    query: QUERY,
    final_answer: expect.stringMatching(/\d/),
    consensus_reached: expect.any(Boolean),
    iterations_used: expect.any(Number),
    final_D: expect.any(Number),
    final_H_total: expect.any(Number),
    iterations: expect.any(Array),
  })
  expect(result.final_H_total).toBeCloseTo(1 - (result.final_D as number), 12)
  expect(result.iterations).toHaveLength(result.iterations_used as number)
}

describe('POST /consensus', () => {
  it('answers 202 with a pending task at progress 0 before anything has run', async () => {
    const response = await post(service.local, '/consensus', requestFor(QUERY))
    const task = await response.json()
    expect(response.status).toBe(202)
    Task.strict().parse(task)
    expect(keysOf(task)).toEqual(['created_at', 'id', 'progress', 'status', 'updated_at'])
    expect(task).toMatchObject({ id: expect.stringMatching(UUID), status: 'pending', progress: 0 })
    expect(response.headers.get('Location')).toBe(`/consensus/${task.id}`)
    expect(response.headers.get('X-Request-Id')).toBeTruthy()
  })

  it('gives every task a unique id', async () => {
    const [one, two] = [
      await createTask(service, requestFor(QUERY)),
      await createTask(service, requestFor(QUERY)),
    ]
    expect(one.id).not.toBe(two.id)
  })

  onNode('parts')('uses a sonata of at most seven iterations at temperature 0.7 by default', async () => {
    const { id } = await createTask(service, requestFor(QUERY))
    const record = await service.tasks.get(id, 'anonymous')
    expect(record?.request).toEqual({
      query: QUERY,
      models: PANEL.map((model) => ({ ...model, temperature: 0.7 })),
      max_iterations: 7,
      structure: 'sonata',
    })
    const { result } = await finishedTask(service, id)
    expect(result.structure).toBe('sonata')
    expect(result.models).toEqual(PANEL.map((model) => ({ ...model, temperature: 0.7 })))
    expect(result.iterations_used).toBeLessThanOrEqual(7)
  })

  it('accepts a structure, iterations, a temperature, and any of the three providers', async () => {
    const models = ['openrouter', 'openai', 'anthropic'].map((provider) => ({
      provider,
      name: `One of ${provider}`,
      model: `${provider}/model`,
      temperature: 0,
    }))
    const body = { query: QUERY, models, structure: 'concert', max_iterations: 1 }
    const { id } = await createTask(service, body)
    const { result } = await finishedTask(service, id)
    expect(result).toMatchObject({ structure: 'concert', iterations_used: 1, models })
  })
})

describe('GET /consensus/{id}', () => {
  it('returns a completed task at progress 1 with its result', async () => {
    const { id } = await createTask(service, requestFor(QUERY))
    const task = await finishedTask(service, id)
    Task.strict().parse(task)
    expect(keysOf(task)).toEqual(['created_at', 'id', 'progress', 'result', 'status', 'updated_at'])
    expect(task).toMatchObject({ id, status: 'completed', progress: 1 })
    expectResult(task.result)
    expect(task.result.id).toBe(id)
  })

  it('returns the responses, divergence and axioms of each iteration', async () => {
    const { id } = await createTask(service, requestFor('What is the speed of light in a vacuum?'))
    const { result } = await finishedTask(service, id)
    for (const [index, entry] of result.iterations.entries()) {
      expect(keysOf(entry)).toEqual(
        [
          'iteration',
          'level',
          'level_name',
          'phase',
          'D',
          'D_basis',
          'H',
          'target_D',
          'theme',
          'responses',
          'axioms',
          'clusters',
        ].sort(),
      )
      expect(entry.iteration).toBe(index + 1)
      expect(entry.H).toBeCloseTo(1 - entry.D, 12)
      expect(entry.responses).toHaveLength(PANEL.length)
      for (const response of entry.responses) {
        expect(keysOf(response)).toEqual(
          expect.arrayContaining([
            'model',
            'name',
            'answer',
            'verdict',
            'reason',
            'residual',
            'latency_ms',
            'tokens',
            'cost_usd',
            'error',
          ]),
        )
      }
    }
    expect(result.iterations.at(-1).D).toBe(result.final_D)
  })

  it('returns the same at every later poll', async () => {
    const { id } = await createTask(service, requestFor(QUERY))
    const task = await finishedTask(service, id)
    expect(await (await get(service.local, `/consensus/${id}`)).json()).toEqual(task)
  })

  onNode('folder')('returns a finished task after a restart', async () => {
    const first = await openService()
    const { id } = await createTask(first, requestFor(QUERY))
    const task = await finishedTask(first, id)
    await first.stop({ keepFolder: true })
    const second = await openService({}, first.folder)
    expect(await second.tasks.resume()).toBe(0)
    expect(await (await get(second.local, `/consensus/${id}`)).json()).toEqual(task)
    await second.stop()
  })
})

describe('POST /consensus/sync', () => {
  it('waits and returns the result itself', async () => {
    const response = await post(service.local, '/consensus/sync', requestFor(QUERY))
    const result = await response.json()
    expect(response.status).toBe(200)
    expectResult(result)
  })

  it('says of every answer which offline voice gave it', async () => {
    const result = await (await post(service.local, '/consensus/sync', requestFor('What is 17 + 25?'))).json()
    const names = result.iterations.flatMap(({ responses }: IterationEntry) =>
      responses.map(({ name }) => name),
    )
    expect(names.length).toBeGreaterThan(0)
    for (const name of names) expect(name).toMatch(/^offline voice “\w+” \(for .+\)$/)
  })

  it('leaves a task that can be polled by the id of the result', async () => {
    const result = await (await post(service.local, '/consensus/sync', requestFor(QUERY))).json()
    const task = await (await get(service.local, `/consensus/${result.id}`)).json()
    expect(task).toMatchObject({ status: 'completed', result })
  })
})

describe('GET /health', () => {
  it('has every field of the specification, and says which router answers', async () => {
    const response = await get(service.local, '/health')
    const body = await response.json()
    expect(response.status).toBe(200)
    LocalHealth.strict().parse(body)
    expect(body).toEqual({
      status: 'healthy',
      service: 'stretto',
      version: manifest.version,
      router: 'offline',
    })
  })

  it('has the version of the edge health', async () => {
    const edge = await (await get(service.edge, '/health')).json()
    const local = await (await get(service.local, '/health')).json()
    expect(local.version).toBe(edge.version)
  })
})

describe('the local API', () => {
  it('has no rate limits', async () => {
    const response = await get(service.local, '/health')
    expect(response.headers.get('X-RateLimit-Limit')).toBeNull()
  })

  onNode('process metrics')('is counted in the metrics under separate routes', async () => {
    const { id } = await createTask(service, requestFor(QUERY))
    await finishedTask(service, id)
    await get(service.local, '/consensus/some-unknown-task')
    const text = await (await get(service.edge, '/metrics')).text()
    expect(text).toMatch(
      /^svc_requests_total\{method="GET",route="local:\/consensus\/:id",status="404"\} \d+$/m,
    )
    expect(text).toMatch(/^svc_tasks\{status="completed"\} [1-9]\d*$/m)
  })
})
