import type { TextNote } from '../../contract/deliberation.ts'
import { LIMITS } from '../../contract/limits.ts'
import { sentencesIn } from '../../language/sentences.ts'
import { beginningOf } from '../../utils/both-ends.ts'
import type { Prompt } from '../panel/model-port.ts'

/** The beginning of a reply that thinks aloud. */
export const OPENS_THINKING = /^\s*<(think|thinking|thought|reasoning)>/
/** At the beginning or the end of a line; a text that speaks of the tag has it within a line. */
const END_OF_THINKING = /^[ \t]*<\/think>|<\/think>[ \t]*$/m
const QUOTED_END = /<\/think>/i

/**
 * A text without the thinking before it; null if the thinking never ends. Only thinking at the beginning is removed: a
 * text may contain such tags itself, and quote them from its prompt.
 */
export function afterThinking(text: string, prompt?: Prompt): string | null {
  const opened = OPENS_THINKING.exec(text)
  if (opened !== null) {
    const closing = `</${opened[1]}>`
    const end = text.indexOf(closing)
    if (end === -1) return null
    const thought = text.slice(0, end + closing.length).trim()
    const isQuoted = /\p{L}/u.test(text.slice(opened[0].length, end)) && isShown(thought, prompt)
    return isQuoted ? text : withoutBlankLines(text.slice(end + closing.length))
  }
  // Some templates begin the thinking themselves, so that the reply contains only its end.
  const end = END_OF_THINKING.exec(text)
  if (end === null || text.slice(0, end.index).includes('<think>')) return text
  // A text that is copied or corrected may have the tag on a line of its own, and everything before it is wanted.
  if (hasIn(prompt, QUOTED_END)) return text
  return withoutBlankLines(text.slice(end.index + end[0].length))
}

/** What a reply says once its thinking is over; empty if that never ends. */
export function spokenIn(reply: string): string {
  return (afterThinking(reply) ?? '').trim()
}

function hasIn(prompt: Prompt | undefined, tag: RegExp): boolean {
  return prompt?.messages.some(({ content }) => tag.test(content)) ?? false
}

function isShown(text: string, prompt: Prompt | undefined): boolean {
  return prompt?.messages.some(({ content }) => content.includes(text)) ?? false
}

/** What follows the thinking, without the blank lines between both. */
export function withoutBlankLines(text: string): string {
  return text.replace(/^\s*\n/, '')
}

const UNWRITABLE = /\0|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g
const DIRECTIONS = /[\u202A-\u202E\u2066-\u2069]/

/**
 * Keeps an answer or a reason as it was written. Only text that cannot be stored or is far too long is changed, with a
 * note.
 */
export function keepText(written: string, what: 'answer' | 'reason' | 'reply') {
  const notes: TextNote[] = []
  const isCut = written.length > LIMITS.answerCharacters
  const within = isCut ? beginningOf(written, LIMITS.answerCharacters) : written
  const text = within.replace(UNWRITABLE, '\uFFFD')
  if (text !== within)
    notes.push({
      code: 'characters_replaced',
      message: `Its ${what} contained characters that are not text (NUL or half of a surrogate pair); each was replaced with \uFFFD.`,
    })
  if (isCut)
    notes.push({
      code: 'text_cut',
      message: `Its ${what} was cut after ${LIMITS.answerCharacters} of ${written.length} characters.`,
    })
  if (DIRECTIONS.test(text) && isCode(text))
    notes.push({
      code: 'bidirectional_controls',
      message: `Its ${what} is code with bidirectional control characters; it may run differently than it reads.`,
    })
  return { text, notes }
}

/** A text of at most this many characters, with an ellipsis where it was cut. */
export function cutText(text: string, longest: number): string {
  return text.length <= longest ? text : `${beginningOf(text, longest - 1)}…`
}

