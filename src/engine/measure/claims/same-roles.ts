import { isDirection, isRoleMark } from '../../../language/role-marks.ts'
import { foldText, isStopWord, stem } from '../../../language/words.ts'

const WORD = /[\p{L}\p{N}]+(?:[.,]\p{N}+)*/gu
const COPULA = /\b(?:is|are|was|were)\b/i
const LIST = /(?:(?<!\s)\s+)?(?:,|;|&|\/|\band\b|\bor\b)\s*/i
const LONGEST_ITEM = 2
const MOST_WORDS = 200
const SHORT = 6
const ARTICLES = new Set(['the', 'a', 'an', 'its', 'his', 'her', 'their'])

interface PlacedWord {
  stem: string
  isName: boolean
  /** The preposition before it; empty if there is none. */
  mark: string
  start: number
  end: number
}

/**
 * Whether the words that two texts share have the same roles in both, as far as their order shows: “Apple sued Samsung”
 * and “Samsung sued Apple” share every word. Items of a list, the two sides of “is”, the agent after “by” and any word
 * that keeps its preposition may change places.
 */
export function sameRoles(left: string, right: string): boolean {
  const [one, other] = [wordsIn(left), wordsIn(right)]
  const pairs = one.flatMap((mine) => {
    const theirs = other.find(({ stem }) => stem === mine.stem)
    return theirs === undefined ? [] : [{ mine, theirs }]
  })
  const isWhole = pairs.length === one.length && one.length === other.length
  // In a longer text, the order of ordinary words means little.
  const isShort = Math.max(one.length, other.length) <= SHORT
  const telling = isWhole || isShort ? pairs : pairs.filter(({ mine }) => mine.isName)
  const isRemarked = telling.some(
    ({ mine, theirs }) => mine.mark !== theirs.mark && isDirection(mine.mark) && isDirection(theirs.mark),
  )
  if (isRemarked) return false
  const free = telling.filter(({ mine, theirs }) => mine.mark === '' || mine.mark !== theirs.mark)
  const isTurned = free.some((first, index) =>
    free.slice(index + 1).some((second) => {
      if (first.theirs.start < second.theirs.start) return false
      return !(isListed(left, first.mine, second.mine) && isListed(right, second.theirs, first.theirs))
    }),
  )
  const isPassive = saysBy(left) !== saysBy(right)
  return isTurned ? isPassive || areSidesTurned(left, right) : !(isPassive && isWhole)
}

function wordsIn(text: string): PlacedWord[] {
  const found = new Map<string, PlacedWord>()
  let mark = ''
  let last = { isName: false, mark: '', end: 0 }
  for (const { 0: written, index } of text.matchAll(WORD)) {
    const folded = foldText(written)
    if (isStopWord(folded)) {
      if (!ARTICLES.has(folded)) mark = isRoleMark(folded) ? folded : ''
      continue
    }
    const key = stem(folded)
    const isName = /^[\p{Lu}\p{N}]/u.test(written)
    const end = index + written.length
    // “on July 4, 1776”: the preposition belongs to the whole name or date.
    if (isName && last.isName && mark === '' && /^[\s,]*$/.test(text.slice(last.end, index))) mark = last.mark
    last = { isName, mark, end }
    if (!found.has(key) && found.size < MOST_WORDS)
      found.set(key, { stem: key, isName, mark, start: index, end })
    mark = ''
  }
  return [...found.values()]
}

/** Whether two words are in the same list, next to each other or a few items apart. */
function isListed(text: string, first: PlacedWord, second: PlacedWord): boolean {
  const between = text.slice(first.end, second.start)
  const items = between.split(LIST)
  const isItem = (item: string) => {
    const words = item.match(WORD) ?? []
    return words.length <= LONGEST_ITEM && !words.some((word) => isStopWord(foldText(word)))
  }
  return items.length > 1 && items.every(isItem)
}

function saysBy(text: string): boolean {
  return /\bby\b/i.test(text)
}

/** Whether two sentences equate the same two things: “Paris is the capital” and “The capital is Paris”. */
function areSidesTurned(left: string, right: string): boolean {
  const [one, other] = [sidesOf(left), sidesOf(right)]
  if (one === null || other === null || /\bthan\b/i.test(left)) return false
  return one[0] === other[1] && one[1] === other[0]
}

function sidesOf(text: string): [string, string] | null {
  const sides = text.split(COPULA)
  if (sides.length !== 2) return null
  const [before, after] = sides.map((side) =>
    wordsIn(side)
      .map(({ stem }) => stem)
      .join(' '),
  )
  return [before!, after!]
}
