import type { Abstention, Verdict } from '../../contract/deliberation.ts'
import { cleanAnswer } from './clean-answer.ts'

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

const LONGEST_ANSWER = 4_000
const DECLINES =
  /^(?:(?:i(?:'m| am)? sorry|sorry|unfortunately|apologies)[,.\s]*(?:but\s+)?)?(?:i|we)(?:\s+|(?='))(?:do\s*n[o']t know|can(?:no|')t (?:answer|help|assist|determine)|(?:am|'m|are|'re) (?:not able|unable) to|have no (?:answer|knowledge)|could not (?:find|determine))|^(?:unknown|no answer|n\/a)\.?$/i
const STATED_ANSWER = [
  /\\boxed\{((?:[^{}]|\{[^{}]*\})+)\}/g,
  /\b(?:final answer|the (?:correct |right |best )?answer|answer)\s*(?:is|:)\s*:?\s*\**\s*([^\n]+?)(?=\.(?:\s|$)|\n|$)/gi,
]

/** Reads a reply of any format: JSON, bare or fenced, or prose with its answer somewhere in it. */
export function parseReply(text: string): ReplyReading {
  const trimmed = text.trim()
  if (trimmed === '') return abstain('unreadable', 'The model replied with an empty text.')
  const fields = jsonObjectIn(trimmed)
  const reply = fields === null ? readProse(trimmed) : readFields(fields)
  if (reply === null || reply.answer === '')
    return abstain('unreadable', `The reply holds no answer: ${trimmed.slice(0, 200)}`)
  if (DECLINES.test(reply.answer.replaceAll('’', "'")))
    return abstain('declined', reply.reason || reply.answer)
  return { reply }
}

function readFields(fields: Record<string, unknown>): ParsedReply | null {
  const answer = textOf(fields.answer)
  if (answer === '') return null
  return {
    answer: cleanAnswer(answer).slice(0, LONGEST_ANSWER),
    reason: textOf(fields.reason ?? fields.reasons ?? fields.reasoning),
    claims: Array.isArray(fields.claims) ? fields.claims.map(textOf).filter((claim) => claim !== '') : [],
    verdict: readVerdict(textOf(fields.verdict)),
    refutedBy: textOf(fields.refuted_by) || null,
    rebuttal: textOf(fields.rebuttal) || null,
  }
}

function readProse(text: string): ParsedReply {
  const stated = STATED_ANSWER.flatMap((pattern) => [...text.matchAll(pattern)])
    .sort((left, right) => left.index - right.index)
    .at(-1)?.[1]
  const answer = cleanAnswer(stated ?? text).slice(0, LONGEST_ANSWER)
  const verdict = readVerdict(/^\W*(accept|amend|reject)/i.exec(text)?.[1] ?? '')
  return {
    answer,
    reason: stated === undefined ? '' : text,
    claims: [],
    verdict,
    refutedBy: null,
    rebuttal: null,
  }
}

/** How many opening braces are tried as the beginning of the object. */
const BRACES_TRIED = 8

/** The JSON object in a text, whatever stands around it; null when there is none. */
function jsonObjectIn(text: string): Record<string, unknown> | null {
  const end = text.lastIndexOf('}')
  let start = text.indexOf('{')
  for (let tried = 0; start !== -1 && start < end && tried < BRACES_TRIED; tried++) {
    const value = parseJson(text.slice(start, end + 1))
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>
    start = text.indexOf('{', start + 1)
  }
  return null
}

/** Parses JSON, also when it holds single backslashes, as models write them in LaTeX. */
function parseJson(text: string): unknown {
  for (const candidate of [text, text.replace(/\\(?!["\\/bfnrtu])/g, '\\\\')]) {
    try {
      return JSON.parse(candidate)
    } catch {
      // Not JSON in this reading.
    }
  }
  return null
}

function readVerdict(word: string): Verdict | null {
  const match = /^(accept|amend|reject)/i.exec(word.trim())
  return match ? (match[1]?.toLowerCase() as Verdict) : null
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value.trim()
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return value.map(textOf).filter(Boolean).join(', ')
  return ''
}

function abstain(code: string, message: string): ReplyReading {
  return { abstention: { code, message } }
}
