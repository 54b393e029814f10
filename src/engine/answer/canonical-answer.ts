import { type Bound, findMentions, parseQuantity, type Quantity, withoutBound } from '../quantity/index.ts'
import { foldText, wordsOf } from '../words.ts'
import { type CalendarDate, parseDate, parseYear } from './calendar-date.ts'
import { cleanAnswer } from './clean-answer.ts'
import { type Name, nameWords, readName } from './name.ts'
import { optionsOf, pickedOption } from './options.ts'
import { asksForList, asksForNumber, asksWhen, asksYesOrNo } from './what-is-asked.ts'

/** An answer in the shape in which it can be compared. All kinds but `text` are closed: equal or not. */
export type CanonicalAnswer =
  | { kind: 'option'; text: string; letter: string }
  | { kind: 'boolean'; text: string; value: boolean }
  | { kind: 'date'; text: string; date: CalendarDate; bound: Bound | null }
  | { kind: 'quantity'; text: string; quantity: Quantity }
  | { kind: 'set'; text: string; items: string[] }
  | { kind: 'name'; text: string; name: Name }
  | { kind: 'text'; text: string }

const IS_TRUTH = /^(yes|no|true|false|correct|incorrect)(?=$|[.,;:!–—]| [–—-] )(?!\. ?\d)/i
// “No more than 5” is a bound and “no one” a person, whatever was asked.
const OPENS_WITH_TRUTH =
  /^(yes|no|true|false|correct|incorrect) (?!(?:more|fewer|less|greater|higher|lower|later|earlier|sooner|longer|one|body|thing|doubt|country|man|other|\d+)\b)/i
const SENTENCE_VERB = /\b(?:is|are|was|were|has|have|had|does|do|did|can|will|would|because|since|means)\b/i
// “x = 5” answers with 5; “8 apples” and “6 more books” count.
const NAMES_UNKNOWN = /^[a-z] ?= ?(?=[^=]*$)/i
const HEDGE =
  /\b(?:only|exactly|about|approximately|around|a total of|just|over|under|at least|at most|more than|less than)\b/gi
const ASIDE = / \([^()]*\)$/
const LONGEST_COUNT = 60
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
  const truth = IS_TRUTH.exec(text) ?? (asksYesOrNo(query) ? OPENS_WITH_TRUTH.exec(text) : null)
  if (truth) return { kind: 'boolean', text, value: /^(yes|true|correct)$/i.test(truth[1] ?? '') }

  // What runs on like this is no date, number, list or name, and need not be tried as one.
  if (text.length > LONGEST_CLOSED) return { kind: 'text', text }

  const { bound, body } = withoutBound(text)
  const date = parseDate(body) ?? (asksWhen(query) ? parseYear(body) : null)
  if (date) return { kind: 'date', text, date, bound }

  const quantity =
    parseQuantity(text.replace(NAMES_UNKNOWN, '')) ?? (asksForNumber(query) ? countIn(text) : null)
  if (quantity) return { kind: 'quantity', text, quantity }

  const items = listItems(text)
  if (items.length >= 3 || (items.length === 2 && asksForList(query))) return { kind: 'set', text, items }

  const count = wordsOf(text).length
  if (count > 0 && count <= LONGEST_NAME && !SENTENCE_VERB.test(text))
    return { kind: 'name', text, name: readName(text) }
  return { kind: 'text', text }
}

/** The one number of a short answer that opens with it, whatever it counts. */
function countIn(text: string): Quantity | null {
  if (text.length > LONGEST_COUNT || SENTENCE_VERB.test(text)) return null
  const [first, ...others] = findMentions(text.replace(ASIDE, ''))
  const opens = first !== undefined && !/\p{L}{2}/u.test(first.before.replace(HEDGE, ''))
  return opens && others.length === 0 ? first.quantity : null
}

/** Whether an answer is of a kind that is either equal to another or not. */
export function isClosed(answer: CanonicalAnswer): boolean {
  return answer.kind !== 'text'
}

function listItems(text: string): string[] {
  if (SENTENCE_VERB.test(text)) return []
  const items = foldText(text)
    .split(/\s*[,;\n]\s*(?:and\s+|or\s+)?|\s+and\s+|\s*&\s*/)
    .map((item) => nameWords(item).join(' '))
    .filter((item) => item.length > 0)
  return items.every((item) => item.split(' ').length <= 4) ? [...new Set(items)].sort() : []
}
