import { ProviderFault } from './faults/provider-fault.ts'
import type { Feature, RefusedFeatures } from './refused-features.ts'

interface FeatureOptions {
  /** Identifies provider, address and model. */
  endpoint: string
  wanted: Feature[]
  refused: RefusedFeatures
}

/** Sends a request with the desired features, and again without one that the endpoint rejects; that is remembered. */
export async function askWithFeatures<Result>(
  send: (features: ReadonlySet<Feature>) => PromiseLike<Result>,
  { endpoint, wanted, refused }: FeatureOptions,
): Promise<Result> {
  const features = new Set(wanted.filter((feature) => !refused.refuses(endpoint, feature)))
  const dropped: Feature[] = []
  for (;;) {
    try {
      const result = await send(features)
      // Remembered only once it has helped: the rejection may have had another cause.
      for (const feature of dropped) refused.add(endpoint, feature)
      return result
    } catch (error) {
      const feature = featureRefused(error, features)
      if (feature === null) throw error
      features.delete(feature)
      dropped.push(feature)
    }
  }
}

/** Error codes of a rejected feature: a bad request; some servers fail instead, and a router finds no provider for it. */
const REFUSALS = new Set(['bad_request', 'provider_error', 'model_not_found'])
const ABOUT_SCHEMA =
  /response_?format|json_?(?:schema|object|mode)|json mode|structured|output_?(?:config|format)|schema|grammar|\btools?\b|tool_/i
const ABOUT_SOMETHING =
  /unsupported|(?:not|n[o']t) support|unrecogni[sz]ed|unknown (?:field|name|param|arg)|extra (?:inputs|fields)|not permitted|requested parameters|(?:failed to|cannot|could not) (?:parse|compile)/i

/** The feature that an error is about, among those requested. */
function featureRefused(error: unknown, features: ReadonlySet<Feature>): Feature | null {
  if (!(error instanceof ProviderFault) || !REFUSALS.has(error.code)) return null
  // An error with a retry time means the server is busy, not that it rejects a feature.
  if (error.retryAfterMs !== null) return null
  const { message } = error
  if (/temperature/i.test(message)) return features.has('temperature') ? 'temperature' : null
  const [isAboutIt, isRefusal] = [ABOUT_SCHEMA.test(message), ABOUT_SOMETHING.test(message)]
  // The error of a failing server may mention its tools; only one that says it lacks them rejects them.
  const isAboutSchema = error.code === 'provider_error' ? isAboutIt && isRefusal : isAboutIt || isRefusal
  return isAboutSchema && features.has('schema') ? 'schema' : null
}
