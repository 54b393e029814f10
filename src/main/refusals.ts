import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { RequestError } from '@hono/node-server'
import type { ErrorBody } from '../contract/error-codes.ts'
import { type ErrorCode, HTTP_STATUS } from '../contract/error-codes.ts'
import { SECURITY_HEADERS } from '../http/middleware/guard.ts'

type Reason = readonly [ErrorCode, string]

const UNREADABLE: Record<string, Reason> = {
  HPE_HEADER_OVERFLOW: [
    'headers_too_large',
    'The request headers are too large. Send fewer or shorter ones.',
  ],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [
    'payload_too_large',
    'The chunk extensions of the body are too large. Send the body without them.',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', 'The request took too long to arrive. Send it again.'],
}

/** How long a refused client may keep sending: if closed at once, it might lose the response before reading it. */
const LINGER_MS = 1_000

/** Responds to bytes that are not a valid HTTP request with the common error body, and closes the connection. */
export function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  // Already closed, or already refused and still sending.
  if (!socket.writable) return
  // After a response has begun on this connection, another one would make no sense.
  const { _httpMessage: current } = socket as Duplex & { _httpMessage?: { headersSent: boolean } | null }
  if (error.code === 'ECONNRESET' || current?.headersSent) return void socket.destroy()
  const malformed = 'The HTTP request is malformed. Check its first line and its headers.'
  refuseOn(socket, UNREADABLE[error.code ?? ''] ?? ['bad_request', malformed])
}

/** Responds to a CONNECT request. */
export function refuseToConnect(_request: IncomingMessage, socket: Duplex): void {
  socket.on('error', () => socket.destroy())
  refuseOn(socket, ['bad_request', 'This server is not a proxy. See /docs for its endpoints.'])
}

/** Responds to a request with an unsupported Expect header. */
export function refuseExpectation(_request: IncomingMessage, response: ServerResponse): void {
  refuse(response, [
    'expectation_failed',
    'The only supported expectation is 100-continue. Remove the Expect header.',
  ])
}

/** Responds to a request without exactly one Host header, as HTTP/1.1 requires. */
export function refuseWithoutHost(response: ServerResponse): void {
  refuse(response, [
    'bad_request',
    'The request must have exactly one Host header with the name or address of this service.',
  ])
}

/** The response to a request that never reached the app, or that the app failed to answer. */
export function responseToFault(error: unknown): Response {
  const isUnreadable = error instanceof RequestError
  const message = isUnreadable
    ? 'The Host header and the path of this request do not form a valid URL. Check both.'
    : 'The service failed unexpectedly. Try again, and contact the operator if the problem persists.'
  const { body, ...head } = refusalFor([isUnreadable ? 'bad_request' : 'internal_error', message])
  return new Response(body, head)
}

function refuse(response: ServerResponse, reason: Reason): void {
  const { status, headers, body } = refusalFor(reason)
  response.writeHead(status, headers).end(body)
}

function refuseOn(socket: Duplex, reason: Reason): void {
  const { status, headers, body } = refusalFor(reason)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'))
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}

function refusalFor([code, message]: Reason) {
  const status = HTTP_STATUS[code]
  const requestId = randomUUID()
  const content: ErrorBody = { status, error: code, message, request_id: requestId }
  const body = JSON.stringify(content)
  const headers: Record<string, string> = {
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    'X-Request-Id': requestId,
    ...SECURITY_HEADERS,
    Connection: 'close',
  }
  return { status, headers, body }
}
