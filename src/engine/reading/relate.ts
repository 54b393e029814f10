import Fraction from 'fraction.js'
import { parseDate } from '../../language/calendar-date.ts'
import { withoutLatex } from '../../language/latex.ts'
import { convert, parseQuantity, type Quantity, sameDimension } from '../../language/quantity/quantity.ts'
import { digitStep, powerOfTen } from '../../language/quantity/scan-number.ts'
import { collapseSpaces, foldText } from '../../language/words.ts'
import { bothEnds } from '../../utils/both-ends.ts'
import { memoise } from '../../utils/memoise.ts'
import { isCode } from './reply-text.ts'

/** A longer answer is compared character by character only. */
const LONGEST_READ = 200
/** Two spellings of a longer word that differ in capitals alone are the same; CO and Co, Mb and MB are not. */
const LONGEST_SYMBOL = 3
const WORDS = /^[\p{L}\p{M}\s,;'’-]+$/u
const HEDGED = /^(?:about|around|circa|ca\.?|since|before|after|until|by|not)\b/i

/**
 * Relates the short answers to a question. Same: equal but for the way they are written, the same option, date, or number
 * with its unit. Different: two options of one list, two dates, two exact numbers of one unit. Everything else is unknown
 * and left to a reader.
 */
export function relationOn(query: string): Relate {
  let options: Map<string, string> | undefined
  const written = memoise(writtenForm)
  const read = memoise((answer: string) => {
    options ??= optionsOf(query)
    return readAnswer(answer, written(answer), options)
  })
  return (left, right) => {
    if (left === right) return 'same'
    const [form, otherForm] = [written(left).form, written(right).form]
    if (form === otherForm || differInCapitals(form, otherForm)) return 'same'
    const [one, other] = [read(left), read(right)]
    if (one.option !== null && other.option !== null)
      return one.option === other.option ? 'same' : 'different'
    if (one.date !== null && other.date !== null) return relateDates(one.date, other.date)
    return one.number && other.number ? relateNumbers(one.number, other.number) : 'unknown'
  }
}

/** Relates what a panel is asked for: answers to its question, or steps with tools, of which only equal ones are certain. */
export function relationIn({ query, step }: { query: string; step?: unknown }): Relate {
  return step === undefined ? relationOn(query) : (left, right) => (left === right ? 'same' : 'unknown')
}

/** Whether all of some answers are letters of the list of options in the question. */
export function areOptions(query: string, answers: string[]): boolean {
  const options = optionsOf(query)
  return answers.every((answer) => pickedOption(normalForm(answer), options) !== null)
}

/** The form in which an answer is compared, and whether white space may matter in it: it has several lines, or is code. */
function writtenForm(answer: string) {
  const isLiteral = answer.length > LONGEST_READ || answer.trim().includes('\n') || isCode(answer)
  return { form: isLiteral ? codeForm(answer) : normalForm(answer), isLiteral }
}

function readAnswer(
  answer: string,
  { form, isLiteral }: ReturnType<typeof writtenForm>,
  options: Map<string, string>,
) {
  const option = answer.length > LONGEST_READ ? null : pickedOption(form, options)
  // A letter of a list is not the number it may look like.
  if (isLiteral || option !== null) return { option, date: null, number: null }
  const date = HEDGED.test(form) ? null : parseDate(form)
  return { option, date, number: date === null ? certainNumber(form) : null }
}

function differInCapitals(left: string, right: string): boolean {
  if (left.length !== right.length || !WORDS.test(left) || foldText(left) !== foldText(right)) return false
  return left.length > LONGEST_SYMBOL || left.slice(1) === right.slice(1)
}

type CertainDate = NonNullable<ReturnType<typeof parseDate>>

/** Dates that are equally precise are the same or not; of others, only a part that both have can tell them apart. */
function relateDates(left: CertainDate, right: CertainDate): Relation {
  const parts = (['year', 'month', 'day'] as const).map((part) => [left[part], right[part]] as const)
  if (parts.some(([one, other]) => one !== null && other !== null && one !== other)) return 'different'
  return parts.every(([one, other]) => one === other) ? 'same' : 'unknown'
}

// “Account A: €300” is an account, not an option.
const MARKER = /(?<=^|[\s;,])\(?([A-P])(?:[).]|(?<=[^\p{L}\s]\s*[A-P]|^[A-P]|\n\s*[A-P]):)(?=\s)/gu
const LINE_MARKER = /^[ \t]*\(?([A-P])[).:](?=\s)/gm
const STATED =
  /^(?:(?:option|choice) ?:? ?\(?([A-P])\)?(?![\p{L}\p{N}])|\(([A-P])\)|([A-P])(?=$|[).:,]| ?[–—]| ?- ))/iu

