import { MONTHS } from '../../../language/calendar-words.ts'
import { findMentions, type Mention } from '../../../language/quantity/index.ts'
import { stem, wordsOf } from '../../../language/words.ts'
import type { AskedFor } from './asked-for.ts'
import { isAmong } from './key-words.ts'
import type { Sides } from './sides.ts'
import { upToComma } from './up-to-comma.ts'

const YEAR = String.raw`(?:1\d|20)\d\d`
const DATE = new RegExp(
  String.raw`(?<![\d.,] ?)(?:(?:\d{1,2} )?(?:${MONTHS.join('|')}) ${YEAR}|${YEAR})(?![\d%]| ?[.,]?\d| \p{Ll}+s\b)|\d[\d.]* (?:[mb]illion )?years ago|\b\d{2,4} BC\b`,
  'giu',
)
/** When a statement was checked, which is not part of what it says. */
const AS_OF = /,? as of \p{L}+ \d{4},?/u
/** A year, or the temperature at which something is measured. */
const USUAL = new RegExp(String.raw`\b(?:in|of|since|by) ${YEAR}\b(?! \p{L})|\bat \d+ degrees Celsius`, 'gu')
const DIFFERENCE = /^ (?:\p{L}+ )?(?:longer|shorter|more|less|fewer|higher|lower|larger|smaller)\b/u
const ASIDE = / \([^()]*\)/g

/** The date in a statement that answers “when”; the whole statement if it has several and it is unclear which one. */
export function timeIn(statement: string, { topic }: AskedFor): string | null {
  const text = statement.replace(AS_OF, '')
  const dates = [...text.matchAll(DATE)].map(({ 0: date, index }) => ({ date, index }))
  if (dates.length < 2) return dates[0]?.date ?? null
  const places = topic.map((word) => placeOf(word, text))
  if (places.includes(-1)) return statement
  return dates.find(({ index }) => index > Math.max(...places))?.date ?? statement
}

/** The number in a statement that answers “how many”. */
export function countIn(statement: string, sides: Sides | null, asked: AskedFor): string | null {
  const { counted, question, topic } = asked
  if (counted === null) return null
  const isCounted = (words: string) => wordsOf(words).some((word) => isAmong(stem(word), new Set([counted])))
  if (sides?.isForward && isCounted(numberOf(sides.known)))
    return hasOtherFigures(sides.known, question) ? null : upToComma(sides.answer)
  // A figure in a side clause answers only if everything the question names is mentioned.
  if (topic.some((word) => placeOf(word, statement) === -1)) return null
  const mentions = findMentions(statement).filter(
    ({ text, after }) => !question.includes(text) && !DIFFERENCE.test(after),
  )
  const one = mentions.find(({ text, after }) => isCounted(text) || isCounted(nextWords(after)))
  if (one !== undefined)
    return isCounted(one.text) ? one.text : `${one.text} ${nextWords(one.after, isCounted)}`
  return mentions.length > 0 && isCounted(numberOf(statement)) ? statement : null
}

/** The measurement in a statement that answers how far, how old or how hot. */
export function measureIn(statement: string, sides: Sides | null, asked: AskedFor): string | null {
  const fits = ({ quantity, text }: Mention) =>
    !asked.question.includes(text) &&
    (asked.dimension === null
      ? quantity.unit !== null
      : asked.dimension.test(Object.keys(quantity.unit?.dimension ?? {}).join(' ')))
  if (sides?.isForward && !/^not\b/.test(sides.answer)) {
    const [measured] = findMentions(sides.answer)
    if (measured !== undefined)
      return fits(measured) && !hasOtherFigures(sides.known, asked.question) ? upToComma(sides.answer) : null
  }
  return findMentions(statement).filter(fits).length === 1 ? statement : null
}

/** Whether figures in a part of a statement make it a special case: primes less than 100. */
export function hasOtherFigures(part: string, question: string): boolean {
  const asked = new Set(wordsOf(question))
  const special = part.replace(AS_OF, '').replace(ASIDE, '').replace(USUAL, '')
  return wordsOf(special).some((word) => /^\d/.test(word) && !asked.has(word))
}

/** What a text gives the number of. */
function numberOf(text: string): string {
  return /\bnumber of ((?:[\p{L}-]+ ?){1,3})/iu.exec(text)?.[1] ?? ''
}

/** The next words of a text: three, or as many as needed to reach a certain one. */
function nextWords(text: string, isLast?: (word: string) => boolean): string {
  const words = (/^ [\p{L} -]*/u.exec(text)?.[0] ?? '').trim().split(' ').slice(0, 2)
  const last = isLast === undefined ? -1 : words.findIndex(isLast)
  return (last === -1 ? words : words.slice(0, last + 1)).join(' ')
}

function placeOf(word: string, text: string): number {
  for (const { 0: written, index } of text.matchAll(/[\p{L}\d]+/gu))
    if (isAmong(word, new Set([stem(written.toLowerCase())]))) return index
  return -1
}
