import { createBoundedCache } from '../../../utils/bounded-cache.ts'

/** What a request may ask for and not every model or compatible server takes. */
export type Feature = 'schema' | 'temperature'

/** Remembers which endpoint refused which feature, so that it is not asked for there again. */
export interface RefusedFeatures {
  refuses(endpoint: string, feature: Feature): boolean
  add(endpoint: string, feature: Feature): void
}

/** A memory for the life of the process; beyond so many endpoints the one not asked for longest is forgotten. */
export function createRefusedFeatures(mostEndpoints = 1_000): RefusedFeatures {
  const refused = createBoundedCache<string, Set<Feature>>(mostEndpoints)
  return {
    refuses: (endpoint, feature) => refused.get(endpoint)?.has(feature) ?? false,
    add: (endpoint, feature) => refused.set(endpoint, (refused.get(endpoint) ?? new Set()).add(feature)),
  }
}
