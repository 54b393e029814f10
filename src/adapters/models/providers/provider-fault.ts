import { isTooDeep } from '../../../contract/json-text.ts'
import { TEMPORARY } from '../../../engine/index.ts'
import type { OpenResponse, ResponseHead, ResponseHeaders } from './open-http.ts'
import { fieldsOf, type JsonObject, tidy } from './protocols/protocol.ts'

/** What went wrong with one request to a provider, in the provider's words if it gave any. */
export class ProviderFault extends Error {
  override name = 'ProviderFault'
  readonly code: string
  /** How long the provider asks callers to wait; null when it did not say. */
  readonly retryAfterMs: number | null

  constructor(code: string, message: string, retryAfterMs: number | null = null) {
    super(message)
    this.code = code
    this.retryAfterMs = retryAfterMs
  }

  get mayPass(): boolean {
    return TEMPORARY.has(this.code)
  }
}

const OF_STATUS: Record<number, string> = {
  400: 'bad_request',
  401: 'unauthorized',
  402: 'payment_required',
  403: 'forbidden',
  404: 'model_not_found',
  408: 'timeout',
  409: 'conflict',
  413: 'too_large',
  422: 'bad_request',
  429: 'rate_limited',
}

/** Error names that are more specific than the status they come with. */
const SPECIFIC_NAMES = {
  payment_required: ['insufficient_quota', 'billing_error'],
  too_large: ['context_length_exceeded'],
  filtered: ['content_filter', 'content_policy_violation'],
  unauthorized: ['API_KEY_INVALID'],
}

/** Error names of providers, for errors without a status. */
const OTHER_NAMES = {
  bad_request: ['invalid_request_error', 'INVALID_ARGUMENT'],
  unauthorized: ['authentication_error', 'invalid_api_key', 'UNAUTHENTICATED'],
  forbidden: ['permission_error', 'PERMISSION_DENIED'],
  model_not_found: ['not_found_error', 'model_not_found', 'NOT_FOUND'],
  too_large: ['request_too_large'],
  rate_limited: ['rate_limit_error', 'rate_limit_exceeded', 'RESOURCE_EXHAUSTED'],
  timeout: ['timeout_error', 'DEADLINE_EXCEEDED'],
}

/** The routing provider refuses an unknown model with 400 and these words alone. */
const UNKNOWN_MODEL = /is not a valid model ID/i

/** Most providers refuse a prompt that their model cannot read with 400 and words alone. */
const TOO_LONG =
  /\bcontext[ _](?:length|size|window)\b|\b(?:prompt|input|request) is too long\b|\binput token count\b|\btoo many input tokens\b/i

/** The code of an error with this status (null if it had none), these provider-specific names and these words. */
function faultCode(status: number | null, names: string[], words: string): string {
  if (status === 400 && UNKNOWN_MODEL.test(words)) return 'model_not_found'
  if (status === 400 && TOO_LONG.test(words)) return 'too_large'
  const telling = lookUp(SPECIFIC_NAMES, names)
  if (telling !== undefined) return telling
  if (status === null) return lookUp(OTHER_NAMES, names) ?? 'provider_error'
  return OF_STATUS[status] ?? (status >= 500 ? 'provider_error' : 'refused')
}

function lookUp(table: Record<string, string[]>, names: string[]): string | undefined {
  const codeOf = (name: string) => Object.keys(table).find((code) => table[code]!.includes(name))
  return names.map(codeOf).find((code) => code !== undefined)
}

const LOST = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])

/** Converts a network error into the reason why there is no response, or only part of one; other errors are returned unchanged. */
export function networkFault(error: unknown, begun: boolean): unknown {
  if (!(error instanceof Error) || error instanceof ProviderFault) return error
  const { message, code } = error as Error & { code?: unknown }
  // Errors before the network: an invalid header, an unreadable address.
  if (typeof code !== 'string' || code === 'UND_ERR_INVALID_ARG' || code === 'ERR_INVALID_URL') return error
  const words = message || code
  if (begun || LOST.has(code))
    return new ProviderFault('connection_lost', `The connection was lost: ${words}`)
  if (code === 'UND_ERR_HEADERS_TIMEOUT') return new ProviderFault('timeout', words)
  if (code.startsWith('HPE_') || code === 'UND_ERR_HEADERS_OVERFLOW')
    return new ProviderFault('malformed_reply', `The response is not HTTP: ${words}`)
  return new ProviderFault('unreachable', `The provider cannot be reached: ${words}`)
}

