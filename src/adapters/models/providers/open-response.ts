import { STATUS_CODES } from 'node:http'
import type { Readable } from 'node:stream'
import { constants, createBrotliDecompress, createUnzip } from 'node:zlib'
import { Agent, Client, getGlobalDispatcher, Pool } from 'undici'
import { createReadingTurns } from '../../scheduling/fair-turns.ts'
import { type OpenHttp, OWN_HEADERS } from './open-http.ts'

/**
 * The agent of this version of the client, instead of the one that Node.js brings, which does its work more slowly for a
 * client of another version. Any other, such as one for a proxy, is kept.
 */
const first = getGlobalDispatcher()
const own = first.constructor.name === 'Agent' ? new Agent({ factory: openPool }) : first
const dispatcher = () => (getGlobalDispatcher() === first ? own : getGlobalDispatcher())

/** How long unused connections stay open; at different times, because closing hundreds at once would take long. */
const KEPT_MS = { least: 2_000, more: 2_000 }

function openPool(origin: string | URL, options: object): Pool {
  const openClient = (to: URL, own: object) =>
    new Client(to, { ...own, keepAliveTimeout: KEPT_MS.least + Math.random() * KEPT_MS.more })
  return new Pool(origin, { ...options, factory: openClient })
}

const ownHeaders = Object.entries(OWN_HEADERS).flat()
/** All bodies share the event loop of the process. */
const turns = createReadingTurns()

/** Connections are kept open for the next request, and opened through the proxy that Node.js was told to use, if any. */
export const openResponse: OpenHttp = async (url, options) => {
  const { origin, pathname, search } = new URL(url)
  const sent = [...ownHeaders]
  if (options.body !== undefined) sent.push('content-type', 'application/json')
  for (const name in options.headers) sent.push(name, options.headers[name]!)
  const { statusCode, statusText, headers, body } = await dispatcher().request({
    origin,
    path: pathname + search,
    method: options.body === undefined ? 'GET' : 'POST',
    headers: sent,
    body: options.body === undefined ? null : JSON.stringify(options.body),
    signal: options.signal,
    // The signal ends a request in time; the client would otherwise end long replies itself after five minutes.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  const encoding = headers['content-encoding']
  return {
    status: statusCode,
    // Node.js may have put another version of the client in its place, which does not tell the text.
    statusText: statusText || (STATUS_CODES[statusCode] ?? ''),
    headers,
    body: encoding === undefined ? body : decoded(body, String(encoding)),
    turns,
  }
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
