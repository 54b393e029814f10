import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listen } from '../../src/main/serve.ts'
import { expectError } from '../support/expect-error.ts'
import { readRaw, sendRaw } from '../support/raw-request.ts'
import { get, openService, type TestService } from '../support/service.ts'

const ADDRESS = { host: '127.0.0.1', port: 0, variable: 'EDGE_PORT' }

let service: TestService
let server: Awaited<ReturnType<typeof listen>>
beforeAll(async () => {
  service = await openService({ ALLOWED_HOSTS: 'Stretto.test, other.test' })
  server = await listen(service.edge, ADDRESS)
})
afterAll(async () => {
  server.cut()
  await service.stop()
})

/** The response to a request whose first line and headers are given, as a Response. */
async function ask(...lines: string[]): Promise<Response> {
  const { status, headers, body } = readRaw(
    await sendRaw(server.port, `${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`),
  )
  return new Response(body, { status, headers })
}

describe('an invalid Host', () => {
  it.each([
    '999.999.999.999',
    'xn--a',
    'a b',
    'a;b',
    'a$(reboot)',
    'a`b`',
    "a'b",
    'a"b',
    'user@localhost',
    'localhost:99999999',
    '[::1',
    '',
    'x'.repeat(300),
  ])('gets 400 and the error body: %s', async (host) => {
    await expectError(await ask('GET / HTTP/1.1', `Host: ${host}`), { status: 400, error: 'bad_request' })
  })

  it('gets the same when it is missing or sent twice', async () => {
    await expectError(await ask('GET / HTTP/1.1'), { status: 400, error: 'bad_request' })
    const twice = await ask('GET / HTTP/1.1', 'Host: localhost', 'Host: localhost')
    await expectError(twice, { status: 400, error: 'bad_request' })
  })

  it('may be missing in HTTP/1.0', async () => {
    expect((await ask('GET /health HTTP/1.0')).status).toBe(200)
  })
})

describe('a request without a path', () => {
  it.each([
    ['OPTIONS * HTTP/1.1', 400, 'bad_request'],
    ['CONNECT example.org:443 HTTP/1.1', 400, 'bad_request'],
    ['GET http://[::1/ HTTP/1.1', 400, 'bad_request'],
    ['GET /a\\b HTTP/1.1', 400, 'bad_request'],
  ])('gets the error body: %s', async (line, status, error) => {
    await expectError(await ask(line, 'Host: localhost'), { status, error })
  })

  it('gets 417 for an unknown expectation', async () => {
    const response = await ask('GET /health HTTP/1.1', 'Host: localhost', 'Expect: a-miracle')
    await expectError(response, { status: 417, error: 'expectation_failed' })
  })
})

describe('while bound to a loopback address', () => {
  it.each([
    'localhost',
    'LOCALHOST:8787',
    'stretto.localhost',
    'localhost.',
    '127.0.0.1:80',
    '127.9.8.7',
    '[::1]:8787',
  ])('requests for its own names are answered: %s', async (host) => {
    expect((await ask('GET /health HTTP/1.1', `Host: ${host}`)).status).toBe(200)
  })

  it.each(['stretto.test', 'OTHER.test:8787'])(
    'requests for allowed names are answered: %s',
    async (host) => {
      expect((await ask('GET /health HTTP/1.1', `Host: ${host}`)).status).toBe(200)
    },
  )

  it.each([
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '192.0.2.1',
    'a.stretto.test',
  ])('any other name is refused with 421: %s', async (host) => {
    const response = await ask('GET /health HTTP/1.1', `Host: ${host}`)
    const { message } = await expectError(response, { status: 421, error: 'misdirected_request' })
    expect(message).toContain('ALLOWED_HOSTS')
    expect(response.headers.get('X-RateLimit-Limit')).not.toBeNull()
  })

  it('the local API is protected in the same way', async () => {
    const response = await get(service.local, 'http://evil.example/health')
    await expectError(response, { status: 421, error: 'misdirected_request' })
  })
})

describe.each([
  ['HOST', '0.0.0.0'],
  ['TRUST_PROXY', '1'],
])('with %s=%s', (name, value) => {
  it('requests for every name are answered, because proxies and other machines use their own', async () => {
    const exposed = await openService({ [name]: value })
    expect((await get(exposed.edge, 'http://stretto.example/health')).status).toBe(200)
    expect((await get(exposed.local, 'http://stretto.example/health')).status).toBe(200)
    await exposed.stop()
  })
})
