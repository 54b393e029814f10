import { create, insert, searchVector } from '@orama/orama'
import { createCache } from 'llm-semantic-cache'

/** A cache that compares only cosine similarities. */
export interface PlainCache {
  name: string
  add(id: string, vector: Float32Array): Promise<unknown>
  lookUp(vector: Float32Array): Promise<unknown>
}

/** An in-memory semantic cache; its texts are mapped to vectors here. */
export async function openLlmSemanticCache(): Promise<PlainCache> {
  let current: number[] = []
  const cache = await createCache({ embedFn: async () => current, maxEntries: 1_000_000, threshold: 0.8 })
  return {
    name: 'llm-semantic-cache',
    add(id, vector) {
      current = Array.from(vector)
      return cache.set(id, id)
    },
    lookUp(vector) {
      current = Array.from(vector)
      return cache.get('asked')
    },
  }
}

/** An in-memory search engine, used for vector search only. */
export async function openOrama(): Promise<PlainCache> {
  const database = create({ schema: { embedding: 'vector[768]' } as const })
  return {
    name: '@orama/orama',
    add: async (id, vector) => insert(database, { id, embedding: Array.from(vector) }),
    lookUp: async (vector) =>
      searchVector(database, {
        mode: 'vector',
        vector: { value: Array.from(vector), property: 'embedding' },
        similarity: 0.8,
        limit: 10,
      }),
  }
}
