import { LRUCache } from 'lru-cache'

/** Request features that not every model or compatible server supports. */
export type Feature = 'schema' | 'temperature' | 'seed' | 'stream' | 'stream_options' | 'max_tokens'

/** Remembers which endpoint rejected which feature, so that it is not requested there again. */
export interface RefusedFeatures {
  refuses(endpoint: string, feature: Feature): boolean
  add(endpoint: string, feature: Feature): void
  /** The maximum of max_tokens that the endpoint has stated; infinite when it has stated none. */
  mostTokens(endpoint: string): number
  limitTokens(endpoint: string, mostTokens: number): void
}

/** Remembers for the life of the process; beyond the maximum, the endpoint used least recently is forgotten. */
export function createRefusedFeatures(mostEndpoints = 1_000): RefusedFeatures {
  const known = new LRUCache<string, { refused: Set<Feature>; mostTokens: number }>({ max: mostEndpoints })
  const about = (endpoint: string) =>
    known.get(endpoint) ?? { refused: new Set<Feature>(), mostTokens: Number.POSITIVE_INFINITY }
  return {
    refuses: (endpoint, feature) => about(endpoint).refused.has(feature),
    add(endpoint, feature) {
      const { refused, mostTokens } = about(endpoint)
      known.set(endpoint, { refused: refused.add(feature), mostTokens })
    },
    mostTokens: (endpoint) => about(endpoint).mostTokens,
    limitTokens: (endpoint, mostTokens) => known.set(endpoint, { ...about(endpoint), mostTokens }),
  }
}
