import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectError } from '../support/expect-error.ts'
import { get, openService, post, type TestService } from '../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.stop())

const query = 'What is 2 + 2?'
const POSTS = ['/cache/check', '/embeddings']

describe.each(['/consensus-iterative', '/consensus'])('POST %s refuses', (path) => {
  it.each([
    ['a model that is no string', { query, models: ['vendor/one', 2] }, ['models.1']],
    ['a blank model', { query, models: ['vendor/one', ' '] }, ['models.1']],
    ['a skip_cache that is a text', { query, skip_cache: 'true' }, ['skip_cache']],
    [
      'several mistakes, each by its path',
      { query: 1, models: [], structure: 1 },
      ['query', 'models', 'structure'],
    ],
  ])('%s', async (_, body, paths) => {
    const response = await post(service.edge, path, body)
    const { message } = await expectError(response, { status: 400, error: 'bad_request', paths })
    expect(message).toContain(paths[0])
  })
})

describe('POST /cache/check refuses', () => {
  it.each([
    ['a missing query', {}],
    ['a blank query', { query: '  ' }],
    ['a query that is a number', { query: 5 }],
  ])('%s', async (_, body) => {
    const response = await post(service.edge, '/cache/check', body)
    await expectError(response, { status: 400, error: 'bad_request', paths: ['query'] })
  })
})

describe.each(['/axioms/search', '/similar'])('GET %s refuses', (path) => {
  it.each([
    ['a missing q', {}, 'q'],
    ['a blank q', { q: ' ' }, 'q'],
    ['a q over 16,000 characters', { q: 'x'.repeat(16_001) }, 'q'],
    ['topK=0', { q: 'light', topK: '0' }, 'topK'],
    ['topK=101', { q: 'light', topK: '101' }, 'topK'],
    ['topK=1.5', { q: 'light', topK: '1.5' }, 'topK'],
    ['topK=many', { q: 'light', topK: 'many' }, 'topK'],
    ['an empty topK', { q: 'light', topK: '' }, 'topK'],
    ['topK=0x5', { q: 'light', topK: '0x5' }, 'topK'],
    ['topK=1e1', { q: 'light', topK: '1e1' }, 'topK'],
    ['minScore=0b1', { q: 'light', minScore: '0b1' }, 'minScore'],
    ['minScore=-0.1', { q: 'light', minScore: '-0.1' }, 'minScore'],
    ['minScore=1.1', { q: 'light', minScore: '1.1' }, 'minScore'],
    ['minScore=high', { q: 'light', minScore: 'high' }, 'minScore'],
  ])('%s', async (_, parameters: Record<string, string>, at) => {
    const response = await get(service.edge, `${path}?${new URLSearchParams(parameters)}`)
    await expectError(response, { status: 400, error: 'bad_request', paths: [at] })
  })
})

describe('GET /axioms/search refuses', () => {
  it.each(['9', '0', '8', '1,9', '1;2', 'one', '', ',', '1,', '1.5', '-1'])('level=%s', async (level) => {
    const parameters = new URLSearchParams({ q: 'light', level })
    const response = await get(service.edge, `/axioms/search?${parameters}`)
    await expectError(response, { status: 400, error: 'bad_request', paths: ['level'] })
  })
})

describe.each(POSTS)('POST %s refuses', (path) => {
  const send = (body: string, headers: Record<string, string>) =>
    service.edge.request(path, { method: 'POST', headers, body })
  const json = { 'Content-Type': 'application/json' }

  it.each(['', '{', '{"query": }', 'query=light'])('a body that is not JSON: %j', async (body) => {
    const response = await send(body, json)
    await expectError(response, { status: 400, error: 'bad_request', paths: ['body'] })
  })

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'application/jsonp'])(
    'the content type %s',
    async (type) => {
      const response = await send('{}', { 'Content-Type': type })
      const { message } = await expectError(response, { status: 415, error: 'unsupported_media_type' })
      expect(message).toContain('application/json')
    },
  )

  it('a body without a content type', async () => {
    const body = new TextEncoder().encode('{}')
    const response = await service.edge.request(path, { method: 'POST', body })
    await expectError(response, { status: 415, error: 'unsupported_media_type' })
  })

  const most = 2 * 1024 * 1024
  const tooLarge = JSON.stringify({ query: 'x'.repeat(most) })
  it('a body over 2 MiB with a Content-Length', async () => {
    const response = await send(tooLarge, { ...json, 'Content-Length': String(tooLarge.length) })
    await expectError(response, { status: 413, error: 'payload_too_large' })
  })

  it('a body over 2 MiB without a Content-Length', async () => {
    await expectError(await send(tooLarge, json), { status: 413, error: 'payload_too_large' })
  })

  it('a body just over 2 MiB, and reads one of exactly 2 MiB', async () => {
    const fitting = JSON.stringify({ query: '' })
    const padded = (bytes: number) => fitting + ' '.repeat(bytes - fitting.length)
    expect((await send(padded(most + 1), json)).status).toBe(413)
    expect((await send(padded(most), json)).status).toBe(400)
  })
})

describe('an unknown resource', () => {
  it.each(['/nothing', '/consensus-iterativ', '/cache', '/results', '/results/a/b', '/consensus/some-id'])(
    'gets 404: %s',
    async (path) => {
      await expectError(await get(service.edge, path), { status: 404, error: 'not_found' })
    },
  )

  it('gets 404 for a result that was never stored', async () => {
    const response = await get(service.edge, '/results/00000000-0000-4000-8000-000000000000')
    const { message } = await expectError(response, { status: 404, error: 'not_found' })
    expect(message).toContain('00000000-0000-4000-8000-000000000000')
  })

  it.each([
    ['GET', '/consensus-iterative', 'POST'],
    ['GET', '/consensus', 'POST'],
    ['GET', '/cache/check', 'DELETE, POST'],
    ['GET', '/cache/some-id', 'DELETE'],
    ['GET', '/embeddings', 'POST'],
    ['PUT', '/consensus-iterative', 'POST'],
    ['POST', '/cache/stats', 'DELETE, GET, HEAD'],
    ['DELETE', '/similar', 'GET, HEAD'],
    ['POST', '/', 'GET, HEAD'],
    ['POST', '/health', 'GET, HEAD'],
    ['POST', '/metrics', 'GET, HEAD'],
    ['POST', '/axioms/search', 'GET, HEAD'],
    ['POST', '/similar', 'GET, HEAD'],
    ['POST', '/debug/axioms', 'GET, HEAD'],
    ['DELETE', '/results/some-id', 'GET, HEAD'],
    ['PATCH', '/openapi.json', 'GET, HEAD'],
  ])('gets 405 with the allowed methods: %s %s', async (method, path, allow) => {
    const response = await service.edge.request(path, { method })
    await expectError(response, { status: 405, error: 'method_not_allowed' })
    expect(response.headers.get('Allow')).toBe(allow)
  })
})
