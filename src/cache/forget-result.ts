import type { ForgetResponse } from '../contract/cache.ts'
import { normaliseQuery } from './normalise-query.ts'
import type { QuestionPairs } from './question-pairs.ts'
import type { ResultStore } from './result-store.ts'

interface ForgetParts {
  store: Pick<ResultStore, 'get'>
  pairs: Pick<QuestionPairs, 'servedTo' | 'markDifferent'>
  /** All results of the question that one answers, in its partition, itself among them. */
  ofSameQuestion: (id: string) => string[]
  /** Drops results from everywhere; tells how many there were. */
  drop: (ids: string[]) => Promise<number>
  now: () => number
}

/** Which result to forget, whose it is, and the question it was wrong for, where that is known. */
export interface Forgetting {
  id: string
  scope: string
  query?: string
}

/**
 * Drops a result, with older ones that would be served in its place, and remembers that the questions it was served to in
 * other words are not the one it answers, so that the same mistake is not made twice; null where there is no such result.
 */
export function createForgetResult({ store, pairs, ofSameQuestion, drop, now }: ForgetParts) {
  return async ({ id, scope, query }: Forgetting): Promise<ForgetResponse | null> => {
    const result = await store.get(id, scope)
    if (result === null) return null
    const asked = query === undefined ? await pairs.servedTo(id) : [query]
    const others = new Map(asked.map((question) => [normaliseQuery(question), question]))
    // The same text asks the same, whatever anyone says of it.
    others.delete(result.normalisedQuery)
    await pairs.markDifferent(scope, {
      question: result.normalisedQuery,
      others: [...others.keys()],
      at: now(),
    })
    if ((await drop(ofSameQuestion(id))) === 0) return null
    return { id, deleted: true, query: result.query, different_from: [...others.values()] }
  }
}
