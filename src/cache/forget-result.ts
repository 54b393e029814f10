import type { ForgetResponse } from '../contract/cache.ts'
import { normaliseQuery } from './normalise-query.ts'
import type { PastQuestions } from './past-questions.ts'
import type { QuestionPairs } from './question-pairs.ts'

interface ForgetParts {
  questions: Pick<PastQuestions, 'get' | 'withOlder' | 'remove'>
  pairs: Pick<QuestionPairs, 'servedTo' | 'markDifferent'>
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
export function createForgetResult({ questions, pairs, now }: ForgetParts) {
  return async ({ id, scope, query }: Forgetting): Promise<ForgetResponse | null> => {
    const result = await questions.get(id, scope)
    if (result === null) return null
    const dropped = await questions.withOlder(id)
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
    if ((await questions.remove(dropped)) === 0) return null
    return { id, deleted: true, query: result.query, different_from: [...others.values()] }
  }
}
