import type { Abstention, Verdict } from '../../../contract/deliberation.ts'
import { LIMITS } from '../../../contract/limits.ts'
import type { Prompt } from '../../panel/model-port.ts'
import { answerInProse } from '../prose/answer-in-prose.ts'
import { givesUp, isDeclining } from '../prose/declining.ts'
import { statedAnswer } from '../prose/stated-answer.ts'
import { cutText } from '../text/cut-text.ts'
import { keepText } from '../text/kept-text.ts'
import { normalForm } from '../text/normal-form.ts'
import { type Fields, objectsIn, opensAsObject, parseObject } from './json-in-reply.ts'
import {
  answerByParts,
  isReply,
  LONGEST_REASON,
  type ParsedReply,
  readFields,
  readVerdict,
} from './reply-fields.ts'
import { withoutThinking } from './thinking.ts'

export type { ParsedReply } from './reply-fields.ts'

export type ReplyReading = { reply: ParsedReply } | { abstention: Abstention }

const LONGEST_SHOWN = 200
/**
 * Twice the longest answer that is kept. A longer text is read only as JSON or as an answer by itself; it is not
 * searched.
 */
const LONGEST_SEARCHED = 2 * LIMITS.answerCharacters

/**
 * Reads a reply to a question in any format: JSON, bare or fenced, or prose that contains its answer. The answer in an
 * object is used unchanged; prose is itself the answer, unless a short one was asked for and the prose states one.
 */
export function parseReply(text: string, query = '', prompt?: Prompt): ReplyReading {
  const spoken = withoutThinking(text, prompt)
  if (spoken === null) return abstain('unreadable', 'The reply ends before the model finished thinking.')
  if (spoken.trim() === '') return abstain('unreadable', 'The model replied with an empty text.')
  const isSearched = spoken.length <= LONGEST_SEARCHED
  const reply = isSearched ? (readObject(spoken.trim()) ?? readProse(spoken, query)) : readLong(spoken)
  const said = normalForm(reply.answer.slice(0, LIMITS.answerCharacters))
  if (!/[\p{L}\p{N}\p{S}]/u.test(said)) return withoutAnswer(spoken.trim())
  if (isDeclining(said)) return abstain('declined', reply.reason || reply.answer)
  const [answer, reason] = [keepText(reply.answer, 'answer'), keepText(reply.reason, 'reason')]
  const notes = [...answer.notes, ...reason.notes]
  const kept = { ...reply, answer: answer.text, reason: reason.text }
  return { reply: notes.length > 0 ? { ...kept, notes } : kept }
}

function withoutAnswer(text: string): ReplyReading {
  if (givesUp(text)) return abstain('declined', cutText(text, LONGEST_REASON))
  const shown = text.length > LONGEST_SHOWN ? `…${text.slice(-LONGEST_SHOWN)}` : text
  return abstain('unreadable', `The reply contains no answer: ${shown}`)
}

/** A reply too long to be searched: its fields if all of it is JSON, otherwise the text itself is the answer. */
function readLong(text: string): ParsedReply {
  const fields = parseObject(text.trim())
  if (fields !== null && isReply(fields)) return readFields(fields)
  return proseWith(opensAsObject(text.trim()) ? '' : text, '', null)
}

/** The reply of the first object that gives an answer; an empty one if there are objects but none gives an answer. */
function readObject(text: string): ParsedReply | null {
  let empty: ParsedReply | null = null
  for (const fields of objectsIn(text)) {
    // A model that is asked for JSON may return an object that is the answer itself.
    const byParts = answerByParts(fields)
    if (byParts === '' && !isReply(fields)) continue
    const reply = byParts === '' ? readFields(fields) : { ...readFields(fields), answer: byParts }
    if (reply.answer.trim() !== '') return reply
    empty = reply
  }
  // An object inside prose may be an aside; if the prose states an answer, the prose is the reply.
  if (empty !== null && (opensAsObject(text) || statedAnswer(text) === null)) return empty
  return null
}

function readProse(text: string, query: string): ParsedReply {
  const answer = isBrokenReply(text) ? '' : (answerInProse(text, query) ?? '')
  return proseWith(answer, answer === text ? '' : text, readVerdict(text))
}

function proseWith(answer: string, reason: string, verdict: Verdict | null): ParsedReply {
  return { answer, reason, claims: [], verdict, refutedBy: null, rebuttal: null }
}

/** Whether a text begins as a reply in JSON but ends before its answer. */
function isBrokenReply(text: string): boolean {
  if (!opensAsObject(text.trim())) return false
  const objects: Fields[] = [...objectsIn(text.trim())]
  return objects.length === 0 || objects.some((fields) => isReply(fields) || fields.size === 0)
}

function abstain(code: string, message: string): ReplyReading {
  return { abstention: { code, message } }
}
