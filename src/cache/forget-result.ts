import type { ForgetResponse } from '../contract/cache.ts'
import { normaliseQuery } from './normalise-query.ts'
import type { QuestionPairs } from './question-pairs.ts'
import type { ResultStore } from './result-store.ts'

interface ForgetParts {
  store: Pick<ResultStore, 'get'>
  pairs: Pick<QuestionPairs, 'servedTo' | 'markDifferent'>
  /** A result and the older ones of its question in its partition. */
  withOlder: (id: string) => string[]
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
export function createForgetResult({ store, pairs, withOlder, drop, now }: ForgetParts) {
  return async ({ id, scope, query }: Forgetting): Promise<ForgetResponse | null> => {
    const result = await store.get(id, scope)
    if (result === null) return null
    const dropped = withOlder(id)
    const served = async () => (await Promise.all(dropped.map((one) => pairs.servedTo(one)))).flat()
    const asked = query === undefined ? await served() : [query]
    const others = new Map(asked.map((question) => [normaliseQuery(question), question]))
    // The same text asks the same, whatever anyone says of it.
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
