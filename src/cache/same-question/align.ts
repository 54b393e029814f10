import { editDistance } from '../../contract/edit-distance.ts'
import { normalizeSpelling, stem } from '../../language/words.ts'
import type { ReadQuestion, Word } from './read-question.ts'
import type { WordTable } from './verifier-model.ts'

/** How a word of one question is matched in the other, the most certain way first. */
type Tie = 'equal' | 'mistyped' | 'synonym' | 'root'

/** A word of one question and the word of the other that corresponds to it. */
export interface AlignedPair {
  left: Word
  right: Word
  tie: Tie
}

export interface Alignment {
  pairs: AlignedPair[]
  leftOver: Word[]
  rightOver: Word[]
}

export const STRENGTH: Record<Tie, number> = { equal: 1, mistyped: 0.9, synonym: 0.85, root: 0.8 }

/** Aligns two questions: every word with at most one word of the other, the most certain matches first. */
export function align(left: ReadQuestion, right: ReadQuestion, table: WordTable): Alignment {
  const pairs: AlignedPair[] = []
  const [freeLeft, freeRight] = [new Set(left.content), new Set(right.content)]
  const take = (pair: AlignedPair) => {
    pairs.push(pair)
    freeLeft.delete(pair.left)
    freeRight.delete(pair.right)
  }
  for (const one of left.content) {
    const other = right.content.find((word) => freeRight.has(word) && keyOf(word) === keyOf(one))
    if (other !== undefined) take({ left: one, right: other, tie: 'equal' })
  }
  takeInitials(freeLeft, freeRight, (word, first) => pairs.push({ left: word, right: first, tie: 'equal' }))
  takeInitials(freeRight, freeLeft, (word, first) => pairs.push({ left: first, right: word, tie: 'equal' }))
  const candidates: AlignedPair[] = []
  for (const one of freeLeft) {
    for (const other of freeRight) {
      const tie = tieOf(one, other, table)
      if (tie !== null) candidates.push({ left: one, right: other, tie })
    }
  }
  candidates.sort((one, other) => STRENGTH[other.tie] - STRENGTH[one.tie])
  for (const pair of candidates) if (freeLeft.has(pair.left) && freeRight.has(pair.right)) take(pair)
  takeRepeated(left, freeLeft, right)
  takeRepeated(right, freeRight, left)
  return { pairs, leftOver: [...freeLeft], rightOver: [...freeRight] }
}

function keyOf({ stem, number }: Word): string {
  return number === null ? stem : `#${number.isOrdinal ? 'th' : ''}${number.value}`
}

/** “GRE” is “graduate record examination”: a short word on one side, words with these initials on the other. */
function takeInitials(free: Set<Word>, others: Set<Word>, tie: (word: Word, first: Word) => void): void {
  for (const word of free) {
    if (!/^\p{L}{2,5}$/u.test(word.folded) || word.wordClass !== null) continue
    const run = [...others]
    for (let start = 0; start + word.folded.length <= run.length; start++) {
      const part = run.slice(start, start + word.folded.length)
      if (part.map(({ folded }) => folded[0]).join('') !== word.folded) continue
      if (part.at(-1)!.place - part[0]!.place > part.length) continue
      tie(word, part[0]!)
      free.delete(word)
      for (const one of part) others.delete(one)
      break
    }
  }
}

/** A word that occurs twice on one side is not missing on the other, and “one” matches 1. */
function takeRepeated(own: ReadQuestion, free: Set<Word>, other: ReadQuestion): void {
  const held = new Set(other.content.map(keyOf))
  const hasOne = other.words.some(({ number }) => number?.isSoft)
  for (const word of own.content)
    if (word.number === null ? held.has(keyOf(word)) : word.number.value === '1' && hasOne) free.delete(word)
}

