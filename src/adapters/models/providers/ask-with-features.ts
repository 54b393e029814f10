import { ProviderFault } from './faults/provider-fault.ts'
import { featureRefused, statedLimit } from './refusals.ts'
import type { Feature, RefusedFeatures } from './refused-features.ts'

interface FeatureOptions {
  /** Identifies provider, address and model. */
  endpoint: string
  wanted: Feature[]
  maxTokens: number
  refused: RefusedFeatures
}

/** What a request asks for. */
export interface Terms {
  features: ReadonlySet<Feature>
  /** Sent if the feature max_tokens is. */
  maxTokens: number
}

/**
 * Sends a request with the desired features, and again without one that the endpoint rejects, or with the token limit
 * that it states; that is remembered.
 */
export async function askWithFeatures<Result>(
  send: (terms: Terms) => PromiseLike<Result>,
  { endpoint, wanted, maxTokens: most, refused }: FeatureOptions,
): Promise<Result> {
  const features = new Set(wanted.filter((feature) => !refused.refuses(endpoint, feature)))
  const dropped: Feature[] = []
  let maxTokens = Math.min(most, refused.mostTokens(endpoint))
  let stated: number | null = null
  for (;;) {
    try {
      const result = await send({ features, maxTokens })
      // Remembered only once it has helped: the rejection may have had another cause.
      for (const feature of dropped) refused.add(endpoint, feature)
      if (stated !== null && features.has('max_tokens')) refused.limitTokens(endpoint, stated)
      return result
    } catch (error) {
      const feature = error instanceof ProviderFault ? featureRefused(error, features) : null
      if (feature === null) throw error
      const limit: number | null =
        feature === 'max_tokens' && stated === null ? statedLimit(error as ProviderFault, maxTokens) : null
      if (limit !== null) {
        stated = limit
        maxTokens = limit
      } else {
        features.delete(feature)
        dropped.push(feature)
      }
    }
  }
}
