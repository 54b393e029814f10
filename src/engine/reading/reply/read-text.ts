import type { QuestionKind } from '../../../contract/question-kind.ts'
import { asksForCode } from '../../../language/question/asks-for-code.ts'
import type { Prompt } from '../../panel/model-port.ts'
import { isDeclining, refusesTask } from '../prose/declining.ts'
import { cutText } from '../text/cut-text.ts'
import { keepText } from '../text/kept-text.ts'
import { normalForm } from '../text/normal-form.ts'
import { onlyBlock } from '../text/only-block.ts'
import { presentedText } from '../text/presented-text.ts'
import { type Fields, parseObject } from './json-in-reply.ts'
import { jsonText } from './json-text.ts'
import { isNothing } from './judged-labels.ts'
import type { ReplyReading } from './parse-reply.ts'
import {
  isReply,
  isWholly,
  LONGEST_CLAIM,
  MOST_CLAIMS,
  type ParsedReply,
  readFields,
} from './reply-fields.ts'
import { afterThinking } from './thinking.ts'

interface TextAsked {
  query: string
  /** What the model was told, which it may quote. */
  prompt: Prompt
  kind: Exclude<QuestionKind, 'closed'>
  /** Whether the provider cut the text off at the token limit. */
  isCut: boolean
  /** Whether the text is JSON for a program; default: false. */
  isJson?: boolean
}

/** A text with what its author says about it. */
type Written = Pick<ParsedReply, 'answer' | 'reason' | 'claims'>

/**
 * Reads a reply that is a text, with or without a small block after it. The text is kept as it was written; a refusal
 * is an abstention, and anything else that contains a character is an answer.
 */
export function readText(
  text: string,
  { query, prompt, kind, isCut, isJson = false }: TextAsked,
): ReplyReading {
  const spoken = afterThinking(text, prompt)
  if (spoken === null) return abstain('unreadable', 'The reply ends before the model finished thinking.')
  const written = (isJson ? null : inObject(spoken, { query, kind })) ?? beforeBlock(spoken, prompt)
  if (!/[\p{L}\p{N}\p{S}\p{P}]/u.test(written.answer))
    return abstain('unreadable', 'The model replied with an empty text.')
  if (isRefusal(normalForm(written.answer), kind)) return abstain('declined', written.answer.trim())
  const { answer, reason } = isJson
    ? asJson(written)
    : kind === 'draft'
      ? withoutFrame(written, query)
      : written
  const [kept, keptReason] = [keepText(answer, 'answer'), keepText(reason, 'reason')]
  const notes = [...kept.notes, ...keptReason.notes]
  return {
    reply: {
      answer: kept.text,
      reason: keptReason.text,
      // “None” is no claim that another “None” could agree with.
      claims: written.claims
        .filter((claim) => !isNothing(claim))
        .map((claim) => keepText(claim, 'answer').text),
      verdict: null,
      refutedBy: null,
      rebuttal: null,
      ...(notes.length > 0 ? { notes } : {}),
      ...(isCut ? { isCut } : {}),
    },
  }
}

const BLOCK = /<(claims|notes)-([0-9a-f]{8})>/g

/**
 * The text around the last block of claims or notes, usually before it, and what the block says. Only the marker of the
 * prompt makes a block: a text that quotes one with another marker keeps it.
 */
function beforeBlock(text: string, { marker }: Prompt): Written {
  const whole = text.trimEnd()
  const opening = [...text.matchAll(BLOCK)]
    .filter(({ 1: name, 2: drawn, index }) => {
      if (drawn !== marker) return false
      const isOnLineOfItsOwn = index === 0 || text[index - 1] === '\n'
      return isOnLineOfItsOwn || whole.endsWith(`</${name}-${marker}>`)
    })
    .at(-1)
  if (opening === undefined) return { answer: text, reason: '', claims: [] }
  const content = text.slice(opening.index + opening[0].length)
  const closing = `</${opening[1]}-${marker}>`
  const end = endOfBlock(content, closing)
  const inside = end === -1 ? content : content.slice(0, end)
  // A model may begin with the block, or go on after it: nothing of its text is lost.
  const before = text.slice(0, opening.index).trimEnd()
  const after = end === -1 ? '' : content.slice(end + closing.length).replace(/^\s*\n/, '')
  const answer = [before, after].filter((part) => part.trim() !== '').join('\n\n')
  return opening[1] === 'claims'
    ? { answer, reason: '', claims: claimsIn(inside) }
    : { answer, reason: inside.trim(), claims: [] }
}

/** Where the closing tag of a block begins, which may be cut off; -1 where there is none. */
function endOfBlock(content: string, closing: string): number {
  const end = content.indexOf(closing)
  if (end !== -1) return end
  const last = content.lastIndexOf('</')
  return last !== -1 && closing.startsWith(content.slice(last).trimEnd()) ? last : -1
}

function claimsIn(block: string): string[] {
  return block
    .split('\n')
    .map((line) => line.replace(/^\s*(?:[-*•]|\d{1,2}[.)])\s+/, '').trim())
    .filter((line) => /\p{L}/u.test(line))
    .map((line) => cutText(line, LONGEST_CLAIM))
    .slice(0, MOST_CLAIMS)
}

/** The text of a model that replies with an object although none was asked for; null where the object is the text. */
function inObject(text: string, asked: Pick<TextAsked, 'query' | 'kind'>): Written | null {
  const trimmed = text.trim()
  const isFenced = trimmed.startsWith('```') && trimmed.endsWith('```')
  const fields = parseObject(isFenced ? trimmed.slice(trimmed.indexOf('\n'), -3).trim() : trimmed)
  if (fields === null || fields.size < 2 || !isReply(fields)) return null
  if (asked.kind === 'draft' && isDraftItself(fields, asked.query)) return null
  const { answer, reason, claims } = readFields(fields)
  return answer.trim() === '' ? null : { answer, reason, claims }
}

/** Whether an object is what was asked for: JSON, an object with these very fields, or one with fields of its own. */
function isDraftItself(fields: Fields, query: string): boolean {
  const asked = query.toLowerCase()
  return /json/.test(asked) || !isWholly(fields) || [...fields.keys()].every((name) => asked.includes(name))
}

const SPEAKS_OF_KNOWLEDGE = /\b(?:know|known|unknown|information|answer|context|unable)\b/i

/**
 * Whether a text is nothing but a refusal, which speaks of the task, or of what the model does not know. Other texts may
 * well say that somebody could not find something, and a draft that somebody does not know it.
 */
function isRefusal(text: string, kind: TextAsked['kind']): boolean {
  return refusesTask(text) || (kind === 'open' && SPEAKS_OF_KNOWLEDGE.test(text) && isDeclining(text))
}

/** A draft without the words around it, as far as they can be told apart; those after it become its explanation. */
function withoutFrame({ answer, reason }: Written, query: string): Pick<Written, 'answer' | 'reason'> {
  const framed = asksForCode(query) ? onlyBlock(answer) : null
  if (framed === null) return { answer: presentedText(answer) ?? answer, reason }
  return { answer: framed.block, reason: [framed.after, reason].filter((part) => part !== '').join('\n\n') }
}

function asJson({ answer, reason }: Written): Pick<Written, 'answer' | 'reason'> {
  return { answer: jsonText(answer), reason }
}

function abstain(code: string, message: string): ReplyReading {
  return { abstention: { code, message } }
}
