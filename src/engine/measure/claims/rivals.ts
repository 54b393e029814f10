import {
  findMentions,
  type Mention,
  maybeSameQuantity,
  measureAlike,
} from '../../../language/quantity/index.ts'
import { isStopWord, wordsOf } from '../../../language/words.ts'
import { type Bearing, CONTRADICTED } from './bearing.ts'

/**
 * How surely each claim excludes each other one, from 0 to 1: what was read in either direction, and 1 where they are
 * the same sentence with another number, which a model easily overlooks.
 */
export function exclusions(texts: string[], bearings: Bearing[][]): number[][] {
  return texts.map((text, place) =>
    texts.map((other, index) => {
      if (index === place) return 0
      if (measureOtherwise(text, other)) return 1
      return Math.max(bearings[place]![index]!.contradicts, bearings[index]![place]!.contradicts)
    }),
  )
}

/** The places of the claims that cannot be true together with each claim. */
export function rivalsIn(excluded: number[][]): number[][] {
  return excluded.map((row) => row.flatMap((value, place) => (value >= CONTRADICTED ? [place] : [])))
}

/** Whether two claims are the same sentence with another number of the same thing. */
export function measureOtherwise(left: string, right: string): boolean {
  const [one, other] = [readMeasured(left), readMeasured(right)]
  if (one.frame !== other.frame || one.mentions.length !== other.mentions.length) return false
  const pairs = one.mentions.map((mention, index) => [mention, other.mentions[index]!] as const)
  const apart = pairs.filter(([mine, theirs]) => !maybeSameQuantity(mine.quantity, theirs.quantity))
  const [pair] = apart
  return (
    apart.length === 1 &&
    measureAlike(pair![0].quantity, pair![1].quantity) &&
    !pair!.some(isBounded) &&
    !pair!.some(isLabel)
  )
}

/** The sentence without its numbers. */
function readMeasured(text: string): { frame: string; mentions: Mention[] } {
  const mentions = findMentions(text)
  let rest = text
  const said: string[] = []
  for (const { text: written } of mentions) {
    const start = rest.indexOf(written)
    if (start === -1) return { frame: text, mentions: [] }
    said.push(rest.slice(0, start))
    rest = rest.slice(start + written.length)
  }
  return { frame: wordsOf([...said, rest].join(' # ')).join(' '), mentions }
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
