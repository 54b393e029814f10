import type { Abstention } from '../../contract/deliberation.ts'
import { answerInProse, settledStatement } from './answer-in-prose.ts'
import { cleanAnswer } from './clean-answer.ts'
import { cutText } from './cut-text.ts'
import { givesUp, isDeclining } from './declining.ts'
import { objectsIn, opensAsObject } from './json-in-reply.ts'
import { ownWords } from './own-words.ts'
import { LONGEST_REASON, type ParsedReply, readFields, readVerdict } from './reply-fields.ts'
import { statedAnswer } from './stated-answer.ts'
import { withoutThinking } from './thinking.ts'

export type { ParsedReply } from './reply-fields.ts'

export type ReplyReading = { reply: ParsedReply } | { abstention: Abstention }

const LONGEST_SHOWN = 200

/** Reads a reply to a question, whatever its format: JSON, bare or fenced, or prose with its answer somewhere in it. */
export function parseReply(text: string, query = ''): ReplyReading {
  const spoken = withoutThinking(text)?.trim() ?? null
  if (spoken === null) return abstain('unreadable', 'The reply ends before the model was done thinking.')
  if (spoken === '') return abstain('unreadable', 'The model replied with an empty text.')
  const reply = readObject(spoken, query) ?? readProse(spoken, query)
  if (reply.answer === '') return withoutAnswer(spoken)
  if (isDeclining(reply.answer)) return abstain('declined', reply.reason || reply.answer)
  return { reply }
}

function withoutAnswer(text: string): ReplyReading {
  if (givesUp(text)) return abstain('declined', cutText(text, LONGEST_REASON))
  const shown = text.length > LONGEST_SHOWN ? `…${text.slice(-LONGEST_SHOWN)}` : text
  return abstain('unreadable', `The reply holds no answer: ${shown}`)
}

/** The reply of the first object that gives an answer; an empty one when there are objects but none does. */
function readObject(text: string, query: string): ParsedReply | null {
  let empty: ParsedReply | null = null
  for (const fields of objectsIn(text)) {
    const reply = readFields(fields)
    const answer = cleanAnswer(settledStatement(reply.answer, query))
    if (answer !== '') return { ...reply, answer }
    empty = { ...reply, answer }
  }
  // An object amid prose may be an aside; prose that states an answer is then the reply.
  if (empty !== null && (opensAsObject(text) || statedAnswer(text) === null)) return empty
  return null
}

function readProse(text: string, query: string): ParsedReply {
  const answer = opensAsObject(text) ? '' : (answerInProse(text, query) ?? '')
  return {
    answer: cleanAnswer(answer),
    reason: answer === text ? '' : cutText(ownWords(text), LONGEST_REASON),
    claims: [],
    verdict: readVerdict(text),
    refutedBy: null,
    rebuttal: null,
  }
}

function abstain(code: string, message: string): ReplyReading {
  return { abstention: { code, message } }
}
