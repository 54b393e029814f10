import type { TextNote, Verdict } from '../../../contract/deliberation.ts'
import { cutText } from '../text/cut-text.ts'
import type { Fields } from './json-in-reply.ts'

/** The reply of a model after reading. */
export interface ParsedReply {
  /** As it was written. */
  answer: string
  reason: string
  claims: string[]
  verdict: Verdict | null
  refutedBy: string | null
  rebuttal: string | null
  /** Changes that were made to its answer, or what may mislead a reader; absent if there is nothing to note. */
  notes?: TextNote[]
  /** Whether the provider cut the text off; absent when it is whole. */
  isCut?: true
}

/** The longest text of a model that is quoted as the reason for its abstention. */
export const LONGEST_REASON = 4_000

/** A longer claim is cut. */
export const LONGEST_CLAIM = 500
const LONGEST_REBUTTAL = 1_000
/** The most claims that are kept of a reply. */
export const MOST_CLAIMS = 12
const DEEPEST_VALUE = 3
/** The fields in which models put their answer, the most certain first. */
const ANSWER_KEYS = [
  ...['answer', 'final_answer', 'finalanswer', 'correct_answer', 'short_answer', 'the_answer'],
  ...['result', 'choice', 'option', 'correct_option', 'selected_option', 'solution', 'response'],
]
const REASON_KEYS = ['reason', 'reasons', 'reasoning', 'explanation', 'rationale', 'thought', 'thoughts']
/** The other fields of a reply. */
const OTHER_KEYS = [
  'claims',
  'verdict',
  'refuted_by',
  'rebuttal',
  'confidence',
  'unit',
  'note',
  'notes',
  'draft',
]
/** Fields that only a reply has; the other names may also occur in an answer that is an object itself. */
const SURE_KEYS = new Set([...ANSWER_KEYS.slice(0, 6), 'verdict', 'refuted_by'])
const KNOWN_KEYS = new Set([...ANSWER_KEYS, ...REASON_KEYS, ...OTHER_KEYS])
/**
 * An answer that is an object itself, recognised by all its fields: {"value": 5, "unit": "km"}, {"letter": "C", "text":
 * "…"}.
 */
const PARTS = [
  ['value', 'unit'],
  ['amount', 'unit'],
  ['amount', 'currency'],
  ['letter', 'text'],
  ['option', 'text'],
  ['choice', 'text'],
  ['answer'],
  ['text'],
  ['name'],
]

/** Whether an object is a reply, rather than an answer that is an object itself. */
export function isReply(fields: Fields): boolean {
  const names = [...fields.keys()]
  return names.some((name) => SURE_KEYS.has(name)) || (names.length > 0 && isWholly(fields))
}

/** Whether all fields of an object are those of a reply. */
export function isWholly(fields: Fields): boolean {
  return [...fields.keys()].every((name) => KNOWN_KEYS.has(name))
}

/** The answer if the object itself is one: {"value": 5, "unit": "km"}; empty for any other object. */
export function answerByParts(fields: Fields): string {
  const names = [...fields.keys()]
  const isAnswer = PARTS.some(
    (part) => part.length > 1 && part.length === names.length && names.every((name) => part.includes(name)),
  )
  return isAnswer ? textOf(Object.fromEntries(fields)) : ''
}

/** The reply in the fields of an object, with its answer as it was written; empty if they give none. */
export function readFields(fields: Fields): ParsedReply {
  const claims = fields.get('claims')
  const reason = REASON_KEYS.map((name) => fields.get(name)).find((value) => value !== undefined)
  return {
    answer: answerOf(fields),
    reason: textOf(reason),
    claims: Array.isArray(claims) ? readClaims(claims) : [],
    verdict: readVerdict(textOf(fields.get('verdict'))),
    refutedBy: cutText(textOf(fields.get('refuted_by')), LONGEST_REBUTTAL) || null,
    rebuttal: cutText(textOf(fields.get('rebuttal')), LONGEST_REBUTTAL) || null,
  }
}

/** The verdict at the start of a text. */
export function readVerdict(text: string): Verdict | null {
  const match = /^\W*(accept|amend|reject)/i.exec(text)
  return match ? (match[1]?.toLowerCase() as Verdict) : null
}

function answerOf(fields: Fields): string {
  const values = ANSWER_KEYS.map((name) => fields.get(name))
  const value = values.find((one) => textOf(one) !== '')
  // A string is the answer for the last blank; anything else has to be written out.
  const answer = typeof value === 'string' ? value : textOf(value)
  return /^[-+]?[\d.,]+$/.test(answer) ? `${answer} ${textOf(fields.get('unit'))}`.trim() : answer
}

function readClaims(claims: unknown[]): string[] {
  return claims
    .map((claim) => cutText(textOf(claim), LONGEST_CLAIM))
    .filter((claim) => claim !== '')
    .slice(0, MOST_CLAIMS)
}

/** A value of a reply as text; empty if it has none. */
export function textOf(value: unknown, depth = 0): string {
  if (typeof value === 'string') return value.trim()
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (typeof value !== 'object' || value === null) return ''
  if (Array.isArray(value)) return value.length === 0 ? '' : listed(value, depth)
  const names = Object.keys(value)
  if (names.length === 0) return ''
  const parts = PARTS.find((part) => names.every((name) => part.includes(name)))
  if (parts === undefined || depth >= DEEPEST_VALUE) return writtenOut(value)
  return parts
    .map((part) => textOf((value as Record<string, unknown>)[part], depth + 1))
    .filter(Boolean)
    .join(parts.includes('text') ? '. ' : ' ')
}

/** Short items separated by commas; other lists as JSON, which separates the items unambiguously. */
function listed(items: unknown[], depth: number): string {
  const isPlain = items.every((item) => typeof item !== 'object' && !/[,;\n]/.test(String(item)))
  if (!isPlain && depth === 0) return writtenOut(items)
  return items
    .map((item) => textOf(item, depth + 1))
    .filter(Boolean)
    .join(', ')
}

/** A value as JSON; empty if it is nested too deeply to be written, which is not an answer. */
function writtenOut(value: unknown): string {
  try {
    return JSON.stringify(value, null, 2)
  } catch {
    return ''
  }
}
