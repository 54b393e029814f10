import { stableShuffle } from '../../../utils/stable-hash.ts'
import type { ShownClaim } from '../../panel/brief.ts'
import { statusesOf } from './dispute.ts'
import type { Ledger } from './ledger.ts'

/** The most entries that one call puts to a seat. */
const MOST_ENTRIES = 24

/** The place of an entry to judge, or of two that seem to contradict each other. */
export type Question = [number] | [number, number]

/** A question as it is shown to a seat. */
export interface PutClaim {
  shown: ShownClaim
  /** The places of the entries, in the order in which they are shown. */
  places: Question
}

/**
 * The entries that are put to every seat, at most 24: contradicted ones first, then central ones, then the others, each
 * in the order of the ledger. Entries that contradict each other are one choice. Seats also judge their own.
 */
export function questionsOn(ledger: Ledger, seats: string[]): Question[] {
  const { entries } = ledger
  const statuses = statusesOf(ledger, seats)
  const isContested = (place: number) => statuses[place] === 'disputed' || entries[place]!.rivals.length > 0
  const order = entries
    .map((_, place) => place)
    .sort(
      (left, right) =>
        Number(isContested(right)) - Number(isContested(left)) ||
        Number(entries[right]!.isCentral) - Number(entries[left]!.isCentral) ||
        left - right,
    )
  const put = new Set<number>()
  const questions: Question[] = []
  for (const place of order) {
    if (put.has(place)) continue
    const rival = order.find((other) => entries[place]!.rivals.includes(other) && !put.has(other))
    const question: Question = rival === undefined ? [place] : [place, rival]
    if (put.size + question.length > MOST_ENTRIES) continue
    for (const one of question) put.add(one)
    questions.push(question)
  }
  return questions
}

/** Questions as one seat sees them: with labels, and in an order that depends on the seed alone, which tells seats apart. */
export function showClaims({ entries }: Ledger, questions: Question[], seed: string): PutClaim[] {
  const textOf = (place: number) => entries[place]!.text
  const turned = questions.map((question) => stableShuffle(question, textOf, seed) as Question)
  return stableShuffle(turned, (places) => places.map(textOf).sort().join('\n'), seed).map(
    (places, index) => ({
      shown: { label: `C${index + 1}`, texts: places.map(textOf) as ShownClaim['texts'] },
      places,
    }),
  )
}
