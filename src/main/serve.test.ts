import { connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { StartError } from '../config/start-error.ts'
import { ErrorBody } from '../contract/error-body.ts'
import { listen } from './serve.ts'

const fine = () => new Response('fine')
const app = {
  fetch: (request: Request) => (request.method === 'POST' ? request.text().then(fine) : fine()),
}
const address = { host: '127.0.0.1', port: 0, variable: 'EDGE_PORT' }

let server: Awaited<ReturnType<typeof listen>>
beforeEach(async () => {
  server = await listen(app, address)
})
afterEach(async () => {
  const closed = server.close()
  server.cut()
  await closed
})

/** Everything the server sends back until it closes the connection. */
function send(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = ''
    const socket = connect(server.port, '127.0.0.1', () => socket.write(text))
    socket.on('data', (chunk) => {
      received += chunk
    })
    socket.on('error', reject)
    socket.on('end', () => {
      socket.destroy()
      resolve(received)
    })
  })
}

describe('what cannot be read as a request', () => {
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
  ])('is answered with the error body and closed: %s', async (_, text, status, error) => {
    const [head = '', body = ''] = (await send(text)).split('\r\n\r\n')
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} \\w`))
    expect(head).toContain('Content-Type: application/json')
    expect(head).toContain(`Content-Length: ${Buffer.byteLength(body)}`)
    const parsed = ErrorBody.strict().parse(JSON.parse(body))
    expect(parsed).toMatchObject({ status, error })
    expect(head).toContain(`X-Request-Id: ${parsed.request_id}`)
    expect(parsed.request_id).not.toBe('')
  })

  it('is not answered into an answer already begun on the connection', async () => {
    const received = await send('GET / HTTP/1.1\r\nHost: a\r\n\r\nNONSENSE\r\n\r\n')
    expect(received).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]+\r\n\r\nfine$/)
  })
})

describe('an address that cannot be listened on', () => {
  it.each([
    ['a port in use', () => ({ ...address, port: server.port }), /is in use.+set EDGE_PORT/],
    [
      'an address of another machine',
      () => ({ ...address, host: '192.0.2.1' }),
      /^HOST 192\.0\.2\.1 .+HOST=/,
    ],
  ])('is told in words: %s', async (_, addressOf, message) => {
    const error = await listen(app, addressOf()).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(StartError)
    expect((error as Error).message).toMatch(message)
  })
})
