import type { ProviderFault } from './faults/provider-fault.ts'
import type { Feature } from './refused-features.ts'

/** Error codes of a rejected feature: a bad request; some servers fail instead, and a router finds no provider for it. */
const REFUSALS = new Set(['bad_request', 'provider_error', 'model_not_found'])

/** How errors name a feature. Those that come first are named more precisely. */
const NAMES: Array<[Feature, RegExp]> = [
  ['temperature', /temperature/i],
  ['seed', /\bseed\b/i],
  [
    'max_tokens',
    /max[_ ]?(?:(?:completion|output|new)[_ ]?)?tokens|(?:completion|output) tokens|requested (?:about )?\d/i,
  ],
  ['stream_options', /stream_?options|include_usage/i],
  ['stream', /\bstream(?:ed|ing)?\b/i],
  [
    'schema',
    /response_?format|json_?(?:schema|object|mode)|json mode|structured|output_?(?:config|format)|schema|grammar|\btools?\b|tool_/i,
  ],
]
const REFUSAL =
  /unsupported|(?:not|n[o']t) support|unrecogni[sz]ed|unknown (?:field|name|param|arg)|extra (?:inputs|fields)|not permitted|requested parameters|(?:failed to|cannot|could not) (?:parse|compile)/i

/** The feature that an error is about, among those requested; null when it is about none. */
export function featureRefused(error: ProviderFault, features: ReadonlySet<Feature>): Feature | null {
  // An error with a retry time means the server is busy, not that it rejects a feature.
  if (error.retryAfterMs !== null) return null
  const { message, code } = error
  const isRefusal = REFUSAL.test(message)
  const named = NAMES.find(([feature, name]) => features.has(feature) && name.test(message))?.[0]
  // A prompt that fits leaves too little room for the longest reply.
  if (code === 'too_large') return named === 'max_tokens' ? named : null
  if (!REFUSALS.has(code)) return null
  // The error of a failing server may mention its tools; only one that says it lacks them rejects them.
  if (named !== undefined) return code !== 'provider_error' || isRefusal ? named : null
  return isRefusal && features.has('schema') ? 'schema' : null
}

/** Smaller figures in a message are not limits: a status, a version, the length of the prompt. */
const LEAST_LIMIT = 1_024

/** The largest token limit that an error states, below the rejected one; null when it states none. */
export function statedLimit({ message }: ProviderFault, rejected: number): number | null {
  const figures = [
    ...message.matchAll(/(?<![\w.,-])\d{1,3}(?:,\d{3})+(?![\w,-])|(?<![\w.,-])\d{4,6}(?![\w-])/g),
  ]
  const limits = figures
    .map(([figure]) => Number(figure.replaceAll(',', '')))
    .filter((figure) => figure >= LEAST_LIMIT && figure < rejected)
  return limits.length === 0 ? null : Math.max(...limits)
}
