import { isOrdinal } from '../../../language/number-words.ts'
import { findMentions, type Quantity, sameQuantity } from '../../../language/quantity/index.ts'
import { recogniseLanguage } from '../../../language/recognise-language.ts'
import { foldText, isNegated, wordsOf } from '../../../language/words.ts'
import { memoise } from '../../../utils/bounded-cache.ts'
import { type ClaimWord, type ClaimWords, claimWords, wordsBeyond } from './claim-words.ts'
import { contradict, type Statements, statementsOf } from './contradiction.ts'
import { sameCauses } from './same-causes.ts'
import { sameLimits } from './same-limits.ts'
import { sameRoles } from './same-roles.ts'
import { deniesAbroad, tellsOtherTime } from './text-signs.ts'

/** A claim in the form in which it is compared with others. */
interface ReadClaim {
  text: string
  /** Whether it is in English, or too short to tell. */
  isEnglish: boolean
  words: ClaimWords
  quantities: Quantity[]
  /** As they are written: 1969 is not 1970 rounded. */
  years: string[]
  ordinals: string[]
  statements: Statements
}

const UNASKED = statementsOf('')
/** More than a panel makes. */
const MOST_REMEMBERED = 500
const readClaim = memoise(readAfresh, { most: MOST_REMEMBERED })

/**
 * Whether two claims differ in something that makes them two, however alike they are: a number, a unit, a date, a name,
 * a negation, a direction, who does what to whom, cause and effect, how many, or under which condition. In languages
 * other than English few of these can be recognised, so that only the same words in the same order are not distinct.
 */
export function areDistinct(left: string, right: string): boolean {
  const [one, other] = [readClaim(left), readClaim(right)]
  if (!one.isEnglish || !other.isEnglish) return writtenWords(left) !== writtenWords(right)
  return (
    countOther(one, other) ||
    nameOther(one, other) ||
    isNegated(left) !== isNegated(right) ||
    deniesAbroad(left) !== deniesAbroad(right) ||
    contradict(one.statements, other.statements, UNASKED) ||
    tellsOtherTime(left, right) ||
    !sameLimits(left, right) ||
    !sameRoles(left, right) ||
    !sameCauses(left, right)
  )
}

function readAfresh(text: string): ReadClaim {
  return {
    text,
    isEnglish: (recogniseLanguage(text) ?? 'en') === 'en',
    words: claimWords(text),
    ...numbersIn(text),
    ordinals: wordsOf(text).filter(isOrdinal),
    statements: statementsOf(text),
  }
}

function numbersIn(text: string): Pick<ReadClaim, 'quantities' | 'years'> {
  const mentions = findMentions(text)
  const isYear = ({ quantity, text: written }: (typeof mentions)[number]) =>
    quantity.unit === null && /^[12]\d{3}$/.test(written.trim())
  return {
    quantities: mentions.map(({ quantity }) => quantity),
    years: mentions.filter(isYear).map((mention) => mention.text.trim()),
  }
}

/** The words of a text in any language, with their accents and vowel signs, which may tell words apart. */
function writtenWords(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(' ')
}

/** Whether one claim has a number, a year or an ordinal that the other does not have. */
function countOther(one: ReadClaim, other: ReadClaim): boolean {
  if (!sameSets(one.years, other.years) || !sameSets(one.ordinals, other.ordinals)) return true
  const lacks = (mine: ReadClaim, theirs: ReadClaim) =>
    mine.quantities.some((quantity) => !theirs.quantities.some((known) => sameQuantity(quantity, known)))
  if (lacks(one, other) || lacks(other, one)) return true
  // Numbers that are no quantities, such as “twice” and “II”; where there are quantities, “1,000” may be “one thousand”.
  if (one.quantities.length > 0) return false
  return (
    beyond(one, other).some(({ isNumber }) => isNumber) || beyond(other, one).some(({ isNumber }) => isNumber)
  )
}

/**
 * Whether one claim names what the other does not. A word that opens a sentence may or may not be a name; it counts if
 * the other claim has such a word too. If everything but one word is the same, that word is the difference.
 */
function nameOther(one: ReadClaim, other: ReadClaim): boolean {
  const [mine, theirs] = [beyond(one, other), beyond(other, one)]
  const isReplaced = [mine, theirs].every(([word, ...rest]) => rest.length === 0 && word?.isNumber === false)
  if (isReplaced && Math.min(one.words.all.length, other.words.all.length) > 2) return true
  const opens = (claim: ReadClaim, word: ClaimWord) => foldText(claim.text).startsWith(word.written)
  const names = (claim: ReadClaim, words: ClaimWord[]) =>
    words.filter(({ isName }) => isName).map((word) => opens(claim, word))
  const [named, called] = [names(one, mine), names(other, theirs)]
  return [...named, ...called].includes(false) || (named.length > 0 && called.length > 0)
}

function beyond(one: ReadClaim, other: ReadClaim): ClaimWord[] {
  return wordsBeyond(one.words, other.words)
}

function sameSets(left: string[], right: string[]): boolean {
  return left.every((one) => right.includes(one)) && right.every((one) => left.includes(one))
}
