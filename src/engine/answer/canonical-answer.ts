import { parseQuantity, type Quantity } from '../quantity/index.ts'
import { contentWords, foldText, wordsOf } from '../words.ts'
import { type CalendarDate, parseDate, parseYear } from './calendar-date.ts'
import { cleanAnswer } from './clean-answer.ts'
import { optionsOf, pickedOption } from './options.ts'

/** An answer in the shape in which it can be compared. All kinds but `text` are closed: equal or not. */
export type CanonicalAnswer =
  | { kind: 'option'; text: string; letter: string }
  | { kind: 'boolean'; text: string; value: boolean }
  | { kind: 'date'; text: string; date: CalendarDate }
  | { kind: 'quantity'; text: string; quantity: Quantity }
  | { kind: 'set'; text: string; items: string[] }
  | { kind: 'name'; text: string; words: string[] }
  | { kind: 'text'; text: string }

const ASKS_WHEN = /^\s*(?:when|(?:in |on )?(?:what|which) (?:year|date|day|month))\b/i
const ASKS_FOR_LIST = /\b(?:which|what) (?:are|were)\b|\b(?:list|name|enumerate)\b/i
const ASKS_YES_OR_NO =
  /^\s*(?:is|are|was|were|am|does|do|did|has|have|had|can|could|will|would|should|shall|may|must|true or false)\b/i
const OPENS_WITH_TRUTH = /^(yes|no|true|false|correct|incorrect)\b(?=$|[\s.,;:!–—-])/i
const IS_TRUTH = /^(yes|no|true|false|correct|incorrect)\b(?=$|[.,;:!–—]| [–—-] )/i
const SENTENCE_VERB = /\b(?:is|are|was|were|has|have|had|does|do|did|can|will|would|because|since|means)\b/i
const LONGEST_NAME = 6
const LONGEST_CLOSED = 400

/** Reads an answer to a question as the most specific kind of thing it can be. */
export function canonicalAnswer(answer: string, query: string): CanonicalAnswer {
  return canonicalReader(query)(answer)
}

/** Reads answers to one question. */
export function canonicalReader(query: string): (answer: string) => CanonicalAnswer {
  const options = optionsOf(query)
  return (answer) => readAnswer(cleanAnswer(answer), query, options)
}

function readAnswer(text: string, query: string, options: Map<string, string>): CanonicalAnswer {
  const letter = pickedOption(text, options)
  if (letter !== null) return { kind: 'option', text, letter }

  // “No Country for Old Men” is a film unless yes or no was asked.
  const truth = (ASKS_YES_OR_NO.test(query) ? OPENS_WITH_TRUTH : IS_TRUTH).exec(text)
  if (truth) return { kind: 'boolean', text, value: /^(yes|true|correct)$/i.test(truth[1] ?? '') }

  // What runs on like this is no date, number, list or name, and need not be tried as one.
  if (text.length > LONGEST_CLOSED) return { kind: 'text', text }

  const date = parseDate(text) ?? (ASKS_WHEN.test(query) ? parseYear(text) : null)
  if (date) return { kind: 'date', text, date }

  const quantity = parseQuantity(text)
  if (quantity) return { kind: 'quantity', text, quantity }

  const items = listItems(text)
  if (items.length >= 3 || (items.length === 2 && ASKS_FOR_LIST.test(query)))
    return { kind: 'set', text, items }

  // A name made of function words alone, such as “US” or “The Who”, is taken by all its words.
  const content = contentWords(text)
  const words = content.length > 0 ? content : wordsOf(text)
  if (wordsOf(text).length <= LONGEST_NAME && words.length > 0 && !SENTENCE_VERB.test(text)) {
    return { kind: 'name', text, words }
  }
  return { kind: 'text', text }
}

/** Whether an answer is of a kind that is either equal to another or not. */
export function isClosed(answer: CanonicalAnswer): boolean {
  return answer.kind !== 'text'
}

function listItems(text: string): string[] {
  if (SENTENCE_VERB.test(text)) return []
  const items = foldText(text)
    .split(/\s*[,;\n]\s*(?:and\s+|or\s+)?|\s+and\s+|\s*&\s*/)
    .map((item) => contentWords(item).join(' '))
    .filter((item) => item.length > 0)
  return items.every((item) => item.split(' ').length <= 4) ? [...new Set(items)].sort() : []
}