/** Longer questions come with a text; their options stand before or after it. */
const LONGEST_QUESTION = 16_000

/** The options that a question offers, by letter; empty unless at least two follow each other from A. */
export function optionsOf(question: string): Map<string, string> {
  const query = bothEnds(question, LONGEST_QUESTION)
  // Options on lines of their own may contain text that looks like another option: “C. H. Ross Perot”.
  const listed = optionsBehind(query, [...query.matchAll(LINE_MARKER)], /\n/)
  return listed.size >= 2 ? listed : optionsBehind(query, [...query.matchAll(MARKER)], /[\n;]/)
}

function optionsBehind(query: string, markers: RegExpExecArray[], end: RegExp): Map<string, string> {
  const options = new Map<string, string>()
  if (areSpeakers(query, markers, end)) return options
  for (const [index, marker] of markers.entries()) {
    const letter = marker[1] ?? ''
    const upToNext = query.slice(marker.index + marker[0].length, markers[index + 1]?.index)
    const text = foldText(upToNext.trimStart().split(end, 1)[0] ?? '').trim()
    // A question may also list other things by letter; its options come last.
    if (letter === 'A' && options.size > 0) options.clear()
    if (text !== '' && letter === String.fromCharCode(65 + options.size))
      options.set(letter, text.replace(/[.,]$/, ''))
  }
  return options.size >= 2 ? options : new Map()
}

