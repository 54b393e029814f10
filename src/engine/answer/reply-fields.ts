import type { Verdict } from '../../contract/deliberation.ts'
import { cutText } from './cut-text.ts'
import type { Fields } from './json-in-reply.ts'

/** A model's reply, read. */
export interface ParsedReply {
  answer: string
  reason: string
  claims: string[]
  verdict: Verdict | null
  refutedBy: string | null
  rebuttal: string | null
}

/** The longest reason that is kept. */
export const LONGEST_REASON = 4_000

const LONGEST = { claim: 500, rebuttal: 1_000 }
const MOST_CLAIMS = 12
const DEEPEST_VALUE = 3
/** Where models put their answer, the surest first. */
const ANSWER_KEYS = [
  ...['answer', 'final_answer', 'finalanswer', 'correct_answer', 'short_answer', 'the_answer'],
  ...['result', 'choice', 'option', 'correct_option', 'selected_option', 'solution', 'response'],
]
/** What an answer that is an object itself is told by: {"value": 5, "unit": "km"}, {"letter": "C", "text": "…"}. */
const PARTS = [
  ['value', 'unit'],
  ['amount', 'unit', 'currency'],
  ['letter'],
  ['option'],
  ['choice'],
  ['answer'],
  ['text'],
  ['name'],
]

/** The reply that the fields of an object make, its answer as it was written; empty when they give none. */
export function readFields(fields: Fields): ParsedReply {
  const claims = fields.get('claims')
  const reason =
    fields.get('reason') ?? fields.get('reasons') ?? fields.get('reasoning') ?? fields.get('explanation')
  return {
    answer: answerOf(fields),
    reason: cutText(textOf(reason), LONGEST_REASON),
    claims: Array.isArray(claims) ? readClaims(claims) : [],
    verdict: readVerdict(textOf(fields.get('verdict'))),
    refutedBy: cutText(textOf(fields.get('refuted_by')), LONGEST.rebuttal) || null,
    rebuttal: cutText(textOf(fields.get('rebuttal')), LONGEST.rebuttal) || null,
  }
}

/** The verdict that a text opens with. */
export function readVerdict(text: string): Verdict | null {
  const match = /^\W*(accept|amend|reject)/i.exec(text)
  return match ? (match[1]?.toLowerCase() as Verdict) : null
}

function answerOf(fields: Fields): string {
  const key = ANSWER_KEYS.find((name) => textOf(fields.get(name)) !== '')
  const answer = key === undefined ? '' : textOf(fields.get(key))
  return /^[-+]?[\d.,]+$/.test(answer) ? `${answer} ${textOf(fields.get('unit'))}`.trim() : answer
}

function readClaims(claims: unknown[]): string[] {
  return claims
    .map((claim) => cutText(textOf(claim), LONGEST.claim))
    .filter((claim) => claim !== '')
    .slice(0, MOST_CLAIMS)
}

function textOf(value: unknown, depth = 0): string {
  if (typeof value === 'string') return value.trim()
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (typeof value !== 'object' || value === null || depth >= DEEPEST_VALUE) return ''
  if (Array.isArray(value))
    return value
      .map((item) => textOf(item, depth + 1))
      .filter(Boolean)
      .join(', ')
  const parts = PARTS.find(([first = '']) => first in value) ?? []
  return parts
    .map((part) => textOf((value as Record<string, unknown>)[part], depth + 1))
    .filter(Boolean)
    .join(' ')
}
