import { Readable } from 'node:stream'
import { createReadingTurns } from '../../scheduling/fair-turns.ts'
import { type OpenHttp, OWN_HEADERS } from './open-http.ts'

/**
 * So many requests of one object of a worker may wait for the beginning of their response; the platform keeps others back
 * unseen. Bodies that arrive do not count. https://developers.cloudflare.com/workers/platform/limits/#simultaneous-open-connections
 */
export const MOST_UNANSWERED = 6

/** Sends requests by the platform's `fetch`, for workers and other places without undici. */
export const fetchResponse: OpenHttp = async (url, { headers, body, signal }) => {
  // workerd would send other characters as UTF-8, and with them a key that was pasted wrongly.
  if (Object.values(headers).some((value) => /[\u0100-\uffff]/.test(value)))
    throw new TypeError('A header has a character that cannot be sent.')
  const response = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...OWN_HEADERS, ...(body && { 'content-type': 'application/json' }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
    redirect: 'manual',
    signal,
  }).catch((error: unknown) => {
    throw unsentFault(error)
  })
  return {
    status: response.status,
    statusText: response.statusText,
    headers: Object.fromEntries(response.headers),
    body: response.body === null ? Readable.from([]) : piecesOf(response.body),
    // Each its own: what one object of a worker waits for must not be continued in the turn of another.
    turns: createReadingTurns(),
  }
}

/** A body whose pieces are handed over as they arrive; destroying it ends the connection. */
function piecesOf(body: ReadableStream<Uint8Array>): Readable {
  const reader = body.getReader()
  return new Readable({
    async read() {
      try {
        const { value = null } = await reader.read()
        if (!this.destroyed) this.push(value)
      } catch (error) {
        this.destroy(withCode(error, 'ECONNRESET'))
      }
    },
    destroy(error, callback) {
      reader.cancel(error).catch(() => {})
      callback(error)
    },
  })
}

/**
 * Why there is no response. workerd says the same of a refused connection and of one that was lost before the response, so
 * that the request may have been sent; of a name that does not exist and of a bad certificate it says `internal error`.
 */
function unsentFault(error: unknown): unknown {
  // An address or a header that cannot be used; the errors of the network that Node.js throws have a cause with a code.
  if (error instanceof TypeError && error.cause === undefined) return error
  return withCode(error, error instanceof Error && 'retryable' in error ? 'ECONNRESET' : 'ENETUNREACH')
}

function withCode(error: unknown, code: string): Error {
  const { cause, message } = error as Error
  return cause instanceof Error && 'code' in cause ? cause : Object.assign(new Error(message), { code })
}
