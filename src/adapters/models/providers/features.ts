import type { Learned } from '../learned.ts'
import type { Feature } from './protocols/protocol.ts'
import { ProviderFault } from './provider-fault.ts'

/** What a request asks for, until the endpoint refuses something of it. */
export type Terms = ReturnType<typeof openTerms>

/** Asks an endpoint, which stands for provider, address and model, for what is wanted, except what it is known to refuse. */
export function openTerms(
  refused: Learned['refused'],
  { endpoint, wanted }: { endpoint: string; wanted: Feature[] },
) {
  const features = new Set(wanted.filter((feature) => !refused.get(`${feature} ${endpoint}`)))
  return {
    features: features as ReadonlySet<Feature>,
    /** Whether an error refuses a feature: then the next request is made without it. */
    giveWay(error: unknown): boolean {
      const feature = error instanceof ProviderFault ? featureRefused(error, features) : null
      if (feature === null) return false
      return features.delete(feature)
    },
    /** Remembers what was given up. Only once that has helped: the refusal may have had another cause. */
    remember() {
      for (const feature of wanted) if (!features.has(feature)) refused.set(`${feature} ${endpoint}`, true)
    },
  }
}

/** Error codes of a rejected feature: a bad request; some servers fail instead, and a router finds no provider for it. */
const REFUSALS = new Set(['bad_request', 'provider_error', 'model_not_found'])

/** How errors name a feature. Those that come first are named more precisely. */
const NAMES: Array<[Feature, RegExp]> = [
  ['temperature', /temperature/i],
  ['effort', /reasoning[_.]?effort|thinking|\beffort\b/i],
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
  // Less precise: schemas have a field of this name.
  ['effort', /\breasoning\b/i],
]
const REFUSAL =
  /unsupported|(?:not|n[o']t) support|unrecogni[sz]ed|unknown (?:field|name|param|arg)|extra (?:inputs|fields)|not permitted|requested parameters|(?:failed to|cannot|could not) (?:parse|compile)/i

/** The feature that an error is about, among those requested; null when it is about none. */
function featureRefused(error: ProviderFault, features: ReadonlySet<Feature>): Feature | null {
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
