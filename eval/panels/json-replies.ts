import { optionsOf } from '../../src/engine/reading/question/options.ts'
import { parseReply } from '../../src/engine/reading/reply/parse-reply.ts'
import { findQuantities } from '../../src/language/quantity/index.ts'
import { sentencesOf } from '../../src/language/sentences.ts'
import { stableHash } from '../../src/utils/stable-hash.ts'
import type { Recording } from './recordings.ts'

const MOST_CLAIMS = 3

/**
 * A recording with every reply rewritten as the JSON our prompts ask for: the answer it comes to, as short as it can be
 * said or in a sentence of its own, the whole reply as the reason, and its first sentences as claims. Replies that come
 * to no answer stay as they are.
 */
export function asJsonReplies(recording: Recording): Recording {
  const replies = [...recording.replies].map(([model, text]): [string, string | null] => [
    model,
    text === null ? null : rewritten(text, recording.query, model),
  ])
  return { ...recording, set: `${recording.set} as JSON`, replies: new Map(replies) }
}

function rewritten(text: string, query: string, model: string): string {
  const reading = parseReply(text, query)
  if (!('reply' in reading)) return text
  const { answer, reason } = reading.reply
  const forms = formsOf(answer, { text, query })
  return JSON.stringify({
    answer: forms[stableHash(`${model}|${query}`) % forms.length],
    reason,
    claims: sentencesOf(reason).slice(0, MOST_CLAIMS),
  })
}

/** The ways in which models put such an answer into the field. */
function formsOf(answer: string, { text, query }: { text: string; query: string }): string[] {
  const option = optionsOf(query).get(answer)
  if (option !== undefined)
    return [answer, `(${answer})`, `${answer}. ${option}`, `The answer is (${answer}).`]
  const [quantity, ...others] = findQuantities(answer)
  if (answer === text || quantity === undefined || others.length > 0) return [answer]
  const stated = sentencesOf(text).findLast(
    (sentence) => sentence.includes(answer) && findQuantities(sentence).length === 1,
  )
  return stated === undefined ? [answer] : [answer, `**${answer}**`, stated]
}
