import { coversFingerprint } from '../../src/cache/cache-policy.ts'
import {
  LONGEST_NEAR,
  type NewResult,
  type PastQuestions,
  type QuestionFilter,
  type StoredResult,
} from '../../src/cache/past-questions.ts'
import { dotProduct } from '../../src/vectors/cosine.ts'

interface Question {
  number: number
  vector: Float32Array | null
  embedder: string
}

/** Past questions as simply as they can be stored, for tests that are not about storing; opened for any model. */
export function createMemoryPastQuestions(): (embedder: string) => PastQuestions {
  const results = new Map<string, StoredResult>()
  const traces = new Map<string, NewResult['trace']>()
  const questions = new Map<string, Question>()
  const used = new Map<string, number>()
  const usedAt = ({ id, createdAt }: StoredResult) => used.get(id) ?? createdAt
  const keyOf = ({ scope, router, edition, fingerprint, normalisedQuery }: StoredResult) =>
    JSON.stringify([scope, router, edition, fingerprint, normalisedQuery])
  const fits = (result: StoredResult, { scope, router, edition, fingerprint }: QuestionFilter) =>
    result.scope === scope &&
    result.router === router &&
    (edition ?? result.edition) === result.edition &&
    coversFingerprint(fingerprint, result.fingerprint)
  const newestFirst = (fitting: (result: StoredResult) => boolean) =>
    [...results.values()].filter(fitting).sort((left, right) => right.createdAt - left.createdAt)
  const bytesOf = ({ id, query, response }: StoredResult) =>
    Buffer.byteLength(query + JSON.stringify(response) + JSON.stringify(traces.get(id)))
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
  const count = () => ({ entries: results.size, bytes: sum([...results.values()].map(bytesOf)) })
  let asked = 0

  function removeAll(ids: string[]): number {
    const removed = ids.filter((id) => results.delete(id)).length
    const left = new Set([...results.values()].map(keyOf))
    for (const key of questions.keys()) if (!left.has(key)) questions.delete(key)
    return removed
  }

  /** The result to give up first. */
  function leastUsed(by: 'entries' | 'bytes'): StoredResult {
    const all = [...results.values()]
    const held = (owner: string) =>
      sum(all.map((result) => (result.owner === owner ? (by === 'bytes' ? bytesOf(result) : 1) : 0)))
    return all.sort((left, right) => held(right.owner) - held(left.owner) || usedAt(left) - usedAt(right))[0]!
  }

  return (embedder) => ({
    async save({ trace, ...result }, vector) {
      traces.set(result.id, trace)
      results.set(result.id, result)
      const known = questions.get(keyOf(result)) ?? { number: ++asked, vector: null, embedder: '' }
      questions.set(keyOf(result), known)
      if (vector !== null) Object.assign(known, { vector, embedder })
    },
    async get(id, scope) {
      const found = results.get(id)
      return found?.scope === scope ? found : null
    },
    async traceOf(id, owner) {
      return results.get(id)?.owner === owner ? traces.get(id)! : null
    },
    async findExact(query, filter, now) {
      return (
        newestFirst(
          (result) => result.normalisedQuery === query && result.servedUntil > now && fits(result, filter),
        )[0] ?? null
      )
    },
    async nearest(vector, filter, { limit, servedAt = -1 }) {
      return [...questions]
        .flatMap(([key, question]) => {
          if (question.vector === null || question.embedder !== embedder) return []
          const [newest] = newestFirst(
            (result) => keyOf(result) === key && result.servedUntil > servedAt && fits(result, filter),
          )
          if (newest === undefined) return []
          const { id: resultId, createdAt } = newest
          const query = newest.query.slice(0, LONGEST_NEAR)
          const normalisedQuery = newest.normalisedQuery.slice(0, LONGEST_NEAR)
          return [
            { cosine: dotProduct(vector, question.vector), resultId, query, normalisedQuery, createdAt },
          ]
        })
        .sort((left, right) => right.cosine - left.cosine)
        .slice(0, limit)
    },
    markUsed(id, at) {
      used.set(id, at)
    },
    async withOlder(id) {
      const found = results.get(id)
      if (found === undefined) return []
      return newestFirst(
        (result) =>
          keyOf(result) === keyOf(found) &&
          result.owner === found.owner &&
          result.createdAt <= found.createdAt,
      ).map((result) => result.id)
    },
    remove: async (ids) => removeAll(ids),
    expire: async (now) => removeAll(newestFirst(({ keptUntil }) => keptUntil <= now).map(({ id }) => id)),
    async evict(bounds) {
      let removed = 0
      for (;;) {
        const size = count()
        const exceeded = (['entries', 'bytes'] as const).find((one) => size[one] > bounds[one])
        if (exceeded === undefined) return removed
        removed += removeAll([leastUsed(exceeded).id])
      }
    },
    count: async () => count(),
    countOutdated: async (after) =>
      [...questions.values()].filter(({ number, embedder: by }) => number > after && by !== embedder).length,
    async outdated(after, limit) {
      return [...questions]
        .filter(([, question]) => question.embedder !== embedder && question.number > after)
        .slice(0, limit)
        .map(([key, { number }]) => ({
          number,
          query: newestFirst((result) => keyOf(result) === key)[0]!.query,
        }))
    },
    async setVectors(vectors) {
      for (const question of questions.values()) {
        const vector = vectors.get(question.number)
        if (vector !== undefined) Object.assign(question, { vector, embedder })
      }
    },
  })
}
