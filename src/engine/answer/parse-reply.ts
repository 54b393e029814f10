import type { Abstention, Verdict } from '../../contract/deliberation.ts'
import { cleanAnswer } from './clean-answer.ts'
import { cutText } from './cut-text.ts'
import { type Fields, objectsIn } from './json-in-reply.ts'
import { statedAnswer } from './stated-answer.ts'

/** A model's reply, read. */
export interface ParsedReply {
  answer: string
  reason: string
  claims: string[]
  verdict: Verdict | null
  refutedBy: string | null
  rebuttal: string | null
}

export type ReplyReading = { reply: ParsedReply } | { abstention: Abstention }

const LONGEST = { reason: 4_000, claim: 500, rebuttal: 1_000 }
const MOST_CLAIMS = 12
const DEEPEST_LIST = 3
const DECLINES =
  /^(?:(?:i(?:'m| am)? sorry|sorry|unfortunately|apologies)[,.\s]*(?:but\s+)?)?(?:i|we)(?:\s+|(?='))(?:do\s*n[o']t know|can(?:no|')t (?:answer|help|assist|determine)|(?:am|'m|are|'re) (?:not able|unable) to|have no (?:answer|knowledge)|could not (?:find|determine))|^(?:unknown|no answer|n\/a)\.?$/i

/** Reads a reply of any format: JSON, bare or fenced, or prose with its answer somewhere in it. */
export function parseReply(text: string): ReplyReading {
  const trimmed = text.trim()
  if (trimmed === '') return abstain('unreadable', 'The model replied with an empty text.')
  const reply = readObject(trimmed) ?? readProse(trimmed)
  if (reply.answer === '') return abstain('unreadable', `The reply holds no answer: ${trimmed.slice(0, 200)}`)
  if (DECLINES.test(reply.answer.replaceAll('’', "'")))
    return abstain('declined', reply.reason || reply.answer)
  return { reply }
}

/** The reply of the first object that gives an answer; an empty one when there are objects but none does. */
function readObject(text: string): ParsedReply | null {
  let empty: ParsedReply | null = null
  for (const fields of objectsIn(text)) {
    const reply = readFields(fields)
    if (reply.answer !== '') return reply
    empty = reply
  }
  // An object amid prose may be an aside; prose that states an answer is then the reply.
  return empty !== null && statedAnswer(text) === null ? empty : null
}

function readFields(fields: Fields): ParsedReply {
  const claims = fields.get('claims')
  const reason = fields.get('reason') ?? fields.get('reasons') ?? fields.get('reasoning')
  return {
    answer: cleanAnswer(textOf(fields.get('answer'))),
    reason: cutText(textOf(reason), LONGEST.reason),
    claims: Array.isArray(claims) ? readClaims(claims) : [],
    verdict: readVerdict(textOf(fields.get('verdict'))),
    refutedBy: cutText(textOf(fields.get('refuted_by')), LONGEST.rebuttal) || null,
    rebuttal: cutText(textOf(fields.get('rebuttal')), LONGEST.rebuttal) || null,
  }
}

function readClaims(claims: unknown[]): string[] {
  return claims
    .map((claim) => cutText(textOf(claim), LONGEST.claim))
    .filter((claim) => claim !== '')
    .slice(0, MOST_CLAIMS)
}

function readProse(text: string): ParsedReply {
  const stated = statedAnswer(text)
  return {
    answer: cleanAnswer(stated ?? text),
    reason: stated === null ? '' : cutText(text, LONGEST.reason),
    claims: [],
    verdict: readVerdict(/^\W*(accept|amend|reject)/i.exec(text)?.[1] ?? ''),
    refutedBy: null,
    rebuttal: null,
  }
}

function readVerdict(word: string): Verdict | null {
  const match = /^(accept|amend|reject)/i.exec(word.trim())
  return match ? (match[1]?.toLowerCase() as Verdict) : null
}

function textOf(value: unknown, depth = 0): string {
  if (typeof value === 'string') return value.trim()
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value) && depth < DEEPEST_LIST)
    return value
      .map((item) => textOf(item, depth + 1))
      .filter(Boolean)
      .join(', ')
  return ''
}

function abstain(code: string, message: string): ReplyReading {
  return { abstention: { code, message } }
}
