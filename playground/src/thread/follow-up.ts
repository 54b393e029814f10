import type { EdgeRequest } from '../../../src/client/index.ts'
import { picturesIn } from '../ask/added-files.ts'
import type { RunState } from '../run/run-state.ts'

type Message = NonNullable<EdgeRequest['messages']>[number]

/** As much of a conversation as is sent with the next message; more would not fit into most models. */
const MOST_CHARACTERS = 200_000

/** The request for the next message of a conversation: as the one before, with what was said since. */
export function followUpRequest(before: EdgeRequest, past: RunState[], query: string): EdgeRequest {
  const { skip_cache: _, messages = [], ...options } = before
  const kept = messages.filter(({ role, content }) => role === 'system' || picturesIn(content).length > 0)
  return withMessages({ ...options, query }, [...kept, ...sentTurns(past).flat()])
}

/** The request that gave a stored result, as far as the result tells. */
export function requestFor({ question, result }: RunState, past: RunState[]): EdgeRequest {
  const models = result?.models ?? []
  return withMessages(
    // A panel of one model has several replies of it.
    { query: question, models, ...(models.length === 1 ? { samples: 2 } : {}) },
    sentTurns(past).flat(),
  )
}

function withMessages(request: EdgeRequest, messages: Message[]): EdgeRequest {
  return messages.length === 0 ? request : { ...request, messages }
}

/** The turns that are sent with the next message, as question and answer: those with an answer, as many of the latest as fit. */
export function sentTurns(past: RunState[]): Message[][] {
  const turns = past.flatMap(({ question, result }): Message[][] =>
    result === null || result.final_answer.trim() === ''
      ? []
      : [
          [
            { role: 'user', content: question },
            { role: 'assistant', content: result.final_answer },
          ],
        ],
  )
  let left = MOST_CHARACTERS
  const first = turns.findLastIndex((turn) => {
    for (const { content } of turn) left -= content.length
    return left < 0
  })
  return turns.slice(first + 1)
}
