import { TEMPORARY } from '../../../engine/index.ts'

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

  /** Whether a retry may help. */
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
const SPECIFIC_NAMES: Record<string, string> = {
  insufficient_quota: 'payment_required',
  billing_error: 'payment_required',
  context_length_exceeded: 'too_large',
  content_filter: 'filtered',
  content_policy_violation: 'filtered',
  API_KEY_INVALID: 'unauthorized',
}

/** Error names of providers, for errors without a status. */
const OTHER_NAMES: Record<string, string> = {
  invalid_request_error: 'bad_request',
  authentication_error: 'unauthorized',
  invalid_api_key: 'unauthorized',
  permission_error: 'forbidden',
  not_found_error: 'model_not_found',
  model_not_found: 'model_not_found',
  request_too_large: 'too_large',
  rate_limit_error: 'rate_limited',
  rate_limit_exceeded: 'rate_limited',
  timeout_error: 'timeout',
  INVALID_ARGUMENT: 'bad_request',
  UNAUTHENTICATED: 'unauthorized',
  PERMISSION_DENIED: 'forbidden',
  NOT_FOUND: 'model_not_found',
  RESOURCE_EXHAUSTED: 'rate_limited',
  DEADLINE_EXCEEDED: 'timeout',
}

/** The routing provider refuses an unknown model with 400 and these words alone. */
const UNKNOWN_MODEL = /is not a valid model ID/i

/** Most providers refuse a prompt that their model cannot read with 400 and words alone. */
const TOO_LONG =
  /\bcontext[ _](?:length|size|window)\b|\b(?:prompt|input|request) is too long\b|\binput token count\b|\btoo many input tokens\b/i

/** The code of an error with this status (null if it had none), these provider-specific names and these words. */
export function faultCode(status: number | null, names: string[], words: string): string {
  if (status === 400 && UNKNOWN_MODEL.test(words)) return 'model_not_found'
  if (status === 400 && TOO_LONG.test(words)) return 'too_large'
  const telling = lookUp(SPECIFIC_NAMES, names)
  if (telling !== undefined) return telling
  if (status === null) return lookUp(OTHER_NAMES, names) ?? 'provider_error'
  return OF_STATUS[status] ?? (status >= 500 ? 'provider_error' : 'refused')
}

function lookUp(table: Record<string, string>, names: string[]): string | undefined {
  const listed = names.find((name) => Object.hasOwn(table, name))
  return listed === undefined ? undefined : table[listed]
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
  if (code.startsWith('HPE_') || code === 'UND_ERR_HEADERS_OVERFLOW') {
    return new ProviderFault('malformed_reply', `The response is not HTTP: ${words}`)
  }
  return new ProviderFault('unreachable', `The provider cannot be reached: ${words}`)
}

/** Whether a failed request never left this machine: nobody was reached, or it could not be built. */
export function isNeverSent(error: unknown): boolean {
  return !(error instanceof ProviderFault) || error.code === 'unreachable'
}

const LONGEST_WORDS = 400
/** How much of a page of markup is read. */
const LONGEST_PAGE = 8_000

/** A message for one line: without markup and control characters, and truncated. */
export function tidy(words: string): string {
  return words
    .slice(0, LONGEST_PAGE)
    .replace(/<(script|style)\b[^>]*>[^<]*/gi, ' ')
    .replace(/<[/!a-z][^<>]*>/gi, ' ')
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_WORDS)
}