/** Whether letters with a colon are the names of speakers: they speak more than once, or in sentences. */
function areSpeakers(query: string, markers: RegExpExecArray[], end: RegExp): boolean {
  if (!markers.some(([mark]) => mark.endsWith(':'))) return false
  const letters = markers.map(([, letter]) => letter)
  const speaks = markers.some(({ 0: mark, index }, place) => {
    const said = query.slice(index + mark.length, markers[place + 1]?.index)
    return /[.?!…]["”]?$/.test(said.trim().split(end, 1)[0]?.trim() ?? '')
  })
  return speaks || new Set(letters).size < letters.length
}

/** The letter that an answer picks, by letter or by the words of the option; null if it picks none. */
export function pickedOption(answer: string, options: Map<string, string>): string | null {
  if (options.size === 0) return null
  const folded = foldText(answer).trim().replace(/\.$/, '')
  const worded = [...options].find(([, text]) => text === folded)?.[0]
  // “A dog” is the option with these words, not option A; a single letter is always a letter.
  if (worded !== undefined && folded.length > 1) return worded
  const stated = STATED.exec(answer)
  const letter = (stated?.[1] ?? stated?.[2] ?? stated?.[3])?.toUpperCase()
  if (stated === null || letter === undefined || !options.has(letter)) return worded ?? null
  return saysNoMore(folded.slice(stated[0].length), options.get(letter)!) ? letter : (worded ?? null)
}

/**
 * Whether the text after a letter adds nothing to it: the words of the option, an aside, or the reason for the choice.
 */
function saysNoMore(rest: string, option: string): boolean {
  if (/^[\s).:,–—-]*(?:\(|because\b|since\b|as\b)/.test(rest)) return true
  const said = rest.match(/[\p{L}\p{N}]+/gu) ?? []
  const words = new Set(option.match(/[\p{L}\p{N}]+/gu))
  return said.every((word) => words.has(word))
}

/** How two answers relate, as far as that is certain without understanding them. */
export type Relation = 'same' | 'different' | 'unknown'
export type Relate = (left: string, right: string) => Relation

/** A number that is stated without a hedge or a bound. */
interface CertainNumber extends Pick<Quantity, 'value' | 'unit'> {
  /** How far the value it stands for may be away from it. */
  tolerance: Fraction
  /** Whether it may be another number elsewhere: 1,500 is one and a half to a German reader. */
  isAmbiguous: boolean
}

const AMBIGUOUS = /(?<![\d.,])\d{1,3}[.,]\d{3}(?![\d.,]*\d)/

const EXACT = new Fraction(0)
/** From here on an integer that ends in zeros may be rounded. */
const MAY_BE_ROUNDED = 100n

/** The number that a text is; null for any other text, and for one that is approximate or a bound. */
function certainNumber(text: string): CertainNumber | null {
  const quantity = parseQuantity(text)
  if (quantity === null) return null
  const { value, unit } = quantity
  return { value, unit, tolerance: toleranceOf(quantity), isAmbiguous: AMBIGUOUS.test(text) }
}

/** The same if their values are equal; different if no value can be meant by both. */
function relateNumbers(left: CertainNumber, right: CertainNumber): Relation {
  const other = inUnitOf(left, right)
  if (other === null) return 'unknown'
  if (left.value.equals(other.value)) return left.isAmbiguous === right.isAmbiguous ? 'same' : 'unknown'
  const isThousandfold = (one: Fraction, another: Fraction) => one.mul(1_000).equals(another)
  if (isThousandfold(left.value, other.value) || isThousandfold(other.value, left.value)) return 'unknown'
  const distance = left.value.sub(other.value).abs()
  return distance.lt(left.tolerance.add(other.tolerance)) ? 'unknown' : 'different'
}

/** Half a unit of the last digit; a whole unit of the last that is not zero where an integer may have been rounded to it. */
function toleranceOf({ value, significantDigits }: Quantity): Fraction {
  if (!Number.isFinite(significantDigits) || value.n === 0n) return EXACT
  if (value.d === 1n && value.n >= MAY_BE_ROUNDED) {
    const digits = String(value.n)
    let zeros = 0
    while (digits.at(-1 - zeros) === '0') zeros++
    if (digits.length - zeros < significantDigits) return powerOfTen(zeros)
  }
  return digitStep(value, significantDigits).div(2)
}

/** A number in the unit of another; null where that is not certain. */
function inUnitOf(target: CertainNumber, number: CertainNumber): CertainNumber | null {
  const [to, from] = [target.unit, number.unit]
  if (to === null || from === null) return to === from ? number : null
  if (to.symbol === from.symbol) return number
  if (!sameDimension(to, from) || to.offset.n !== 0n || from.offset.n !== 0n) return null
  return {
    ...number,
    value: convert(number.value, from, to),
    unit: to,
    tolerance: number.tolerance.mul(from.factor).div(to.factor),
  }
}

/** A longer text is compared unchanged, except for its white space. */
const LONGEST_UNWRAPPED = 4_000

const LEAD_IN =
  /^(?:(?:so|thus|hence|therefore|ok|okay|sure|well)[,:]? ?)?(?:(?:the|my|our|a) )?(?:(?:final|short|correct|best|right) )?answer ?(?:is|would be|:|=) ?[:=]? ?/i
const WHOLE_FENCE = /^(?:```|~~~)[^\n]*\n([\s\S]*?)\n?(?:```|~~~)$/

/**
 * The form in which prose is compared, never shown: without mark-up, LaTeX, quotes, “the answer is” and the final full
 * stop.
 */
export function normalForm(answer: string): string {
  // Runs of spaces become one space, so that no pattern below has to try the ways to divide a run.
  const spaced = collapseSpaces(answer)
  if (spaced.length > LONGEST_UNWRAPPED) return spaced
  const plain = withoutMarkup(spaced)
  const said = plain === spaced ? plain : collapseSpaces(plain)
  const bare = said.replace(LEAD_IN, '').replace(/^["“'‘](.*)["”'’]$/, '$1')
  return (bare === said ? bare : collapseSpaces(bare)).replace(/(?<=[^.])[.。]$/, '').trim()
}

/** The form in which code is compared: every character of every line may matter, but not the line endings. */
export function codeForm(answer: string): string {
  const code = WHOLE_FENCE.exec(answer.trim())?.[1] ?? answer.replace(/^\s*`([^`\n]+)`\.?\s*$/, '$1')
  const lines = code.replace(/\r\n?/g, '\n').split('\n')
  const written = lines.map((line) => line.trimEnd())
  const first = written.findIndex((line) => line !== '')
  return written.slice(Math.max(0, first), written.findLastIndex((line) => line !== '') + 1).join('\n')
}

function withoutMarkup(text: string): string {
  return (
    withoutLatex(text)
      .replace(/\*\*|`/g, '')
      // Bold text, but not the underscores of `__init__`.
      .replace(/__([\p{Lu}\d][^_]*)__/gu, '$1')
      .replace(/^#+ ?/, '')
  )
}
