import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectError } from '../support/expect-error.ts'
import { get, openService, post, type TestService } from '../support/service.ts'
import { PANEL, requestFor } from '../support/tasks.ts'

let service: TestService
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.stop())

const query = 'What is 2 + 2?'
const UNKNOWN = '00000000-0000-4000-8000-000000000000'
const [first, second] = PANEL as [object, object]

describe.each(['/consensus', '/consensus/sync'])('POST %s refuses', (path) => {
  it.each([
    ['missing models', { query }, ['models']],
    ['models given as texts', { query, models: ['vendor/one', 'vendor/two'] }, ['models.0', 'models.1']],
    [
      'an unknown provider',
      { query, models: [{ ...first, provider: 'nobody' }, second] },
      ['models.0.provider'],
    ],
    [
      'a model without a provider',
      { query, models: [first, { name: 'N', model: 'm' }] },
      ['models.1.provider'],
    ],
    [
      'a model without a name',
      { query, models: [first, { provider: 'openai', model: 'm' }] },
      ['models.1.name'],
    ],
    [
      'a model without an identifier',
      { query, models: [first, { provider: 'openai', name: 'N' }] },
      ['models.1.model'],
    ],
    [
      'too high a temperature',
      { query, models: [{ ...first, temperature: 2.1 }, second] },
      ['models.0.temperature'],
    ],
    [
      'a temperature in a text',
      { query, models: [{ ...first, temperature: '1' }, second] },
      ['models.0.temperature'],
    ],
  ])('%s', async (_, body, paths) => {
    const response = await post(service.local, path, body)
    const { details } = await expectError(response, { status: 400, error: 'bad_request', paths })
    // In our words, not the validator's.
    for (const { problem } of details ?? []) expect(problem).not.toMatch(/expected|received|invalid|too/i)
  })

  it.each([
    [{ name: undefined }, 'name is required and must be a string'],
    [{ name: ' ' }, 'name must not be blank'],
    [{ name: 'x'.repeat(201) }, 'name must have at most 200 characters'],
    [{ model: 5 }, 'model is required and must be a string'],
    [{ model: 'x'.repeat(201) }, 'model must have at most 200 characters'],
    [{ provider: undefined }, 'provider is required and must be a string'],
    [
      { provider: 'No Body' },
      'provider must be one of openrouter, openai, anthropic, gemini, or the name of an endpoint of the server',
    ],
    [
      { provider: 'nobody' },
      'provider must be one of openrouter, openai, anthropic, gemini; the operator can add others in ENDPOINTS',
    ],
    [{ temperature: -1 }, 'temperature must be a number from 0 to 2'],
    [{ temperature: null }, 'temperature must be a number from 0 to 2'],
  ])('a field of a model in a sentence that names it: %j', async (field, problem) => {
    const response = await post(service.local, path, { query, models: [{ ...first, ...field }, second] })
    expect((await response.json()).details).toEqual([{ path: `models.0.${Object.keys(field)[0]}`, problem }])
  })

  it.each(['', ' ', 'x'.repeat(256)])('an empty or endless idempotency key', async (key) => {
    const response = await post(service.local, path, requestFor(query), { 'Idempotency-Key': key })
    const { message } = await expectError(response, {
      status: 400,
      error: 'bad_request',
      paths: ['idempotency-key'],
    })
    expect(message).toBe('idempotency-key must have 1 to 255 characters.')
  })
})

describe('an unknown task', () => {
  it.each([
    ['GET', `/consensus/${UNKNOWN}`],
    ['DELETE', `/consensus/${UNKNOWN}`],
    ['GET', `/consensus/${UNKNOWN}/events`],
    ['GET', '/consensus/not-even-a-uuid'],
  ])('gets 404: %s %s', async (method, path) => {
    const response = await service.local.request(path, { method })
    await expectError(response, { status: 404, error: 'not_found' })
  })
})

describe('an unknown path', () => {
  it('gets 404', async () => {
    await expectError(await get(service.local, '/nothing'), { status: 404, error: 'not_found' })
    await expectError(await get(service.local, '/consensus-iterative'), { status: 404, error: 'not_found' })
  })

  it.each([
    ['PUT', '/consensus', 'GET, HEAD, POST'],
    ['GET', '/consensus/sync', 'POST'],
    ['PUT', '/consensus/sync', 'POST'],
    ['DELETE', '/consensus/sync/', 'POST'],
    ['PUT', `/consensus/${UNKNOWN}`, 'DELETE, GET, HEAD'],
    ['POST', `/consensus/${UNKNOWN}/events`, 'GET, HEAD'],
    ['POST', '/health', 'GET, HEAD'],
  ])('gets 405 with the allowed methods: %s %s', async (method, path, allow) => {
    const response = await service.local.request(path, { method })
    await expectError(response, { status: 405, error: 'method_not_allowed' })
    expect(response.headers.get('Allow')).toBe(allow)
  })
})
