import type { ResultFilter, ResultStore, StoredResult } from '../../src/cache/result-store.ts'

/** The result store as simply as it can be written, for tests that are not about storing. */
export function createMemoryResultStore(): ResultStore {
  const results = new Map<string, StoredResult>()
  const vectors = new Map<string, Float32Array>()
  const used = new Map<string, number>()
  const usedAt = ({ id, createdAt }: StoredResult) => used.get(id) ?? createdAt
  const fits = (result: StoredResult, { scope, router, edition, fingerprint }: ResultFilter) =>
    result.scope === scope &&
    result.router === router &&
    result.edition === edition &&
    (fingerprint === null || result.fingerprint === fingerprint)

  return {
    async save(result, vector) {
      results.set(result.id, result)
      if (vector !== null) vectors.set(result.id, vector)
    },
    async get(id, scope) {
      const found = results.get(id)
      return found?.scope === scope ? found : null
    },
    async findExact(normalisedQuery, filter, now) {
      const fitting = [...results.values()]
        .filter((result) => result.normalisedQuery === normalisedQuery && fits(result, filter))
        .filter(({ servedUntil }) => servedUntil > now)
        .sort((left, right) => right.createdAt - left.createdAt)
      return fitting[0] ?? null
    },
    async list() {
      return [...results.values()]
        .sort((left, right) => usedAt(left) - usedAt(right))
        .map((result) => {
          const { response: _, ...summary } = result
          return { ...summary, usedAt: usedAt(result) }
        })
    },
    async vectorsOf(ids) {
      return new Map(ids.flatMap((id) => (vectors.has(id) ? [[id, vectors.get(id)!]] : [])))
    },
    async replaceVector(id, vector, embedder) {
      const found = results.get(id)
      if (found === undefined) return
      results.set(id, { ...found, embedder })
      vectors.set(id, vector)
    },
    async remove(ids) {
      for (const id of ids) vectors.delete(id)
      return ids.filter((id) => results.delete(id)).length
    },
    markUsed(id, at) {
      used.set(id, at)
    },
  }
}
