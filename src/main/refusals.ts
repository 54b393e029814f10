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
    message: 'The header fields of the request are too large together. Send fewer, or shorter ones.',
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    code: 'payload_too_large',
    message: 'The chunk extensions of the body are too large. Send the body without them.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    code: 'request_timeout',
    message: 'The request did not come in whole in time. Send it again.',
  },
}

const NO_REQUEST: Reason = {
  code: 'bad_request',
  message: 'This is not an HTTP request that can be read. Check its first line and its headers.',
}
const NO_HOST: Reason = {
  code: 'bad_request',
  message: 'The request needs one Host header. Send the name or address of this service in it.',
}
const NO_ADDRESS: Reason = {
  code: 'bad_request',
  message: 'The Host header and the path of this request give no valid address. Check both.',
}
const NO_PROXY: Reason = {
  code: 'bad_request',
  message: 'This server is not a proxy. Its own paths are listed at /docs.',
}
const UNKNOWN_EXPECTATION: Reason = {
  code: 'expectation_failed',
  message: 'The only expectation this service knows is 100-continue. Leave out the Expect header.',
}
const FAULT: Reason = {
  code: 'internal_error',
  message: 'The service failed to answer. Try again; tell the operator if it happens again.',
}

/** How long a refused client may go on sending: cut at once, it might lose the answer before it has read it. */
const LINGER_MS = 1_000

/** Answers what never became a request with the one error body, and closes the connection. */
export function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  // Gone already, or refused already and still sending.
  if (!socket.writable) return
  // An answer under way on this connection cannot be followed by another that makes sense.
  const { _httpMessage: current } = socket as Duplex & { _httpMessage?: { headersSent: boolean } | null }
  if (error.code === 'ECONNRESET' || current?.headersSent) {
    socket.destroy()
    return
  }
  refuseOn(socket, UNREADABLE[error.code ?? ''] ?? NO_REQUEST)
}

/** Answers a request to be connected to somewhere else. */
export function refuseToConnect(_request: IncomingMessage, socket: Duplex): void {
  socket.on('error', () => socket.destroy())
  refuseOn(socket, NO_PROXY)
}

/** Answers a request that expects something unknown. */
export function refuseExpectation(_request: IncomingMessage, response: ServerResponse): void {
  refuse(response, UNKNOWN_EXPECTATION)
}

/** Answers a request that does not say once which host it is for, as HTTP/1.1 asks; returns whether it did. */
export function refuseWithoutHost(request: IncomingMessage, response: ServerResponse): boolean {
  const { httpVersion, rawHeaders, headers } = request
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length
  if ((hosts === 1 && headers.host !== '') || (hosts === 0 && httpVersion === '1.0')) return false
  refuse(response, NO_HOST)
  return true
}

/** The answer to a request that the app never saw, or failed to answer. */
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
