import { optionsOf } from '../../src/engine/reading/question/options.ts'
import { parseReply } from '../../src/engine/reading/reply/parse-reply.ts'
import { findQuantities } from '../../src/language/quantity/index.ts'
import { sentencesOf } from '../../src/language/sentences.ts'
import { stableHash } from '../../src/utils/stable-hash.ts'
import type { Recording } from './recordings.ts'

const MOST_CLAIMS = 3

/**
 * Rewrites every reply of a recording as the JSON our prompts ask for: its answer, as short as possible or as a sentence,
 * the whole reply as the reason, and its first sentences as claims. Replies without an answer stay unchanged.
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

/** The forms in which models write such an answer into the field. */
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
