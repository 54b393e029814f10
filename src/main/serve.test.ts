import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sendRaw } from '../../test/support/raw-request.ts'
import { ErrorBody } from '../contract/error-codes.ts'
import { StartError } from '../contract/start-error.ts'
import { listen } from './serve.ts'

const fine = () => new Response('fine')
const app = {
  fetch: (request: Request) => (request.method === 'POST' ? request.text().then(fine) : fine()),
}
const address = { host: '127.0.0.1', port: 0, variable: 'EDGE_PORT' }

const REQUEST = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'

let server: Awaited<ReturnType<typeof listen>>
beforeEach(async () => {
  server = await listen(app, address)
})
afterEach(() => server.cut())

const send = (text: string) => sendRaw(server.port, text)

describe('an unreadable request', () => {
  it.each([
    ['a malformed first line', 'NONSENSE\r\n\r\n', 400, 'bad_request'],
    ['a malformed header', 'GET / HTTP/1.1\r\nHost: a\r\nno colon\r\n\r\n', 400, 'bad_request'],
    [
      'a malformed body',
      'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nnot a length\r\n',
      400,
      'bad_request',
    ],
    [
      'headers over the limit',
      `GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(200_000)}\r\n\r\n`,
      431,
      'headers_too_large',
    ],
  ])('gets the error body and the connection is closed: %s', async (_, text, status, error) => {
    const [head = '', body = ''] = (await send(text)).split('\r\n\r\n')
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} \\w`))
    expect(head).toContain('Content-Type: application/json')
    expect(head).toContain(`Content-Length: ${Buffer.byteLength(body)}`)
    const parsed = ErrorBody.strict().parse(JSON.parse(body))
    expect(parsed).toMatchObject({ status, error })
    expect(head).toContain(`X-Request-Id: ${parsed.request_id}`)
    expect(head).toContain('X-Content-Type-Options: nosniff')
    expect(head).toContain('Cache-Control: no-store')
    expect(parsed.request_id).not.toBe('')
  })

  it('gets no answer in the middle of another answer on the connection', async () => {
    const received = await send('GET / HTTP/1.1\r\nHost: a\r\n\r\nNONSENSE\r\n\r\n')
    expect(received).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]+\r\n\r\nfine$/)
  })
})

describe('requests on one connection', () => {
  it('are handled one after another, however many arrive in one packet', async () => {
    server.cut()
    let [underWay, most, answered] = [0, 0, 0]
    const fetch = async () => {
      most = Math.max(most, ++underWay)
      await new Promise(setImmediate)
      underWay--
      answered++
      return new Response('fine')
    }
    server = await listen({ fetch }, address)
    const last = REQUEST.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')
    const received = await send(REQUEST.repeat(49) + last)
    expect(received.match(/HTTP\/1\.1 200/g)).toHaveLength(50)
    expect([answered, most]).toEqual([50, 1])
  })
})

describe('a draining server', () => {
  it('answers requests on open and new connections, and closes each', async () => {
    const kept = connect(server.port, '127.0.0.1', () => kept.write(REQUEST))
    await once(kept, 'data')
    const waiting = connect(server.port, '127.0.0.1')
    await once(waiting, 'connect')
    const drained = server.drain()
    const answers = [kept, waiting].map((socket) => {
      socket.write(REQUEST)
      return text(socket)
    })
    for (const answer of [...answers, send(REQUEST)]) {
      expect(await answer).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*Connection: close\r\n[\s\S]*\r\n\r\nfine$/i)
    }
    await drained
    await expect(send(REQUEST)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  })

  it('waits for requests in progress, and announces that the connection will close', async () => {
    const upload = connect(server.port, '127.0.0.1')
    upload.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nha')
    // Answered in between, so that the other request has come in by now.
    expect(await (await fetch(`http://127.0.0.1:${server.port}`)).text()).toBe('fine')
    const drained = server.drain()
    upload.write('lf')
    expect(await text(upload)).toMatch(/Connection: close[\s\S]*fine$/i)
    await drained
  })

  it('does not wait for idle connections', async () => {
    const used = connect(server.port, '127.0.0.1', () => used.write(REQUEST))
    await once(used, 'data')
    const unused = connect(server.port, '127.0.0.1')
    await once(unused, 'connect')
    await server.drain()
    expect(await Promise.all([text(used), text(unused)])).toEqual(['', ''])
  })
})

describe('an address that cannot be used', () => {
  it.each([
    ['a port in use', () => ({ ...address, port: server.port }), /is already in use.+set EDGE_PORT/],
    [
      'an address of another machine',
      () => ({ ...address, host: '192.0.2.1' }),
      /^HOST 192\.0\.2\.1 .+HOST=/,
    ],
  ])('is reported in a sentence: %s', async (_, addressOf, message) => {
    const error = await listen(app, addressOf()).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(StartError)
    expect((error as Error).message).toMatch(message)
  })
})

describe('requests that are sent on one connection without waiting', () => {
  const pipelined = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`

  it('are all answered, in their order, however many they are', async () => {
    const echo = await listen(
      { fetch: async ({ url }: Request) => new Response(`(${new URL(url).pathname})`) },
      address,
    )
    const paths = Array.from({ length: 2_000 }, (_, number) => `/${number}`)
    const last = 'GET /last HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'
    const received = await sendRaw(echo.port, paths.map(pipelined).join('') + last)
    echo.cut()
    expect(received.match(/\(\/\w+\)/g)).toEqual([...paths, '/last'].map((path) => `(${path})`))
  })

  it('are not read any further while too many wait for a slow one', async () => {
    let answerSlow = () => {}
    const slow = new Promise<void>((resolve) => {
      answerSlow = resolve
    })
    const busy = await listen({ fetch: () => slow.then(fine) }, address)
    const socket = connect(busy.port, '127.0.0.1').resume()
    // More than the buffers of the system hold: what is not read stays on this side.
    for (let megabyte = 0; megabyte < 32; megabyte++) socket.write(pipelined('/').repeat(28_000))
    let before = -1
    await vi.waitFor(
      () => {
        const written = socket.bytesWritten - socket.writableLength
        const isStill = written === before
        before = written
        expect(isStill).toBe(true)
      },
      { timeout: 60_000, interval: 500 },
    )
    expect(socket.writableLength).toBeGreaterThan(0)
    answerSlow()
    socket.destroy()
    busy.cut()
  })
})
