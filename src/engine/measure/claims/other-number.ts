import {
  findMentions,
  type Mention,
  maybeSameQuantity,
  measureAlike,
} from '../../../language/quantity/index.ts'
import { isRoleMark } from '../../../language/role-marks.ts'
import { isStopWord, wordsOf } from '../../../language/words.ts'
import { memoise } from '../../../utils/bounded-cache.ts'

/** More than a panel makes. */
const MOST_REMEMBERED = 500

/** Words before a number that say when or under which condition something is so. */
const OCCASIONS = new Set('in on at by from since until before after during within between'.split(' '))
/** Words by which a subject ends. */
const VERBS = new Set('is are was were has have had can could will would may might must'.split(' '))
/**
 * What happens once to a thing or in a life: it comes to be, is found or made known, ends; and words that single out one
 * time. Of pairs of recorded claims that differ only in a year and have such a word, both are judged true in 25 of 439;
 * of those without, in 25 of 67 (factscore_12lm, some of whose pairs were read to choose the words).
 */
const ONCE = new Set(
  `born died passed founded formed established built created invented discovered completed began begins started starts
  opened launched published released introduced signed debut retired ended ends finished dissolved abolished destroyed
  first last final only`.split(/\s+/),
)
/** A sentence that opens so is about one or more of several things: a recession began in 2001, and another in 2008. */
const INDEFINITE = new Set('a an another some several many few most other'.split(' '))

/**
 * What follows where two claims are the same sentence with one other number. They exclude each other where the number is
 * the one value of something, and are compatible where it names a thing (“7 is prime”) or an occasion (“fell in 2018”).
 * Null where they are not the same sentence, or where the sentence does not tell.
 */
export function otherNumber(left: string, right: string): 'excludes' | 'compatible' | null {
  const [one, other] = [readMeasured(left), readMeasured(right)]
  if (one.frame !== other.frame || one.mentions.length !== other.mentions.length) return null
  const pairs = one.mentions.map((mention, index) => [mention, other.mentions[index]!] as const)
  const apart = pairs.filter(([mine, theirs]) => !maybeSameQuantity(mine.quantity, theirs.quantity))
  const [pair] = apart
  if (pair === undefined || apart.length > 1) return null
  if (!measureAlike(pair[0].quantity, pair[1].quantity) || pair.some(isBounded) || pair.some(isLabel))
    return null
  const roles = pair.map((mention) => roleOf(mention, one.frame))
  if (roles.includes(null)) return null
  return roles.includes('compatible') ? 'compatible' : 'excludes'
}

/** Whether two claims are the same sentence with another number of the same thing, so that they cannot both be true. */
export function measureOtherwise(left: string, right: string): boolean {
  return otherNumber(left, right) === 'excludes'
}

/** The sentence without its numbers; remembered, because each is compared with all the others. */
const readMeasured = memoise(readNumbers, { most: MOST_REMEMBERED })

function readNumbers(text: string): { frame: string; mentions: Mention[] } {
  const mentions = findMentions(text)
  let rest = text
  const said: string[] = []
  for (const { text: written } of mentions) {
    const start = rest.indexOf(written)
    if (start === -1) return { frame: text, mentions: [] }
    said.push(rest.slice(0, start))
    rest = rest.slice(start + written.length)
  }
  return { frame: wordsOf([...said, rest].join(' ')).join(' '), mentions }
}

/** “More than 3” and “more than 5” can both be true. */
function isBounded({ quantity }: Mention): boolean {
  return quantity.bound !== null
}

/** Whether a number only tells things apart: the 1 of “type 1 diabetes”. */
function isLabel({ quantity, before }: Mention): boolean {
  const word = wordsOf(before).at(-1)
  return quantity.unit === null && word !== undefined && /[\p{L}\p{N}]\s$/u.test(before) && !isStopWord(word)
}

/** What a number does in its sentence; null where that cannot be told. */
function roleOf({ quantity, text, before, after }: Mention, frame: string): 'excludes' | 'compatible' | null {
  const words = wordsOf(before)
  const [mark] = words.slice(quantity.approximate ? -2 : -1)
  const next = /^\s?(\p{L}+)/u.exec(after)?.[1]?.toLowerCase()
  const isMarked = mark !== undefined && isRoleMark(mark)
  // Without a unit or a noun, a number counts nothing: it is a year, or the number itself.
  const isBare = quantity.unit === null && (next === undefined || isStopWord(next))
  const isOccasion = mark !== undefined && OCCASIONS.has(mark)
  if (isOccasion && isYear(text, quantity)) return happensOnce(frame) ? 'excludes' : 'compatible'
  if (isOccasion && words.length === 1) return 'compatible'
  if (isBare && words.length === 0) return 'compatible'
  if (isMarked && next !== undefined && VERBS.has(next)) return isBare || isOccasion ? 'compatible' : null
  // “Divisible by 3” names another number, “a population of 8 million” does not; “grew to” and “closed at” give a value.
  if (isBare && isMarked && mark !== 'to' && mark !== 'at') return null
  return 'excludes'
}

function isYear(text: string, { unit }: Mention['quantity']): boolean {
  return unit === null && /^[12]\d{3}$/.test(text.trim())
}

function happensOnce(frame: string): boolean {
  const words = frame.split(' ')
  return !INDEFINITE.has(words[0]!) && words.some((word) => ONCE.has(word))
}
