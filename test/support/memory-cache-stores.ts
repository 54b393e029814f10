import {
  type CacheTally,
  PAIRS_REMEMBERED,
  type QuestionPairs,
  SERVED_REMEMBERED,
  type TallyStore,
} from '../../src/cache/past-questions.ts'

/** Statistics of the cache in memory. */
export function createMemoryTallyStore(): TallyStore {
  const tallies = new Map<string, CacheTally>()
  const tallyOf = (scope: string) => tallies.get(scope) ?? { lookups: 0, hits: 0, similaritySum: 0 }
  return {
    add(scope, tally) {
      const sum = tallyOf(scope)
      tallies.set(scope, {
        lookups: sum.lookups + tally.lookups,
        hits: sum.hits + tally.hits,
        similaritySum: sum.similaritySum + tally.similaritySum,
      })
    },
    async read(scope) {
      return tallyOf(scope)
    },
  }
}

/** Pairs of questions in memory. */
export function createMemoryQuestionPairs(): QuestionPairs {
  const served = new Map<string, string[]>()
  const different = new Map<string, string[]>()
  const keyOf = (left: string, right: string) => JSON.stringify([left, right].sort())
  return {
    noteServed(resultId, asked) {
      const others = (served.get(resultId) ?? []).filter((question) => question !== asked)
      served.set(resultId, [asked, ...others].slice(0, SERVED_REMEMBERED))
    },
    async servedTo(resultId) {
      return served.get(resultId) ?? []
    },
    async markDifferent(scope, { question, others }) {
      const added = others.map((other) => keyOf(question, other))
      const before = (different.get(scope) ?? []).filter((key) => !added.includes(key))
      different.set(scope, [...before, ...added].slice(-PAIRS_REMEMBERED))
    },
    async areDifferent(scope, left, right) {
      return different.get(scope)?.includes(keyOf(left, right)) ?? false
    },
  }
}