/** Whether a failed request never left this machine: nobody was reached, or it could not be built. */
export function isNeverSent(error: unknown): boolean {
  return !(error instanceof ProviderFault) || error.code === 'unreachable'
}

/** The API key belongs to the configured address and is never sent elsewhere. */
export function redirected({ status, headers, body }: OpenResponse): ProviderFault {
  body.on('error', () => {}).destroy()
  const location = String(headers.location ?? '')
  const host = URL.canParse(location) ? ` to ${new URL(location).host}` : ''
  return new ProviderFault(
    'redirected',
    `${status}: The provider redirects${host}, but redirects are not followed. Set its base URL to the final address.`,
  )
}

/** What is wrong with a response before its reply is read; null when it may contain one. */
export function faultIn(response: ResponseHead, text: string, body: unknown): ProviderFault | null {
  const wait = retryAfter(response.headers)
  if (!isGood(response)) {
    const error = errorAs(body, text)
    return statedFault({ ...error, words: error.words || response.statusText }, response.status, wait)
  }
  if (body === undefined) {
    if (text === '') return new ProviderFault('empty_reply', 'The provider sent an empty response.', wait)
    return new ProviderFault('malformed_reply', `The response ${unparsed(text)}`, wait)
  }
  const error = errorIn(body)
  return error === null ? null : statedFault(error, error.status, wait)
}

/** What is wrong with one event of a streamed reply; null when nothing is. */
export function faultInEvent(response: ResponseHead, data: string, event: unknown): ProviderFault | null {
  const error = event === undefined ? null : errorIn(event)
  if (event !== undefined && error === null) return null
  const wait = retryAfter(response.headers)
  if (error !== null) return statedFault(error, error.status, wait)
  return new ProviderFault('malformed_reply', `An event of the reply ${unparsed(data)}`, wait)
}

function unparsed(text: string): string {
  return `is ${isTooDeep(text) ? 'nested too deeply' : 'not JSON'}: ${tidy(text)}`
}

function statedFault({ words, names, waitMs }: StatedError, status: number | null, wait: number | null) {
  const reason = words || 'The provider gave no reason.'
  const message = status === null ? reason : `${status}: ${reason}`
  return new ProviderFault(faultCode(status, names, words), message, wait ?? waitMs ?? null)
}

interface StatedError {
  words: string
  /** The status stated in the body, which may differ from a response status of 200. */
  status: number | null
  names: string[]
  waitMs?: number
}

/** The fields of an error; null for anything else, and for the empty error that some servers send next to an answer. */
function toldIn(error: unknown): JsonObject | null {
  const fields = fieldsOf(error)
  return fields !== null && Object.values(fields).some(Boolean) ? fields : null
}

/** The error in a body that should have been a reply; null when there is none. */
export function errorIn(body: unknown): StatedError | null {
  const { error, choices } = fieldsOf(body) ?? {}
  if (typeof error === 'string' && error !== '') return { words: tidy(error), status: null, names: [] }
  const told = toldIn(error) ?? toldIn(Array.isArray(choices) ? fieldsOf(choices[0])?.error : null)
  return told === null ? null : stated(told)
}

/** The error in the body of a response with an error status, in any format: the protocol's, another, or a page. */
export function errorAs(body: unknown, text: string): StatedError {
  const error = errorIn(body)
  if (error !== null) return error
  const bare = fieldsOf(body) ?? {}
  if (typeof bare.message === 'string') return stated(bare)
  const words = typeof bare.detail === 'string' ? bare.detail : text
  return { words: tidy(words), status: null, names: [] }
}

