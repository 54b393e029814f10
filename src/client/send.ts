import type { z } from 'zod'
import type { Liveness, Readiness } from '../contract/service-info.ts'
import { errorFrom, StrettoApiError, StrettoConnectionError } from './errors.ts'

/** How a client reaches an API. */
export interface ClientOptions {
  /** Where the API is, such as http://localhost:8787. */
  baseUrl: string | URL
  /** The API key, if the server requires one. */
  apiKey?: string
  /** Your own key for the routing provider, instead of that of the server. */
  routerKey?: string
  /** Your own keys for vendors, each for its models only. */
  vendorKeys?: Partial<Record<'openai' | 'anthropic' | 'gemini', string>>
  /** Further headers of every request. */
  headers?: Record<string, string>
  /** Replaces the global fetch. */
  fetch?: (url: string, init: RequestInit) => Response | Promise<Response>
  /** How often a request is repeated that was refused for the moment, or that did not reach the server. Default: 2 */
  retries?: number
}

export interface CallOptions {
  /** Aborting it ends the request, the waiting between attempts, and streams. */
  signal?: AbortSignal
}

export interface Call extends CallOptions {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  query?: Record<string, string | number | undefined>
  body?: unknown
  headers?: Record<string, string>
}

export type Sender = ReturnType<typeof createSender>

const RETRIES = 2
const RETRIED_STATUSES = [429, 503]
const FIRST_PAUSE_MS = 500
/** A longer wait is left to the caller, who is told how long it is. */
const LONGEST_WAIT_SECONDS = 60

/** Creates what sends the requests of a client. */
export function createSender(options: ClientOptions) {
  const { retries = RETRIES, fetch = (url, init) => globalThis.fetch(url, init) } = options
  const base = String(options.baseUrl).replace(/\/$/, '')
  const common = {
    ...options.headers,
    ...(options.apiKey !== undefined && { 'x-api-key': options.apiKey }),
    ...(options.routerKey !== undefined && { 'x-router-key': options.routerKey }),
    ...Object.fromEntries(
      Object.entries(options.vendorKeys ?? {}).map(([vendor, key]) => [`x-${vendor}-key`, key]),
    ),
  }

  /** Sends a request and reads the response; rejects with an error of this client, or with the reason of the signal. */
  async function send<Result>(call: Call, read: (response: Response) => Promise<Result>): Promise<Result> {
    const { method, signal } = call
    const body = call.body === undefined ? undefined : JSON.stringify(call.body)
    const type = body !== undefined && { 'Content-Type': 'application/json' }
    const headers = { ...common, ...type, ...call.headers }
    for (let made = 0; ; made++) {
      try {
        const response = await fetch(base + addressOf(call), { method, headers, signal, body })
        if (!response.ok) throw await errorFrom(response)
        return await read(response)
      } catch (thrown) {
        const error = asClientError(thrown, signal)
        const waitMs = made < retries ? waitBefore(error, call, made) : null
        if (waitMs === null) throw error
        await pause(waitMs, signal)
      }
    }
  }

  const json = <Result>(call: Call): Promise<Result> => send(call, (response) => response.json())
  return {
    retries,
    send,
    json,
    get: <Result>(path: string, { signal }: CallOptions = {}, query: Call['query'] = {}) =>
      json<Result>({ method: 'GET', path, query, signal }),
    post: <Result>(path: string, body: unknown, { signal }: CallOptions = {}) =>
      json<Result>({ method: 'POST', path, body, signal }),
    remove: <Result>(path: string, { signal }: CallOptions = {}, query: Call['query'] = {}) =>
      json<Result>({ method: 'DELETE', path, query, signal }),
    /** Gets what is not JSON. */
    text: (path: string, { signal }: CallOptions = {}) =>
      send({ method: 'GET', path, signal }, (response) => response.text()),
  }
}

/** The methods that both APIs have. */
export function serviceMethods<Health>({ get, text }: Sender) {
  return {
    health: (options?: CallOptions) => get<Health>('/health', options),
    /** Responds as long as the service runs. */
    liveness: (options?: CallOptions) => get<z.output<typeof Liveness>>('/livez', options),
    /** Rejects with 503 and the reasons while requests should be sent elsewhere. */
    readiness: (options?: CallOptions) => get<z.output<typeof Readiness>>('/readyz', options),
    /** The OpenAPI document. */
    openapi: (options?: CallOptions) => get<Record<string, unknown>>('/openapi.json', options),
    /** The documentation as a web page. */
    documentation: (options?: CallOptions) => text('/docs', options),
  }
}

/** An error of this client, or the reason of the signal if it is aborted. */
export function asClientError(error: unknown, signal?: AbortSignal): unknown {
  if (signal?.aborted) return signal.reason
  if (error instanceof StrettoApiError || error instanceof StrettoConnectionError) return error
  const reason = error instanceof Error ? error.message : String(error)
  return new StrettoConnectionError(`The connection failed: ${reason}`, { cause: error })
}

/** How long to wait before the next attempt, in milliseconds; null if there must be none. */
function waitBefore(error: unknown, { method, headers = {} }: Call, made: number): number | null {
  const growing = growingPause(made)
  if (error instanceof StrettoConnectionError) {
    // A POST that was lost on the way may have been paid for, unless a key makes the server recognise its repetition.
    const isRepeatable = method !== 'POST' || IDEMPOTENCY_KEY in headers
    return isRepeatable ? growing : null
  }
  if (!(error instanceof StrettoApiError) || !RETRIED_STATUSES.includes(error.status ?? 0)) return null
  const { retryAfterSeconds } = error
  if (retryAfterSeconds === null) return growing
  return retryAfterSeconds > LONGEST_WAIT_SECONDS ? null : retryAfterSeconds * 1000
}

/** A pause that doubles with every attempt, and differs between clients that failed at the same time. */
export function growingPause(made: number): number {
  return FIRST_PAUSE_MS * 2 ** made * (0.5 + Math.random() / 2)
}

/** Waits; rejects with the reason of the signal as soon as that is aborted. */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    signal?.addEventListener('abort', stop, { once: true })
  })
}

/** The header that makes a request repeatable. */
export const IDEMPOTENCY_KEY = 'Idempotency-Key'

function addressOf({ path, query = {} }: Call): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const parameters = String(new URLSearchParams(given.map(([name, value]) => [name, String(value)])))
  return parameters === '' ? path : `${path}?${parameters}`
}