function tieOf(one: Word, other: Word, table: WordTable): Tie | null {
  if (/\d/.test(one.stem + other.stem)) return null
  if (areSynonyms(one.stem, other.stem)) return 'synonym'
  // Two common words are different words, however similar: “county” is not a misspelling of “country”. If neither word
  // is known, only swapped letters count: nitrite is not a misspelling of nitrate.
  const [isKnown, isOtherKnown] = [table.rarity.has(one.stem), table.rarity.has(other.stem)]
  const mayBeSlip = isKnown !== isOtherKnown || (!isKnown && haveSameLetters(one.folded, other.folded))
  // Two names are different too: Johnson is not a misspelling of Johnston.
  const areNames = one.isName && other.isName
  if (mayBeSlip && !areNames && isMistyped(one.folded, other.folded)) return 'mistyped'
  return shareRoot(one.folded, other.folded) ? 'root' : null
}

function haveSameLetters(one: string, other: string): boolean {
  return [...one].sort().join('') === [...other].sort().join('')
}

/**
 * Words that ask for the same thing in most questions; a word may occur in several groups. Listed are only those by which
 * a question of the held-out sets is found: `npm run eval -- cache`.
 */
const GROUPS = `
buy purchase ; start begin commence ; far distance ; cost price expensive rate fee charge
fix repair solve resolve ; reduce decrease lower cut ; improve enhance better ; help assist aid
phone mobile smartphone cellphone telephone ; movie film ; kid child children ; symptom sign ; ocean sea
get_rid remove eliminate ; build construct construction ; difference differ different distinguish distinction
best top greatest finest ; best good great ; correct right proper ; wrong incorrect ; happen occur
effect affect impact influence ; advantage benefit pro ; author write writer ; found founder establish
live reside ; location locate situate place ; country nation ; city town ; flight fly
think opinion view thought ; picture photo image photograph ; website site ; internet web online
change modify alter ; find get ; job work ; college university ; exam test examination ; afraid fear scared
famous popular well-known ; common frequent usual ; hard difficult tough ; smart intelligent clever
fare price ticket cost ; layover stopover stop ; include contain ; calculate find ; india indian
britain british uk
`

const GROUPS_OF = new Map<string, Set<number>>()
GROUPS.trim()
  .split(/ ; |\n/)
  .forEach((line, group) => {
    for (const word of line.split(' ')) {
      const key = stem(normalizeSpelling(word))
      GROUPS_OF.set(key, (GROUPS_OF.get(key) ?? new Set()).add(group))
    }
  })

/** Whether two stems are listed as words that ask for the same thing. */
export function areSynonyms(left: string, right: string): boolean {
  const groups = GROUPS_OF.get(left)
  const others = groups && GROUPS_OF.get(right)
  if (!others) return false
  for (const group of groups!) if (others.has(group)) return true
  return false
}

const SHORTEST = 5
const LONG = 12

/**
 * Whether one word may be a misspelling of the other: one letter added, missing, changed or swapped with its neighbour,
 * two in long words. The first letters must be equal, because few people mistype the first letter.
 */
export function isMistyped(left: string, right: string): boolean {
  const longest = Math.max(left.length, right.length)
  if (Math.min(left.length, right.length) < SHORTEST || left[0] !== right[0]) return false
  if (/\d/.test(left + right)) return false
  const most = longest >= LONG ? 2 : 1
  return editDistance(left, right, most) <= most
}

/** Endings that form another word from the same root, longest first. */
const ENDINGS =
  /(?:ations?|ition|ional|tions?|sions?|ments?|ness|ities|ity|ances?|ences?|ants?|ents?|ingly|ings?|ive|able|ible|ically|ical|ism|ists?|ful|less|ian|ers?|ors?|als?|ial|ous|ary|ic|ly|ed|es|en|th|y|e|s)$/
const SHORTEST_ROOT = 4

/** Whether two words seem to have the same root: invest and investment, prepare and preparation. */
export function shareRoot(left: string, right: string): boolean {
  if (left.length < SHORTEST_ROOT || right.length < SHORTEST_ROOT) return false
  const [one, other] = [rootOf(left), rootOf(right)]
  return (
    one.length >= SHORTEST_ROOT &&
    (one === other ||
      (one.length >= 6 && other.length >= 6 && (one.startsWith(other) || other.startsWith(one))))
  )
}

function rootOf(word: string): string {
  const shorter = word.replace(ENDINGS, '')
  return shorter.length >= SHORTEST_ROOT ? shorter.replace(/[aeiy]$/, '') : word
}
