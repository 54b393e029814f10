import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EdgeConsensusResponse } from '../../src/contract/edge-consensus.ts'
import { onNode } from '../support/in-workerd/differences.ts'
import { keysOf, openService, post, type TestService } from '../support/service.ts'

/** Interface specification 2.2, and beside it the further fields of the design, section 5. */
const SPECIFIED = [
  'consensus_reached',
  'final_answer',
  'confidence',
  'iterations',
  'metrics',
  'cache_hit',
  'relevant_axioms',
]
const FURTHER = [
  'answer',
  'confidence_basis',
  'confidence_kind',
  'dissent',
  'ending',
  'explanation',
  'id',
  'kind',
  'models',
  'outcome',
  'query',
  'router',
  'structure',
  'usage',
  'warnings',
]
const LIGHT = 'What is the speed of light in a vacuum?'

let service: TestService
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.stop())

async function ask(body: object, path = '/consensus-iterative') {
  const response = await post(service.edge, path, body)
  const json = await response.json()
  expect(response.status, JSON.stringify(json)).toBe(200)
  return json
}

describe('POST /consensus-iterative', () => {
  it('returns every field of the specification, by name and type, and no others', async () => {
    const body = await ask({ query: LIGHT })
    EdgeConsensusResponse.strict().parse(body)
    expect(keysOf(body)).toEqual([...SPECIFIED, ...FURTHER].sort())
    expect(keysOf(body.metrics)).toEqual(['D_by_iteration', 'H_total', 'final_D', 'initial_D'])
    expect(body).toMatchObject({
      consensus_reached: expect.any(Boolean),
      final_answer: expect.stringContaining('299 792 458'),
      confidence: expect.any(Number),
      iterations: expect.any(Number),
      cache_hit: false,
      relevant_axioms: expect.any(Array),
      metrics: {
        initial_D: expect.any(Number),
        final_D: expect.any(Number),
        H_total: expect.any(Number),
      },
    })
    expect(body.confidence).toBeGreaterThanOrEqual(0)
    expect(body.confidence).toBeLessThanOrEqual(1)
  })

  it('returns its anchor axioms with id, axiom, level, relevance and source', async () => {
    const { relevant_axioms: axioms } = await ask({ query: LIGHT, skip_cache: true })
    expect(axioms.length).toBeGreaterThan(0)
    for (const axiom of axioms) {
      expect(keysOf(axiom)).toEqual(['axiom', 'id', 'level', 'relevance', 'source'])
      expect(typeof axiom.id).toBe('string')
      expect(typeof axiom.axiom).toBe('string')
      expect(axiom.level).toBeGreaterThanOrEqual(1)
      expect(axiom.level).toBeLessThanOrEqual(7)
      expect(Number.isInteger(axiom.level)).toBe(true)
      expect(axiom.relevance).toBeGreaterThanOrEqual(0.7)
    }
  })

  it('returns harmony as 1 minus divergence, and one divergence per iteration', async () => {
    const { metrics, iterations } = await ask({ query: 'What is 6 + 3 * 5?' })
    expect(metrics.H_total).toBeCloseTo(1 - metrics.final_D, 12)
    expect(metrics.D_by_iteration).toHaveLength(iterations)
    expect(metrics.D_by_iteration[0]).toBe(metrics.initial_D)
    expect(metrics.D_by_iteration.at(-1)).toBe(metrics.final_D)
  })

  it('asks the server-configured models when none are named', async () => {
    const { models } = await ask({ query: 'What is 3 + 4?' })
    expect(models).toHaveLength(3)
  })

  it('asks the models it is given', async () => {
    const models = ['vendor/one', 'vendor/two', 'vendor/two']
    expect((await ask({ query: 'What is 3 + 4?', models })).models).toEqual(models)
  })

  it('accepts two to sixteen models', async () => {
    const panel = (size: number) => Array.from({ length: size }, (_, index) => `vendor/${index}`)
    expect((await ask({ query: 'What is 3 + 4?', models: panel(2) })).models).toHaveLength(2)
    expect((await ask({ query: 'What is 3 + 4?', models: panel(16) })).models).toHaveLength(16)
  })

  it('uses a fugue for four models or more and a sonata for fewer by default', async () => {
    const models = ['a/1', 'a/2', 'a/3', 'a/4']
    const query = 'What is 8 + 1?'
    expect((await ask({ query, models })).structure).toBe('fugue')
    expect((await ask({ query, models: models.slice(1) })).structure).toBe('sonata')
    for (const structure of ['fugue', 'sonata', 'concert']) {
      expect((await ask({ query, models, structure })).structure).toBe(structure)
    }
  })

  it('stops at max_iterations', async () => {
    const body = await ask({ query: 'What is 6 + 3 * 7?', max_iterations: 1 })
    expect(body.iterations).toBe(1)
    expect(body.metrics.D_by_iteration).toHaveLength(1)
  })

  it('trims the query and accepts up to 200,000 characters', async () => {
    expect((await ask({ query: '  What is 3 + 9? ' })).query).toBe('What is 3 + 9?')
    const longest = await ask({ query: 'x'.repeat(200_000), max_iterations: 1 })
    expect(longest.query).toHaveLength(200_000)
  })

  it('ignores unknown fields', async () => {
    expect((await ask({ query: 'What is 3 + 4?', temperature: 2 })).final_answer).toContain('7')
  })

  it('says that the offline stand-in answered, and that a router key was not used', async () => {
    const response = await post(
      service.edge,
      '/consensus-iterative',
      { query: 'What is 4 + 4?', skip_cache: true },
      { 'x-router-key': 'sk-of-the-caller' },
    )
    const body = await response.json()
    expect(body.router).toBe('offline')
    expect(body.warnings[0]).toMatch(/offline router/)
    expect(body.warnings.join()).toMatch(/own keys for models were ignored/)
    expect(JSON.stringify(body)).not.toContain('sk-of-the-caller')
  })

  it('says that the offline stand-in saw nothing but the question, where more was sent', async () => {
    const context = [{ title: 'Sums', text: '4 + 5 = 9' }]
    const body = await ask({ query: 'What is 4 + 5?', context })
    expect(body.warnings[0]).toContain('did not see the messages and documents of the request')
    expect((await ask({ query: 'What is 4 + 5?' })).warnings[0]).not.toContain('did not see')
  })

  it('names the offline voice that answered, and attributes no answer to a vendor', async () => {
    const models = ['openai/gpt-5.1', 'anthropic/claude-sonnet-4.5', 'google/gemini-2.5-pro']
    const body = await ask({ query: 'What is 17 + 25?', models, skip_cache: true }, '/consensus')
    expect(body.models).toEqual(models)
    expect(body.dissent).toEqual([
      {
        model: 'anthropic/claude-sonnet-4.5',
        name: 'offline voice “contrarian” (for anthropic/claude-sonnet-4.5)',
        answer: '32',
        reason: '17 + 25 = 32.',
      },
    ])
  })

  it('accepts a content type with a character set', async () => {
    const headers = { 'Content-Type': 'Application/JSON; charset=utf-8' }
    const response = await post(service.edge, '/consensus-iterative', { query: 'What is 3 + 4?' }, headers)
    expect(response.status).toBe(200)
  })

  onNode('parts')('does not count a caller who has left as an internal error', async () => {
    const response = await service.edge.request('/consensus-iterative', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ query: 'What is 77 + 1?' }),
      signal: AbortSignal.abort(),
    })
    expect(await response.json()).toMatchObject({ status: 503, error: 'cancelled' })
  })
})

describe('POST /consensus', () => {
  it('is only the exposition, with the same fields', async () => {
    const body = await ask({ query: 'What is 6 + 3 * 9?', max_iterations: 7 }, '/consensus')
    EdgeConsensusResponse.strict().parse(body)
    expect(keysOf(body)).toEqual([...SPECIFIED, ...FURTHER].sort())
    expect(body.iterations).toBe(1)
    expect(body.metrics.final_D).toBe(body.metrics.initial_D)
  })

  it('does not reuse an iterative result, nor the other way round', async () => {
    const query = 'What is 6 + 3 * 11?'
    expect((await ask({ query })).cache_hit).toBe(false)
    expect((await ask({ query }, '/consensus')).cache_hit).toBe(false)
    expect((await ask({ query }, '/consensus')).cache_hit).toBe(true)
    expect((await ask({ query })).iterations).toBeGreaterThan(1)
  })
})
