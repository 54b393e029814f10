import { type CalendarDate, parseDate, parseYear } from '../../../language/calendar-date.ts'
import { complementOf, isForeignSentence } from '../../../language/copular-sentence.ts'
import {
  type Bound,
  findMentions,
  parseQuantity,
  type Quantity,
  withoutBound,
} from '../../../language/quantity/index.ts'
import { recogniseLanguage } from '../../../language/recognise-language.ts'
import { contentWords, foldText, wordsOf } from '../../../language/words.ts'
import { memoise } from '../../../utils/bounded-cache.ts'
import { withoutBoilerplate } from '../prose/boilerplate.ts'
import { type Asked, askedBy } from '../question/asked.ts'
import { isCode } from '../text/is-code.ts'
import { codeForm, normalForm } from '../text/normal-form.ts'
import { ownWords } from '../text/own-words.ts'
import { type Name, nameWords, readName } from './name.ts'
import { readOption } from './read-option.ts'
import { readTruth } from './read-truth.ts'
import { solutionsIn } from './solutions.ts'

/**
 * An answer in a form that can be compared. All kinds except `text` and `literal` are closed: equal or not. A number,
 * a letter or a name is taken as the answer only if the answer contains little else.
 */
export type CanonicalAnswer =
  | { kind: 'option'; text: string; letter: string }
  | { kind: 'boolean'; text: string; value: boolean; isQualified: boolean }
  | { kind: 'date'; text: string; date: CalendarDate; bound: Bound | null }
  | { kind: 'quantity'; text: string; quantity: Quantity; counted: string[] }
  | { kind: 'set'; text: string; items: string[]; isOrdered: boolean }
  | { kind: 'name'; text: string; name: Name }
  | { kind: 'literal'; text: string }
  | { kind: 'text'; text: string }

const SENTENCE_VERB = /\b(?:is|are|was|were|has|have|had|does|do|did|can|will|would|because|since|means)\b/i
// “x = 5” has the answer 5; “8 apples” and “6 more books” are counts.
const NAMES_UNKNOWN = /^[a-z] ?= ?(?=[^=]*$)/i
const HEDGE =
  /\b(?:only|exactly|about|approximately|around|a total of|just|over|under|at least|at most|more than|less than)\b/gi
const RANGE = /\d ?[-–—] ?\d|\bto \d/
const ASIDE = / \([^()]*\)$/
/** Characters that occur in formulas, patterns and paths, but never in names. */
const SIGNS =
  /[\\^$*+=<>|{}[\]~@#_`→←√±×÷≤≥≠]|(?!°)\p{So}| [-−–] |\/\/|[^\s\p{L}\p{N}]\s?[^\s\p{L}\p{N}"'”’)(“‘.,-]/u
const LONGEST_COUNT = 60
const MOST_COUNTED = 1
const LONGEST_NAME = 6
const LONGEST_CLOSED = 400
const MOST_LINES = 40

/** Reads an answer to a question as the most specific kind that fits. */
export function canonicalAnswer(answer: string, query: string): CanonicalAnswer {
  return canonicalReader(query)(answer)
}

/** Reads the answers to one question, each of them once. */
export function canonicalReader(query: string): (answer: string) => CanonicalAnswer {
  const asked = askedBy(query)
  // In a letter or a script a greeting is part of what was asked for.
  const spoken = asked.text ? (text: string) => text : (text: string) => withoutBoilerplate(ownWords(text))
  return memoise((answer) => {
    const items = listedLines(answer)
    if (items === null && isCode(answer)) {
      // An option may itself be a formula or a line of code.
      const text = normalForm(answer)
      const letter = readOption(text, asked)
      return letter === null ? readCode(answer) : { kind: 'option', text, letter }
    }
    const read = readAnswer(normalForm(spoken(items?.join(', ') ?? answer)), asked)
    // Numbered lines may be meant in that order.
    const isNumbered = items !== null && /^\s*\d/.test(answer)
    return read.kind === 'set' && isNumbered ? { ...read, isOrdered: true } : read
  })
}

/** The items of an answer that is only a list of short lines; null for any other answer. */
function listedLines(answer: string): string[] | null {
  const lines = answer.split('\n').filter((line) => line.trim() !== '')
  if (lines.length < 2 || lines.length > MOST_LINES) return null
  const items = lines.map(
    (line) => /^\s*(?:[-*•–]|\d{1,2}[.)])\s+([^,;:|]{1,60})$/.exec(line)?.[1]?.trim() ?? null,
  )
  return items.every((item) => item !== null) ? items : null
}

