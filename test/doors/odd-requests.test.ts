import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectError } from '../support/expect-error.ts'
import { onNode } from '../support/in-workerd/differences.ts'
import { listenTo } from '../support/listening.ts'
import { processorTime } from '../support/processor-time.ts'
import { readRaw, sendRaw } from '../support/raw-request.ts'
import { openService, type TestService } from '../support/service.ts'

const ID = '11111111-1111-4111-8111-111111111111'
const HOST = 'Host: localhost'
const JSON_BODY = 'Content-Type: application/json'

let service: TestService
const ports = { edge: 0, local: 0 }
const servers: Array<Awaited<ReturnType<typeof listenTo>>> = []
beforeAll(async () => {
  service = await openService({})
  for (const api of ['edge', 'local'] as const) {
    const server = await listenTo(service, api)
    ports[api] = server.port
    servers.push(server)
  }
})
afterAll(async () => {
  for (const server of servers) server.cut()
  await service.stop()
})

/** The response to lines of a request and its body, on a connection of its own. */
async function ask(port: number, lines: string[], body = ''): Promise<Response> {
  const {
    status,
    headers,
    body: text,
  } = readRaw(await sendRaw(port, `${lines.join('\r\n')}\r\nConnection: close\r\n\r\n${body}`))
  return new Response(text, { status, headers })
}

const chunked = (...parts: string[]) =>
  [...parts, ''].map((part) => `${Buffer.byteLength(part).toString(16)}\r\n${part}\r\n`).join('')

