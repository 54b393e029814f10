import { SERVED_REMEMBERED } from '../../cache/question-pairs.ts'

/** The same text for a pair of questions in either order. */
export function pairOf(left: string, right: string): string {
  return JSON.stringify([left, right].sort())
}

/** Questions that a result was served to, with the time of each. */
export type ServedQuestions = Map<string, number>

/** The latest questions of both, oldest first. */
export function latestOf(earlier: ServedQuestions, later: ServedQuestions): ServedQuestions {
  const repeated = new Map([...earlier].filter(([query]) => !later.has(query)))
  return new Map([...repeated, ...later].slice(-SERVED_REMEMBERED))
}
