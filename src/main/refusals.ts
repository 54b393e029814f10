import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ErrorBody } from '../contract/error-body.ts'
import { type ErrorCode, HTTP_STATUS } from '../contract/error-codes.ts'

const REFUSALS: Record<string, { code: ErrorCode; message: string }> = {
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

const UNREADABLE: { code: ErrorCode; message: string } = {
  code: 'bad_request',
  message: 'This is not an HTTP request that can be read. Check its first line and its headers.',
}

/** How long a refused client may go on sending: cut at once, it might lose the answer before it has read it. */
const LINGER_MS = 1_000

/** Answers what never became a request with the one error body, and closes the connection. */
export function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  // Gone already, or refused already and still sending.
  if (!socket.writable) return
  // An answer under way on this connection cannot be followed by another that makes sense.
  const { _httpMessage: current } = socket as Socket & { _httpMessage?: { headersSent: boolean } | null }
  if (error.code === 'ECONNRESET' || current?.headersSent) {
    socket.destroy()
    return
  }
  socket.end(refusalOf(error.code ?? '', randomUUID()))
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}

function refusalOf(cause: string, requestId: string): string {
  const { code, message } = REFUSALS[cause] ?? UNREADABLE
  const status = HTTP_STATUS[code]
  const body: ErrorBody = { status, error: code, message, request_id: requestId }
  const text = JSON.stringify(body)
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(text)}`,
    `X-Request-Id: ${requestId}`,
    'Connection: close',
    '',
    text,
  ].join('\r\n')
}
