import { objectsIn, textOf } from '../../engine/index.ts'
import { bothEnds } from '../../utils/both-ends.ts'

export type AnswerForm = 'option' | 'number' | 'text'

/** Of a longer reply its beginning and its end are read. */
const LONGEST_READ = 20_000
const TAGGED = /<answer>([\s\S]*?)<\/answer>/gi
const ONLY_LETTER = /^\W*([A-P])\W*$/gi
const LETTER = /\b(?:[Aa]nswer|[Oo]ption)\W+(?:(?:is|would be|choice|option|text)\b\W*)*([A-P])\b(?!['’])/g
const MARKED_LETTER = /\(([A-P])\)|\*\*([A-P])\b|\\text\{([A-P])\b|(?<=^|\s)([A-P])\.(?=\s)/gm
const NUMBER = /(?:(?<![\d)]\s*)-)?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?/g
const STATED = /\banswer\b[^\n]*/gi

/** The short answer of a recorded reply; null where none is found. A free text is its own answer. */
export function extractAnswer(recorded: string, form: AnswerForm): string | null {
  // A model that completes texts may go on with questions of its own.
  const [reply = ''] = recorded.split(/\n[ \t]*Q:/)
  const given = lastOf(bothEnds(reply, LONGEST_READ), TAGGED) ?? answerField(reply)
  if (form === 'text') return given ?? (reply.trim() || null)
  const read = bothEnds(given ?? reply, LONGEST_READ)
  if (form === 'option')
    return lastOf(read, ONLY_LETTER)?.toUpperCase() ?? lastOf(read, LETTER) ?? onlyOf(read, MARKED_LETTER)
  const number = lastOf(lastOf(read, STATED) ?? '', NUMBER) ?? lastOf(read, NUMBER)
  // In English a comma separates thousands.
  return number?.replaceAll(',', '') ?? null
}

function answerField(reply: string): string | null {
  if (!reply.includes('"answer"')) return null
  for (const fields of objectsIn(reply)) if (fields.has('answer')) return textOf(fields.get('answer')) || null
  return null
}

function lastOf(text: string, pattern: RegExp): string | null {
  return allOf(text, pattern).at(-1) ?? null
}

/** What is found, if it is always the same: a reply that goes through all options names several letters. */
function onlyOf(text: string, pattern: RegExp): string | null {
  const different = new Set(allOf(text, pattern))
  return different.size === 1 ? [...different][0]! : null
}

function allOf(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map((match) =>
    (match.slice(1).find((part) => part !== undefined) ?? match[0]).trim(),
  )
}