/** Polite phrases and disclaimers before an answer. */
const OPENS = new RegExp(
  [
    "(?:i(?:'m| am) (?:very |so )?sorry|sorry|apologies|i apologi[sz]e|unfortunately)\\b[^.]{0,30}$",
    "(?:i(?:'m| am) (?:very |so )?sorry,? (?:but )?)?(?:as|i(?:'m| am)) an? (?:ai|artificial intelligence|(?:large )?language model)\\b[^.]*(?:\\b(?:not|cannot|no|unable)\\b|n't\\b)",
    "i (?:do not|don't) have (?:access to|personal|real-time)",
    '(?:hello|hi|hey)\\b[^.]{0,40}$',
    "(?:sure|certainly|of course|absolutely|(?:great|good) question|okay|ok)\\b(?:[!,.: ]|$)(?:here(?:'s| is| are)\\b[^.]{0,60}|[^.]{0,20})?$",
    "i(?: can| could|'d be happy to) (?:provide|help|assist|answer|give|try)\\b[^.]{0,50}$",
  ]
    .map((courtesy) => `^${courtesy}`)
    .join('|'),
  'i',
)
/** Offers and polite phrases after an answer. */
const CLOSES =
  /^(?:is there anything else|(?:i )?hope (?:this|that|it)|(?:please )?let me know|(?:please )?feel free|would you like|do you (?:want|have any|need)|if you (?:have|need|want|would like)|thank you for)\b/i
/** Whether a clause only introduces an answer, or only follows one. */
export function isCourtesy(clause: string): boolean {
  return OPENS.test(clause) || CLOSES.test(clause)
}

/** A clause that says that it gives no answer. */
const REFUSES = new RegExp(
  [
    // “I do not know”, “we could not find”, “I'm not able to say”
    "\\b(?:i|we|one)(?:'\\w+)?(?: \\w+){0,2}? ?(?:not|n't) (?:\\w+ly )?(?:know|answer|find|determine|provide|give|tell|say|access|locate|verify|confirm|identify|help|assist|calculate|have|be (?:sure|certain|able)|able to|sure|certain|aware|familiar)\\b(?! any reason)",
    "\\b(?:i|we)(?:'\\w+| \\w+)? (?:unable to|unsure|uncertain)\\b|\\bunable to (?:determine|answer|provide|find|calculate|solve)\\b",
    '\\b(?:i have|there (?:is|are|was|were)) (?:no|not (?:any|enough))(?: \\w+){0,3} (?:information|data|details?|records?|mention|context|evidence|answer|way to|idea|knowledge|access)\\b',
    // “The exact number is unknown”, “it is not specified”
    "\\b(?:it|this|that|which|the(?: \\w+){1,5}) (?:is|are|was|remains?) (?:(?:not|n't) (?:clear|specified|known|stated|provided|given|mentioned|available|possible)|unclear|unknown|unspecified|impossible|ambiguous)\\b",
    "\\b(?:question|problem|prompt|text|context|passage|information|data|statement|article|document|results?|sources?|options?)(?: \\w+){0,4} (?:does|do|did) ?(?:not|n't) (?:\\w+ly )?(?:specify|provide|give|mention|contain|include|state|say|indicate|tell|allow|offer|have|make sense)\\b",
    '\\b(?:insufficient|not enough|more|additional|further) (?:information|data|context|details?)(?: \\w+){0,4}(?: (?:needed|required|necessary)|$|\\.| (?:to|about|in|on)\\b)',
    "\\b(?:can(?:not|'t| not)|could ?(?:not|n't)) be (?:\\w+ly )?(?:determined|answered|found|known|identified|calculated|given|provided)\\b",
    '^(?:unknown|n/a|no answer|not (?:available|specified|known|applicable))\\.?$',
  ].join('|'),
  'i',
)
/** Advice and questions in return, instead of an answer. */
const ADVISES =
  /^(?:(?:please|you (?:can|may|could|might|should)|i (?:would )?(?:recommend|suggest)|it is (?:recommended|important)|(?:could|can|would) you|are you|for (?:more|further|a specific))\b|to (?:find|get|answer|determine)\b[^,]{0,80}, (?:you|i would|please)\b)/i
