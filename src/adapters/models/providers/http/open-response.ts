import type { Readable } from 'node:stream'
import { constants, createBrotliDecompress, createUnzip } from 'node:zlib'
import { Agent, getGlobalDispatcher, request } from 'undici'
import { SERVICE_NAME, SOFTWARE_VERSION } from '../../../../contract/versions.ts'
import type { ResponseHeaders } from '../retries/retry-after.ts'

/** What a server says before the body. */
export interface ResponseHead {
  status: number
  statusText: string
  headers: ResponseHeaders
}

/** A response whose body is still to be read, or destroyed. */
export interface OpenResponse extends ResponseHead {
  body: Readable
}

interface RequestOptions {
  headers: Record<string, string>
  /** Sent as JSON; without one, the request is a GET. */
  body?: object
  /** Closes the connection. */
  signal: AbortSignal
}

/** The signal ends a request in time; the client would otherwise end long replies itself after five minutes. */
const NO_TIMEOUTS = { headersTimeout: 0, bodyTimeout: 0 }

/**
 * The agent of this version of the client, instead of the one that Node.js brings, which does its work more slowly for a
 * client of another version. Any other, such as one for a proxy, is kept.
 */
const first = getGlobalDispatcher()
const own = first.constructor.name === 'Agent' ? new Agent() : first
const dispatcher = () => (getGlobalDispatcher() === first ? own : getGlobalDispatcher())

const OWN_HEADERS = {
  accept: '*/*',
  'accept-encoding': 'gzip, br',
  'user-agent': `${SERVICE_NAME}/${SOFTWARE_VERSION}`,
}

/**
 * Sends a request and waits until the response begins. Connections are kept open for the next request, and opened through
 * the proxy that Node.js was told to use, if any. Redirects are not followed: a key belongs to one address.
 */
export async function openResponse(url: string, options: RequestOptions): Promise<OpenResponse> {
  const { headers, signal } = options
  const sent =
    options.body === undefined
      ? { method: 'GET' as const, headers: { ...OWN_HEADERS, ...headers } }
      : {
          method: 'POST' as const,
          headers: { ...OWN_HEADERS, 'content-type': 'application/json', ...headers },
          body: JSON.stringify(options.body),
        }
  const {
    statusCode,
    statusText,
    headers: received,
    body,
  } = await request(url, { ...sent, ...NO_TIMEOUTS, signal, dispatcher: dispatcher() })
  return {
    status: statusCode,
    statusText,
    headers: received,
    body: decoded(body, String(received['content-encoding'] ?? '')),
  }
}

/** Whether a server says that it did what was asked. */
export function isGood({ status }: ResponseHead): boolean {
  return status >= 200 && status < 300
}

/** A body as it was before it was compressed, each part as soon as it has arrived. */
function decoded(body: Readable, encoding: string): Readable {
  const decoder = decoderOf(encoding.trim().toLowerCase())
  if (decoder === null) return body
  body.on('error', (error) => decoder.destroy(error))
  decoder.on('close', () => body.destroy())
  return body.pipe(decoder)
}

function decoderOf(encoding: string) {
  const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH } = constants
  if (encoding === 'gzip' || encoding === 'x-gzip' || encoding === 'deflate')
    return createUnzip({ flush: Z_SYNC_FLUSH, finishFlush: Z_SYNC_FLUSH })
  if (encoding === 'br')
    return createBrotliDecompress({ flush: BROTLI_OPERATION_FLUSH, finishFlush: BROTLI_OPERATION_FLUSH })
  return null
}
