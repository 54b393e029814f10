import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FoundPage } from '../../engine/index.ts'
import { stableHash } from '../../utils/stable-hash.ts'
import { LONGEST_READ, pageWords } from './passages.ts'

type ReadPage = Omit<FoundPage, 'copies'>

const RUN_OF_WORDS = 4
/** What two pages share beyond their text, such as a menu, is less than this. */
const SAME_TEXT = 0.8

/**
 * Pages with the same text as one source, which has the place of the best of them. The earliest dated one stands for all:
 * the others are likely to have copied it. One that has only a part of the best, or adds to it, never does: it could say
 * any date to put itself in the place of another. Between long pages, other work has its turn.
 */
export async function joinCopies(pages: ReadPage[]): Promise<FoundPage[]> {
  const groups: Array<Array<{ page: ReadPage; runs: Set<number> }>> = []
  for (const page of pages) {
    await nextTurn()
    const read = { page, runs: runsIn(page.text) }
    const same = groups.find((group) => group.some(({ runs }) => isSameText(runs, read.runs)))
    if (same === undefined) groups.push([read])
    else same.push(read)
  }
  return groups.map((group) => {
    const best = group[0]!
    const equal = group.filter(({ runs }) => isWithin(runs, best.runs) && isWithin(best.runs, runs))
    const first = [best, ...equal]
      .map(({ page }) => page)
      .reduce((one, other) => (isEarlier(other.date, one.date) ? other : one))
    const others = group.filter(({ page }) => page !== first)
    return { ...first, copies: others.map(({ page }) => page.url) }
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
  return left.size < right.size ? isWithin(left, right) : isWithin(right, left)
}

/** Whether most of a text is in another. */
function isWithin(runs: Set<number>, others: Set<number>): boolean {
  let shared = 0
  for (const run of runs) if (others.has(run)) shared++
  return runs.size > 0 && shared >= SAME_TEXT * runs.size
}

function isEarlier(date: string | null, other: string | null): boolean {
  return date !== null && (other === null || date < other)
}
