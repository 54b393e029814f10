import { ProviderFault } from './faults/provider-fault.ts'
import type { Feature, RefusedFeatures } from './refused-features.ts'

interface FeatureOptions {
  /** Provider, address and model together. */
  endpoint: string
  wanted: Feature[]
  refused: RefusedFeatures
}

/** Sends a request with the features wanted, and again without one that the endpoint refuses; that is remembered. */
export async function askWithFeatures<Result>(
  send: (features: ReadonlySet<Feature>) => PromiseLike<Result>,
  { endpoint, wanted, refused }: FeatureOptions,
): Promise<Result> {
  const features = new Set(wanted.filter((feature) => !refused.refuses(endpoint, feature)))
  const dropped: Feature[] = []
  for (;;) {
    try {
      const result = await send(features)
      // Remembered only once it has helped: the refusal may have been about something else.
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

/** A refusal of a feature is a bad request; some servers fail over it, and a router finds nobody who offers it. */
const REFUSALS = new Set(['bad_request', 'provider_error', 'model_not_found'])
const ABOUT_SCHEMA =
  /response_?format|json_?(?:schema|object|mode)|json mode|structured|output_?(?:config|format)|schema|grammar|\btools?\b|tool_/i
const ABOUT_SOMETHING =
  /unsupported|(?:not|n[o']t) support|unrecogni[sz]ed|unknown (?:field|name|param|arg)|extra (?:inputs|fields)|not permitted|requested parameters|(?:failed to|cannot|could not) (?:parse|compile)/i

/** The feature that an error is about, of those that were asked for. */
function featureRefused(error: unknown, features: ReadonlySet<Feature>): Feature | null {
  if (!(error instanceof ProviderFault) || !REFUSALS.has(error.code)) return null
  // Who says when to come again is busy, and refuses nothing.
  if (error.retryAfterMs !== null) return null
  const { message } = error
  if (/temperature/i.test(message)) return features.has('temperature') ? 'temperature' : null
  const [isAboutIt, isRefusal] = [ABOUT_SCHEMA.test(message), ABOUT_SOMETHING.test(message)]
  // A server that fails may speak of its tools; only one that says it does not offer them refuses them.
  const isAboutSchema = error.code === 'provider_error' ? isAboutIt && isRefusal : isAboutIt || isRefusal
  return isAboutSchema && features.has('schema') ? 'schema' : null
}
