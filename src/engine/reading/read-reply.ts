import type { TextNote } from '../../contract/deliberation.ts'
import { QuestionKind } from '../../contract/question-kind.ts'
import type { ToolCall } from '../panel/asked.ts'
import type { Prompt } from '../panel/model-port.ts'
import { normalForm } from './relate.ts'
import { abstain, jsonText, parseObject, type ReadReply, type ReplyFields, textOf } from './reply-fields.ts'
import { afterThinking, isDeclining, keepText, refusesTask, withoutFence } from './reply-text.ts'

export interface ParsedReply {
  /** As it was written, without the block at its end. */
  text: string
  /** What its author takes the question for; null where it did not say. */
  kind: QuestionKind | null
  /** The short answer to a closed question; null where it gave none. */
  answer: string | null
  /** What the user of a draft must know; empty for nothing. */
  remarks: string
  /** Changes that were made to its text, or what may mislead a reader; absent if there is nothing to note. */
  notes?: TextNote[]
  /** Whether the provider cut the text off; absent when it is whole. */
  isCut?: true
  calls?: ToolCall[]
}

interface ReplyAsked {
  /** What the model was told, which it may quote. */
  prompt?: Prompt
  /** Whether the provider cut the reply off at the token limit. */
  isCut?: boolean
  /** Whether the reply is JSON for a program, without a block. */
  isJson?: boolean
}

/**
 * Reads a reply. Its text is kept as it was written; only our own block is taken off its end. A refusal is an abstention,
 * and anything else that contains a character is a reply, with or without a block.
 */
export function readReply(
  reply: string,
  { prompt, isCut = false, isJson = false }: ReplyAsked,
): ReadReply<ParsedReply> & { kind?: QuestionKind | null; wantsSearch?: true } {
  const spoken = afterThinking(reply, prompt)
  if (spoken === null) return abstain('unreadable', 'The reply ends before the model finished thinking.')
  const { text: written, fields } = isJson ? { text: jsonText(spoken), fields: null } : splitBlock(spoken)
  const kind = QuestionKind.safeParse(textOf(fields?.get('kind')).toLowerCase()).data ?? null
  const answer = shortAnswer(fields)
  const wanting = fields?.get('search') === true && { wantsSearch: true as const }
  if (!/[\p{L}\p{N}\p{S}\p{P}]/u.test(`${written}${answer ?? ''}`))
    return abstain('unreadable', 'The model replied with an empty text.')
  const isWithout =
    answer === null ? isRefusal(normalForm(written), kind) : kind === 'closed' && isIgnorance(answer)
  if (isWithout)
    return { ...abstain('declined', written.trim() || 'The model gave no answer.'), kind, ...wanting }
  const [text, short] = [keepText(written, 'reply'), keepText(answer ?? '', 'answer')]
  const notes = [...text.notes, ...short.notes]
  return {
    ...wanting,
    reply: {
      text: text.text,
      kind,
      answer: short.text === '' ? null : short.text,
      remarks: textOf(fields?.get('notes')),
      ...(notes.length > 0 ? { notes } : {}),
      ...(isCut ? { isCut } : {}),
    },
  }
}

/** The short answer in a block, as it was written; null where the block has none. */
function shortAnswer(fields: ReplyFields | null): string | null {
  const value = fields?.get('answer')
  if (value === undefined) return null
  const text = textOf(value)
  return typeof value === 'string' && text !== '' ? value : text
}

const OPENING = '<panel>'
/** A reply may break off in it. */
const CLOSING = /<\/panel>?/
/** What may stand after the block: nothing, or the end of a fence around it. */
const AFTER_BLOCK = new Set(['', '```', '~~~'])
const FENCE = /^(?:```|~~~)\w{0,20}$/

/** A reply without the block at its very end, and the fields of the block; null where it has none. */
function splitBlock(reply: string): { text: string; fields: ReplyFields | null } {
  const start = reply.lastIndexOf(OPENING)
  if (start !== -1) {
    const inside = reply.slice(start + OPENING.length)
    const end = CLOSING.exec(inside) ?? { 0: '', index: inside.length }
    const after = inside.slice(end.index + end[0].length).trim()
    const written = withoutFence(inside.slice(0, end.index))
    const fields = AFTER_BLOCK.has(after) ? parseObject(withLatex(written).trim()) : null
    if (fields !== null && (fields.has('kind') || fields.has('answer')))
      return { text: beforeBlock(reply.slice(0, start), after !== ''), fields }
  }
  return withoutTags(reply)
}

/** The text before the block, without the beginning of a fence around the block, which some models add. */
function beforeBlock(text: string, isFenced: boolean): string {
  const written = text.trimEnd()
  const line = written.lastIndexOf('\n') + 1
  return isFenced && FENCE.test(written.slice(line).trim()) ? written.slice(0, line).trimEnd() : written
}

/** LaTeX in a block, whose backslashes models often do not double: a tab before “ext” is the command \\text. */
function withLatex(block: string): string {
  return block.replace(/(?<!\\)\\(?=[bfrt][a-z]{2}|n(?:eq|abla|ot|u|e)\b)/g, '\\\\')
}

/** How many opening braces are tried from the end of a reply: an answer may contain some itself. */
const MOST_BRACES = 8

/** A reply that ends in the object of a block without its tags, or that is nothing but an object with an answer. */
function withoutTags(reply: string): { text: string; fields: ReplyFields | null } {
  const whole = reply.trimEnd()
  const isFenced = whole.endsWith('```') || whole.endsWith('~~~')
  const trimmed = isFenced ? whole.slice(0, -3).trimEnd() : whole
  let start = trimmed.endsWith('}') ? trimmed.length : -1
  for (let tried = 0; tried < MOST_BRACES && start > 0; tried++) {
    start = trimmed.lastIndexOf('{', start - 1)
    const last = start === -1 ? null : parseObject(withLatex(trimmed.slice(start)))
    if (last !== null && QuestionKind.safeParse(last.get('kind')).success)
      return { text: beforeBlock(reply.slice(0, start), isFenced), fields: last }
  }
  const only = parseObject(withoutFence(whole).trim())
  return { text: reply, fields: only?.has('answer') ? only : null }
}

const SPEAKS_OF_KNOWLEDGE = /\b(?:know|known|unknown|information|answer|context|unable)\b/i

/**
 * Whether a reply without a short answer is nothing but a refusal: of the task, or of an answer. A draft may well say that
 * somebody does not know something.
 */
function isRefusal(said: string, kind: QuestionKind | null): boolean {
  return refusesTask(said) || (kind !== 'draft' && SPEAKS_OF_KNOWLEDGE.test(said) && isDeclining(said))
}

/** Whether a short answer says that its author knows none; that nobody can know it is an answer. */
function isIgnorance(answer: string): boolean {
  return answer === '' || /^i (?:do not|don['’]t) know\.?$/i.test(answer)
}