/** Every refusal contains a negation or says that something is missing. */
const DENIES =
  /n['’]t\b|\b(?:not?|cannot|un\w+|impossible|ambiguous|more|additional|further|insufficient|n\/a)\b/i
const LONGEST_REFUSAL = 1_500
const SPEAKS_OF_THE_TASK = /\b(?:assist|help|request|comply|fulfil|an ai|language model)\b/i
const CLAUSE_END = /,? (?:but|however|yet|although|so|therefore)[, ]+|; /i
const QUOTED = /["“][^"”]{0,200}["”]/g

/** Whether a text gives no answer: it refuses, and says nothing else that is relevant. */
export function isDeclining(text: string): boolean {
  if (text.length > LONGEST_REFUSAL || !DENIES.test(text)) return false
  // A title such as “I Can't Help Falling in Love” is not a refusal.
  const plain = text.replaceAll('’', "'").replace(QUOTED, '“…”')
  const clauses = sentencesIn(plain)
    .flatMap(({ start, end }) => plain.slice(start, end).split(CLAUSE_END))
    .filter((clause) => /[\p{L}\p{N}]/u.test(clause))
  const refusals = clauses.filter((clause) => REFUSES.test(clause))
  return (
    refusals.length > 0 &&
    clauses.every((clause) => refusals.includes(clause) || isCourtesy(clause) || ADVISES.test(clause))
  )
}

/** Whether a text refuses what it was asked to do, and not only says that something is not known. */
export function refusesTask(text: string): boolean {
  return SPEAKS_OF_THE_TASK.test(text) && isDeclining(text)
}

/** The text inside a fence that encloses all of it. */
export function withoutFence(text: string): string {
  const [opening, ...lines] = text.trim().split('\n')
  const fence = /^(?:`{3,}|~{3,})/.exec(opening!)?.[0]
  const closing = lines.pop()
  const isEnclosed = fence !== undefined && closing?.trim() === fence
  return isEnclosed && !lines.some((line) => line.trimStart().startsWith(fence)) ? lines.join('\n') : text
}

const FENCE = /^[ \t]*(?:```|~~~)/m
const INLINE = /^`[^`\n]+`\.?$/
const STATEMENT =
  /=>|&&|\|\||[!=]==?[^=]|\w\.\w+\(|\w\([^()]{0,200}\)\s*[;{:]?$|^\s*<\/?\w[^>]*>|^\s*\$ \w|^\s*(?:select|insert|update|delete|create|alter|drop)\b.*\b(?:from|into|set|table)\b/i
const LINE_ONLY =
  /[;{}]\s*$|^\s*\|.*\|\s*$|^\s*(?:- )?[\w.-]+:\s*$|^\s*- (?:\w+|".*")$|^\s*(?:def|class|import|from|function|const|let|var|public|private|return|if|elif|else|for|while|try|except|package|using|#include|#!)\b.*[:;{}()=*]|^\s*[\w.-]+\s*[:=]\s*["'[{\d]/i
const PATTERN =
  /\\[dwsbDWSB]|^\^|\[\^?[\w\\]-|\(\?[:=!<]|\)[*+?]|\][*+?{]|^[{[]\s*["'{[]|^\/.+\/[gimsuy]*$|^[\w./-]+(?: \S+)* --?[a-z]/
const SHARE_OF_LINES = 0.5
const LONGEST_LOOK = 20_000

/**
 * Whether an answer is code or contains a block of it: every character may matter, so different texts are not known to
 * be the same.
 */
export function isCode(answer: string): boolean {
  const text = answer.trim()
  if (FENCE.test(text) || INLINE.test(text)) return true
  const lines = text
    .slice(0, LONGEST_LOOK)
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
  if (lines.length === 0) return false
  if (lines.length === 1)
    return STATEMENT.test(text) || PATTERN.test(text) || (text.endsWith(';') && /[=()]/.test(text))
  const isLine = (line: string) => STATEMENT.test(line) || LINE_ONLY.test(line) || PATTERN.test(line)
  return lines.filter(isLine).length >= SHARE_OF_LINES * lines.length
}