function readCode(answer: string): CanonicalAnswer {
  const text = codeForm(answer)
  const quantity = parseQuantity(text)
  return quantity ? { kind: 'quantity', text, quantity, counted: [] } : { kind: 'literal', text }
}

function readAnswer(text: string, asked: Asked): CanonicalAnswer {
  const letter = readOption(text, asked)
  if (letter !== null) return { kind: 'option', text, letter }

  const truth = readTruth(text, asked)
  if (truth !== null) return { kind: 'boolean', text, ...truth }

  // A text of this length is not a date, number, list or name, so none of these is tried.
  if (text.length > LONGEST_CLOSED) return { kind: 'text', text }
  return readComplement(text, asked) ?? readShort(text, asked) ?? { kind: 'text', text }
}

function readShort(text: string, asked: Asked): CanonicalAnswer | null {
  const { query } = asked
  const { bound, body } = withoutBound(text)
  const date = parseDate(body) ?? (asked.kind === 'time' ? parseYear(body) : null)
  if (date) return { kind: 'date', text, date, bound }

  const whole = parseQuantity(text.replace(NAMES_UNKNOWN, ''))
  if (whole) return { kind: 'quantity', text, quantity: whole, counted: [] }
  const count = asked.number && !asked.severalThings ? countIn(text, query) : null
  if (count) return { kind: 'quantity', text, ...count }

  const solutions = solutionsIn(text)
  const items = solutions ?? (SIGNS.test(text) ? [] : listItems(text))
  const isList = solutions !== null || items.length >= 3 || (items.length === 2 && asked.list)
  const isOrdered = asked.order || (asked.severalThings && solutions === null)
  if (isList) return { kind: 'set', text, items, isOrdered }

  const words = wordsOf(text)
  const said = text.replace(ASIDE, '')
  const isSentence = SENTENCE_VERB.test(said) || isForeignSentence(said)
  if (words.length === 0) return { kind: 'literal', text }
  if (words.length > LONGEST_NAME || isSentence) return null
  return SIGNS.test(text) ? { kind: 'literal', text } : { kind: 'name', text, name: readName(text) }
}

/** The answer in a sentence of another language that says what the thing asked for is: “Die Hauptstadt ist Paris”. */
function readComplement(text: string, asked: Asked): CanonicalAnswer | null {
  const language = recogniseLanguage(text)
  if (language === null || language === 'en') return null
  const complement = complementOf(text, { text: asked.query, language: asked.language }, language)
  const read = complement === null ? null : readShort(complement, asked)
  return read === null || read.kind === 'literal' ? null : { ...read, text }
}

/** The only number of a short answer that begins with it, and what it counts; the answer may contain little else. */
function countIn(text: string, query: string): { quantity: Quantity; counted: string[] } | null {
  if (text.length > LONGEST_COUNT || SENTENCE_VERB.test(text) || RANGE.test(text)) return null
  const said = text.replace(ASIDE, '')
  const [first, ...others] = findMentions(said)
  const opens = first !== undefined && /^[\s("'~≈$€£]*$/.test(first.before.replace(HEDGE, ''))
  if (!opens || others.length > 0) return null
  const asked = new Set(contentWords(query))
  const counted = contentWords(first.after).filter((word) => !asked.has(word))
  // A number with a unit does not count anything else: “€20 overdrawn” is not €20.
  const most = first.quantity.unit === null ? MOST_COUNTED : 0
  return counted.length > most ? null : { quantity: first.quantity, counted }
}

/** The recorded answers are facts; a longer text is an explanation. */
const LONGEST_FACT = 120

/** Whether a text is too long to state a fact. */
export function isExposition(text: string): boolean {
  return wordsOf(text).length > LONGEST_FACT
}

/** Whether an answer is of a closed kind: either equal to another answer or not. */
export function isClosed({ kind }: CanonicalAnswer): boolean {
  return kind !== 'text' && kind !== 'literal'
}

/** What separates the items of a list. White space before a separator is scanned only once, from its start. */
const ITEM_END = /(?:(?<!\s)\s+)?[,;\n]\s*(?:and\s+|or\s+)?|(?<!\s)\s+and\s+|(?:(?<!\s)\s+)?&\s*/

function listItems(text: string): string[] {
  if (SENTENCE_VERB.test(text)) return []
  const items = foldText(text)
    .split(ITEM_END)
    // With a number, every word matters: “A: 250”.
    .map((item) => (/\d/.test(item) ? wordsOf(item) : nameWords(item)).join(' '))
    .filter((item) => item.length > 0)
  return items.every((item) => item.split(' ').length <= 4) ? items : []
}