describe.each([
  ['edge' as const, '/cache/check', `/results/`],
  ['local' as const, '/consensus', `/consensus/`],
])('the %s API', (api, path, things) => {
  describe('answers with its own error', () => {
    it.each([
      ...['//health', '/HEALTH', '/%68ealth%00', '/health;x=1', '/.env', '/dist/main.js'],
      ...['/docs/../../package.json', '/%', '/%zz', '/%ff%fe', '/constructor', '/__proto__'],
    ])('404 to an odd path: %s', async (odd) => {
      const response = await ask(ports[api], [`GET ${odd} HTTP/1.1`, HOST])
      await expectError(response, { status: 404, error: 'not_found' })
    })

    it.each([
      '__proto__',
      'constructor',
      '%00',
      '..%2f..%2fetc',
      `${ID}%0d%0aX-Evil:1`,
      'x'.repeat(8_000),
      '%E2%80%AE',
    ])('400 or 404 to an odd id: %s', async (id) => {
      const response = await ask(ports[api], [`GET ${things}${id} HTTP/1.1`, HOST])
      expect(response.headers.get('x-evil')).toBeNull()
      const { status } = response
      const error = status === 404 ? 'not_found' : 'bad_request'
      await expectError(response, { status, error, ...(status === 400 && { paths: ['id'] }) })
      expect([400, 404]).toContain(status)
    })

    it('431 to more headers than it reads', async () => {
      const flood = Array.from({ length: 2_000 }, (_, place) => `X-Flood-${place}: ${'x'.repeat(20)}`)
      const response = await ask(ports[api], ['GET /health HTTP/1.1', HOST, ...flood])
      expect(response.status).toBe(431)
    })

    onNode('connections over HTTP').each([
      ['a length and chunks', ['Content-Length: 4', 'Transfer-Encoding: chunked']],
      ['two lengths', ['Content-Length: 4', 'Content-Length: 5']],
      ['a negative length', ['Content-Length: -1']],
      ['a length that is no number', ['Content-Length: 0x10']],
      ['a length beyond all numbers', ['Content-Length: 99999999999999999999']],
      ['an unknown encoding', ['Transfer-Encoding: xchunked']],
      ['a header folded over two lines', ['X-Folded: a', ' b']],
      ['a header without a name', [': a']],
      ['a space before the colon', ['X-Space : a']],
      ['a control character', ['X-Control: a\u0001b']],
    ])('400 to %s, and reads no second request out of it', async (_, headers) => {
      const smuggled = 'zz\r\nGET /smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n'
      const received = await sendRaw(
        ports[api],
        [`POST ${path} HTTP/1.1`, HOST, JSON_BODY, ...headers, '', smuggled].join('\r\n'),
      )
      expect(received.match(/HTTP\/1\.1 \d{3}/g)).toEqual(['HTTP/1.1 400'])
      const { status, headers: sent, body } = readRaw(received)
      await expectError(new Response(body, { status, headers: sent }), { status: 400, error: 'bad_request' })
    })

    it.each([
      ['bytes that are no UTF-8', '{"query": "\xff\xfe"}'],
      ['half a character', '{"query": "\xe2\x82"}'],
      ['a UTF-16 text', '\xff\xfe{\0}\0'],
    ])('400 to %s', async (_, bytes) => {
      const port = ports[api]
      const socket = connect(port, '127.0.0.1')
      const head = [
        `POST ${path} HTTP/1.1`,
        HOST,
        JSON_BODY,
        `Content-Length: ${bytes.length}`,
        'Connection: close',
      ]
      socket.write(Buffer.from(`${head.join('\r\n')}\r\n\r\n${bytes}`, 'latin1'))
      let received = ''
      socket.on('data', (chunk) => {
        received += chunk
      })
      await once(socket, 'end')
      socket.destroy()
      const { status, headers, body } = readRaw(received)
      const expected = { status: 400, error: 'bad_request', paths: ['body'] }
      const { message } = await expectError(new Response(body, { status, headers }), expected)
      expect(message).toMatch(/not valid UTF-8/)
    })
  })

  it.each(['é', '\u{1f600}', '<script>', 'a'.repeat(5_000), '__proto__', "'; DROP TABLE tasks"])(
    'takes no request id that is none: %s',
    async (given) => {
      const response = await ask(ports[api], ['GET /health HTTP/1.1', HOST, `X-Request-Id: ${given}`])
      expect(response.status).toBe(200)
      expect(response.headers.get('x-request-id')).toMatch(/^[\w-]{1,200}$/)
    },
  )

  it('reads a body that arrives byte by byte, and one in a thousand chunks', async () => {
    const body = api === 'edge' ? '{"query": "What is light?"}' : '{"query": ""}'
    const expected = api === 'edge' ? 200 : 400
    const socket = connect(ports[api], '127.0.0.1').setNoDelay(true)
    let received = ''
    socket.on('data', (chunk) => {
      received += chunk
    })
    const head = [
      `POST ${path} HTTP/1.1`,
      HOST,
      JSON_BODY,
      `Content-Length: ${body.length}`,
      'Connection: close',
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
    for (const byte of body) await new Promise((written) => socket.write(byte, written))
    await once(socket, 'end')
    socket.destroy()
    expect(readRaw(received).status).toBe(expected)
    const parts = chunked(...`${' '.repeat(1_000)}${body}`)
    const lines = [`POST ${path} HTTP/1.1`, HOST, JSON_BODY, 'Transfer-Encoding: chunked']
    expect((await ask(ports[api], lines, parts)).status).toBe(expected)
  })
})

it('bodies of brackets are refused before they are parsed, at hardly any cost', async () => {
  const bodies = [
    '['.repeat(1_900_000),
    '['.repeat(950_000) + ']'.repeat(950_000),
    `${'{"a":'.repeat(300_000)}1${'}'.repeat(300_000)}`,
  ]
  const paths = ['/consensus-iterative', '/v1/chat/completions', '/v1/responses', '/embeddings', '/mcp']
  const spent = await processorTime(async () => {
    for (const path of paths)
      for (const body of bodies) {
        const headers = { 'Content-Type': 'application/json' }
        const response = await service.edge.request(path, { method: 'POST', headers, body })
        expect(response.status).toBe(400)
        expect(await response.text()).toMatch(
          path === '/mcp' ? /-32700/ : /must not be nested deeper than 128/,
        )
      }
  })
  // About 10 ms each; parsed first, they took 200 to 700.
  expect(spent / (paths.length * bodies.length)).toBeLessThan(100)
})