/** What an error says: Gemini has its name in `status` and a reason and a wait in `details`, routers what the provider behind them said in `metadata`. */
function stated({ message, code, type, status: name, details, metadata }: JsonObject): StatedError {
  const status = typeof code === 'string' || typeof code === 'number' ? Number(code) : Number.NaN
  const besides = Array.isArray(details) ? details.map((detail) => fieldsOf(detail) ?? {}) : []
  const waits = besides.map(({ retryDelay }) =>
    typeof retryDelay === 'string' ? /^(\d{1,6}(?:\.\d{1,9})?)s$/.exec(retryDelay)?.[1] : undefined,
  )
  const seconds = waits.find((wait) => wait !== undefined)
  const isText = (each: unknown) => typeof each === 'string'
  return {
    words: tidy([message, fieldsOf(metadata)?.raw].filter(isText).join(': ')),
    status: status >= 400 && status <= 599 ? status : null,
    names: [code, type, name, ...besides.map(({ reason }) => reason)].filter(isText),
    ...(seconds === undefined ? {} : { waitMs: Number(seconds) * 1000 }),
  }
}

const MASK = '[key]'
/** A fragment of the key of this length is masked like the key: providers like to repeat its ends. */
const REVEALING_LENGTH = 8

/** A model's reply with the key masked; a very short key, as local servers accept, is not a secret. */
export function replyWithoutKey(text: string, apiKey: string): string {
  return apiKey.length < REVEALING_LENGTH ? text : masked(text, apiKey)
}

/** Where the key may begin at the end of a text that goes on; its length if nothing there looks like it. */
export function keyBegunAt(text: string, apiKey: string): number {
  if (apiKey.length < REVEALING_LENGTH) return text.length
  const keys = [apiKey, encodeURIComponent(apiKey)]
  // The end of a whole key, which is masked, may look like the beginning of another.
  const after = Math.max(...keys.map((key) => (text.includes(key) ? text.lastIndexOf(key) + key.length : 0)))
  const starts = keys.map((key) => {
    let start = Math.max(after, text.length - key.length + 1)
    while (!key.startsWith(text.slice(start))) start++
    return start
  })
  return Math.min(...starts)
}

/** An error message with everything masked that looks like a key, this one or another, whole or in part. */
export function wordsWithoutKey(words: string, apiKey: string): string {
  return masked(words, apiKey)
    .replace(/\bBearer\s+[^\s"',;]+/gi, `Bearer ${MASK}`)
    .replace(/\bsk-[\w*.…-]+/g, MASK)
    .replace(/\/\/[^/@\s]+@/g, `//${MASK}@`)
    .replace(/[\w*.…+/=~-]{8,}/g, (token) => (holdsPartOf(apiKey, token) ? MASK : token))
}

function masked(text: string, apiKey: string): string {
  return apiKey === '' ? text : text.replaceAll(apiKey, MASK).replaceAll(encodeURIComponent(apiKey), MASK)
}

function holdsPartOf(apiKey: string, token: string): boolean {
  for (let start = 0; start + REVEALING_LENGTH <= token.length; start++)
    if (apiKey.includes(token.slice(start, start + REVEALING_LENGTH))) return true
  return false
}

/** Whether a server says that it did what was asked. */
export function isGood({ status }: ResponseHead): boolean {
  return status >= 200 && status < 300
}

/** Nobody waits longer for a model; a larger figure must be an error. */
const LONGEST_MS = 7 * 24 * 60 * 60 * 1000

/** How long a provider asks callers to wait, from its headers: milliseconds, seconds or a date; null when it does not say. */
export function retryAfter(headers: ResponseHeaders): number | null {
  const after = String(headers['retry-after'] ?? '')
  const seconds = amount(after)
  const wait =
    amount(String(headers['retry-after-ms'] ?? '')) ?? (seconds === null ? untilDate(after) : seconds * 1000)
  return wait === null ? null : Math.min(wait, LONGEST_MS)
}

function amount(text: string): number | null {
  const number = text ? Number(text) : Number.NaN
  return number >= 0 ? number : null
}

function untilDate(text: string): number | null {
  // A date begins with its weekday; an invalid number would otherwise be read as a year.
  const date = /^[a-z]/i.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(date) ? null : Math.max(0, date - Date.now())
}
