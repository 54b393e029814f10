import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectError } from '../support/expect-error.ts'
import { get, openService, post, type TestService } from '../support/service.ts'

const DIGEST = createHash('sha256').update('key-of-bob').digest('hex')
const API_KEYS = `alice:key-of-alice,bob:sha256:${DIGEST}`
const right = 'key-of-alice'

const PROTECTED: Array<[method: 'GET' | 'POST' | 'DELETE', path: string]> = [
  ['POST', '/consensus-iterative'],
  ['POST', '/consensus'],
  ['GET', '/axioms/search?q=light'],
  ['POST', '/cache/check'],
  ['GET', '/cache/stats'],
  ['GET', '/similar?q=light'],
  ['GET', '/models/reliability'],
  ['GET', '/results/some-id'],
  ['GET', '/runs'],
  ['GET', '/runs/some-id'],
  ['DELETE', '/runs/some-id'],
  ['POST', '/runs/some-id/answer'],
  ['DELETE', '/cache/some-id'],
]
const PUBLIC = ['/', '/health', '/metrics', '/debug/axioms', '/docs', '/openapi.json']

let service: TestService
beforeAll(async () => {
  service = await openService({ API_KEYS })
})
afterAll(() => service.stop())

const stats = (headers: Record<string, string>) => get(service.edge, '/cache/stats', headers)
const call = async (
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  headers: Record<string, string> = {},
): Promise<Response> =>
  method === 'POST'
    ? post(service.edge, path, { query: 'What is 1 + 1?' }, headers)
    : service.edge.request(path, { method, headers })

async function expectUnauthorized(response: Response): Promise<void> {
  await expectError(response, { status: 401, error: 'unauthorized' })
  expect(response.headers.get('WWW-Authenticate')).toMatch(/^Bearer/)
}

describe('with keys configured', () => {
  it.each(PROTECTED)('%s %s needs one', async (method, path) => {
    await expectUnauthorized(await call(method, path))
    await expectUnauthorized(await call(method, path, { 'x-api-key': 'wrong' }))
    expect((await call(method, path, { 'x-api-key': right })).status).not.toBe(401)
  })

  it.each(PUBLIC)('GET %s is open, even with a wrong key', async (path) => {
    expect((await get(service.edge, path)).status).toBe(200)
    expect((await get(service.edge, path, { 'x-api-key': 'wrong' })).status).toBe(200)
  })

  it('checks the key before it reads the body', async () => {
    await expectUnauthorized(
      await post(service.edge, '/consensus-iterative', {}, { 'Content-Type': 'text/plain' }),
    )
  })

  it('says whether a key was missing or wrong', async () => {
    const missing = await (await stats({})).json()
    const wrong = await (await stats({ 'x-api-key': 'wrong' })).json()
    expect(missing.message).toMatch(/requires an API key/)
    expect(wrong.message).toMatch(/Unknown API key/)
    expect(wrong.message).not.toContain('wrong')
  })
})

describe('a key', () => {
  it('can be sent as x-api-key', async () => {
    expect((await stats({ 'x-api-key': right })).status).toBe(200)
  })

  it.each(['Bearer', 'bearer', 'BEARER'])('can be sent as a token: %s', async (scheme) => {
    expect((await stats({ Authorization: `${scheme} ${right}` })).status).toBe(200)
  })

  it('is recognised by its digest if only that is configured', async () => {
    expect((await stats({ 'x-api-key': 'key-of-bob' })).status).toBe(200)
    expect((await stats({ Authorization: 'Bearer key-of-bob' })).status).toBe(200)
    await expectUnauthorized(await stats({ 'x-api-key': DIGEST }))
    await expectUnauthorized(await stats({ 'x-api-key': `sha256:${DIGEST}` }))
  })

  it('in x-api-key takes precedence: a valid one overrides an invalid token', async () => {
    expect((await stats({ 'x-api-key': right, Authorization: 'Bearer wrong' })).status).toBe(200)
  })

  it('in x-api-key takes precedence: an invalid one overrides a valid token', async () => {
    await expectUnauthorized(await stats({ 'x-api-key': 'wrong', Authorization: `Bearer ${right}` }))
  })

  it.each([
    ['its name', { 'x-api-key': 'alice' }],
    ['its name and itself', { 'x-api-key': `alice:${right}` }],
    ['another case', { 'x-api-key': right.toUpperCase() }],
    ['a part of it', { 'x-api-key': right.slice(0, -1) }],
    ['nothing', { 'x-api-key': '' }],
    ['another scheme', { Authorization: `Basic ${right}` }],
    ['no scheme', { Authorization: right }],
    ['a query parameter', {}],
  ])('is not recognised by %s', async (_, headers: Record<string, string>) => {
    await expectUnauthorized(await get(service.edge, `/cache/stats?api_key=${right}`, headers))
  })
})

describe('POST /embeddings', () => {
  it('is public as the welcome payload says', async () => {
    expect((await post(service.edge, '/embeddings', { text: 'light' })).status).toBe(200)
    const { endpoints } = await (await get(service.edge, '/')).json()
    expect(endpoints.public).toHaveProperty(['POST /embeddings'])
    expect(endpoints.protected).not.toHaveProperty(['POST /embeddings'])
  })

  it('needs a key with EMBEDDINGS_AUTH=on, and the welcome payload says so', async () => {
    const closed = await openService({ API_KEYS, EMBEDDINGS_AUTH: 'on' })
    await expectUnauthorized(await post(closed.edge, '/embeddings', { text: 'light' }))
    const response = await post(closed.edge, '/embeddings', { text: 'light' }, { 'x-api-key': right })
    expect(response.status).toBe(200)
    const { endpoints } = await (await get(closed.edge, '/')).json()
    expect(endpoints.protected).toHaveProperty(['POST /embeddings'])
    expect(endpoints.public).not.toHaveProperty(['POST /embeddings'])
    await closed.stop()
  })
})

describe('without keys configured', () => {
  it('everything is open, whatever key is sent', async () => {
    const open = await openService({ EMBEDDINGS_AUTH: 'on', LOCAL_AUTH: 'on' })
    expect((await get(open.edge, '/cache/stats')).status).toBe(200)
    expect((await get(open.edge, '/cache/stats', { 'x-api-key': 'anything' })).status).toBe(200)
    expect((await post(open.edge, '/embeddings', { text: 'light' })).status).toBe(200)
    expect((await get(open.local, '/consensus/unknown')).status).toBe(404)
    await open.stop()
  })
})
