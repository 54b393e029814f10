import { editDistance } from '../../contract/edit-distance.ts'

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
