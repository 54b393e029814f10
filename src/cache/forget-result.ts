import type { ForgetResponse } from '../contract/cache.ts'
import { normaliseQuery } from './normalise-query.ts'
import type { QuestionPairs } from './question-pairs.ts'
import type { ResultStore } from './result-store.ts'

interface ForgetParts {
  store: Pick<ResultStore, 'get'>
  pairs: Pick<QuestionPairs, 'servedTo' | 'markDifferent'>
  /** A result and the older ones of the same question in its partition. */
  withOlder: (id: string) => string[]
  /** Drops results everywhere; returns how many there were. */
  drop: (ids: string[]) => Promise<number>
  now: () => number
}

/** The result to delete, its owner, and the question it was wrong for, if known. */
export interface Forgetting {
  id: string
  scope: string
  query?: string
}

/**
 * Deletes a result, with older ones that would be served instead, and records that the differently worded questions it
 * was served to are not the same, so that the mistake is not repeated; null when there is no such result.
 */
export function createForgetResult({ store, pairs, withOlder, drop, now }: ForgetParts) {
  return async ({ id, scope, query }: Forgetting): Promise<ForgetResponse | null> => {
    const result = await store.get(id, scope)
    if (result === null) return null
    const dropped = withOlder(id)
    const served = async () => (await Promise.all(dropped.map((one) => pairs.servedTo(one)))).flat()
    const asked = query === undefined ? await served() : [query]
    const others = new Map(asked.map((question) => [normaliseQuery(question), question]))
    // Identical texts ask the same thing, whatever the caller says.
    others.delete(result.normalisedQuery)
    await pairs.markDifferent(scope, {
      question: result.normalisedQuery,
      others: [...others.keys()],
      at: now(),
    })
    if ((await drop(dropped)) === 0) return null
    return { id, deleted: true, query: result.query, different_from: [...others.values()] }
  }
}
