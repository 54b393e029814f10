import type { FoundPage } from '../../engine/index.ts'
import { stableHash } from '../../utils/stable-hash.ts'
import { LONGEST_READ, pageWords } from './passages.ts'

type ReadPage = Omit<FoundPage, 'copies'>

const RUN_OF_WORDS = 4
/** What two pages share beyond their text, such as a menu, is less than this. */
const SAME_TEXT = 0.8

/**
 * Pages with the same text as one source, which has the place of the best of them. The earliest dated one stands for all:
 * the others are likely to have copied it.
 */
export function joinCopies(pages: ReadPage[]): FoundPage[] {
  const groups: Array<Array<{ page: ReadPage; runs: Set<number> }>> = []
  for (const page of pages) {
    const read = { page, runs: runsIn(page.text) }
    const same = groups.find((group) => group.some(({ runs }) => isSameText(runs, read.runs)))
    if (same === undefined) groups.push([read])
    else same.push(read)
  }
  return groups.map((group) => {
    const members = group.map(({ page }) => page)
    const first = members.reduce((one, other) => (isEarlier(other.date, one.date) ? other : one))
    return { ...first, copies: members.filter((page) => page !== first).map(({ url }) => url) }
  })
}

/** Hashes of all runs of words. */
function runsIn(text: string): Set<number> {
  const words = pageWords(text.slice(0, LONGEST_READ)).map(stableHash)
  const starts = words.slice(0, 1 - RUN_OF_WORDS)
  const hashAt = (place: number) =>
    words.slice(place, place + RUN_OF_WORDS).reduce((hash, word) => (Math.imul(hash, 31) + word) | 0, 0)
  return new Set(starts.map((_, place) => hashAt(place)))
}

/** Whether most of one text is in the other, whichever is longer. */
function isSameText(left: Set<number>, right: Set<number>): boolean {
  const [few, many] = left.size < right.size ? [left, right] : [right, left]
  let shared = 0
  for (const run of few) if (many.has(run)) shared++
  return few.size > 0 && shared >= SAME_TEXT * few.size
}

function isEarlier(date: string | null, other: string | null): boolean {
  return date !== null && (other === null || date < other)
}
