import type { EdgeClient } from '../../../src/client/index.ts'

const answers = new WeakMap<EdgeClient, Map<string, Promise<unknown>>>()

/** What a client was answered before, or is being answered; a failure is not kept. Every request counts against rate limits. */
export function remember<Answer>(
  edge: EdgeClient,
  what: string,
  fetch: () => Promise<Answer>,
): Promise<Answer> {
  const known = answers.get(edge) ?? new Map<string, Promise<unknown>>()
  answers.set(edge, known)
  const answer = (known.get(what) ?? fetch()) as Promise<Answer>
  known.set(what, answer)
  answer.catch(() => known.delete(what))
  return answer
}
