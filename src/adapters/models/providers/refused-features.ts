import { createBoundedCache } from '../../../utils/bounded-cache.ts'

/** Request features that not every model or compatible server supports. */
export type Feature = 'schema' | 'temperature'

/** Remembers which endpoint rejected which feature, so that it is not requested there again. */
export interface RefusedFeatures {
  refuses(endpoint: string, feature: Feature): boolean
  add(endpoint: string, feature: Feature): void
}

/** Remembers for the life of the process; beyond the maximum, the endpoint used least recently is forgotten. */
export function createRefusedFeatures(mostEndpoints = 1_000): RefusedFeatures {
  const refused = createBoundedCache<string, Set<Feature>>(mostEndpoints)
  return {
    refuses: (endpoint, feature) => refused.get(endpoint)?.has(feature) ?? false,
    add: (endpoint, feature) => refused.set(endpoint, (refused.get(endpoint) ?? new Set()).add(feature)),
  }
}
