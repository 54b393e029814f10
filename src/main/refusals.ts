import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { RequestError } from '@hono/node-server'
import type { ErrorBody } from '../contract/error-body.ts'
import { type ErrorCode, HTTP_STATUS } from '../contract/error-codes.ts'
import { SECURITY_HEADERS } from '../http/middleware/security-headers.ts'

interface Reason {
  code: ErrorCode
  message: string
}

const UNREADABLE: Record<string, Reason> = {
  HPE_HEADER_OVERFLOW: {
    code: 'headers_too_large',
    message: 'The request headers are too large. Send fewer or shorter ones.',
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    code: 'payload_too_large',
    message: 'The chunk extensions of the body are too large. Send the body without them.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    code: 'request_timeout',
    message: 'The request took too long to arrive. Send it again.',
  },
}

const NO_REQUEST: Reason = {
  code: 'bad_request',
  message: 'The HTTP request is malformed. Check its first line and its headers.',
}
const NO_HOST: Reason = {
  code: 'bad_request',
  message: 'The request must have exactly one Host header with the name or address of this service.',
}
const NO_ADDRESS: Reason = {
  code: 'bad_request',
  message: 'The Host header and the path of this request do not form a valid URL. Check both.',
}
const NO_PROXY: Reason = {
  code: 'bad_request',
  message: 'This server is not a proxy. See /docs for its endpoints.',
}
const UNKNOWN_EXPECTATION: Reason = {
  code: 'expectation_failed',
  message: 'The only supported expectation is 100-continue. Remove the Expect header.',
}
const FAULT: Reason = {
  code: 'internal_error',
  message: 'The service failed unexpectedly. Try again, and contact the operator if the problem persists.',
}

/** How long a refused client may keep sending: if closed at once, it might lose the response before reading it. */
const LINGER_MS = 1_000

/** Responds to bytes that are not a valid HTTP request with the common error body, and closes the connection. */
export function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  // Already closed, or already refused and still sending.
  if (!socket.writable) return
  // After a response has begun on this connection, another one would make no sense.
  const { _httpMessage: current } = socket as Duplex & { _httpMessage?: { headersSent: boolean } | null }
  if (error.code === 'ECONNRESET' || current?.headersSent) {
    socket.destroy()
    return
  }
  refuseOn(socket, UNREADABLE[error.code ?? ''] ?? NO_REQUEST)
}

/** Responds to a CONNECT request. */
export function refuseToConnect(_request: IncomingMessage, socket: Duplex): void {
  socket.on('error', () => socket.destroy())
  refuseOn(socket, NO_PROXY)
}

/** Responds to a request with an unsupported Expect header. */
export function refuseExpectation(_request: IncomingMessage, response: ServerResponse): void {
  refuse(response, UNKNOWN_EXPECTATION)
}

/** Refuses a request without exactly one Host header, as HTTP/1.1 requires; returns whether it did. */
export function refuseWithoutHost(request: IncomingMessage, response: ServerResponse): boolean {
  const { httpVersion, rawHeaders, headers } = request
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length
  if ((hosts === 1 && headers.host !== '') || (hosts === 0 && httpVersion === '1.0')) return false
  refuse(response, NO_HOST)
  return true
}

/** The response to a request that never reached the app, or that the app failed to answer. */
export function responseToFault(error: unknown): Response {
  const { status, headers, body } = refusalFor(error instanceof RequestError ? NO_ADDRESS : FAULT)
  return new Response(body, { status, headers })
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

function refusalFor({ code, message }: Reason) {
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
