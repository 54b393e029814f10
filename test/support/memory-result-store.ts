import type { CacheTally, ResultFilter, ResultStore, StoredResult } from '../../src/cache/result-store.ts'

/** The result store as simply as it can be written, for tests that are not about storing. */
export function createMemoryResultStore(): ResultStore {
  const results = new Map<string, StoredResult>()
  const tallies = new Map<string, CacheTally>()
  const tallyOf = (scope: string) => tallies.get(scope) ?? { lookups: 0, hits: 0, similaritySum: 0 }
  const fits = (result: StoredResult, { scope, router, fingerprint }: ResultFilter) =>
    result.scope === scope &&
    result.router === router &&
    (fingerprint === null || result.fingerprint === fingerprint)

  return {
    async save(result) {
      results.set(result.id, result)
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
    async all(now) {
      return [...results.values()]
        .filter(({ keptUntil }) => keptUntil > now)
        .sort((left, right) => left.createdAt - right.createdAt)
    },
    async replaceVector(id, vector, embedder) {
      const found = results.get(id)
      if (found !== undefined) results.set(id, { ...found, vector, embedder })
    },
    async sweep(now, most) {
      const newestFirst = [...results.values()].sort((left, right) => right.createdAt - left.createdAt)
      const surplus = newestFirst.filter(({ keptUntil }, place) => keptUntil <= now || place >= most)
      for (const { id } of surplus) results.delete(id)
      return surplus.map(({ id }) => id)
    },
    async addToTally(scope, tally) {
      const sum = tallyOf(scope)
      tallies.set(scope, {
        lookups: sum.lookups + tally.lookups,
        hits: sum.hits + tally.hits,
        similaritySum: sum.similaritySum + tally.similaritySum,
      })
    },
    async tally(scope) {
      return tallyOf(scope)
    },
  }
}
