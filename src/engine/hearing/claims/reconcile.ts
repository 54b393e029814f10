import type { Question } from '../../measure/claims/entries-for-seat.ts'
import type { Ledger } from '../../measure/claims/ledger.ts'
import { measureOtherwise } from '../../measure/claims/other-number.ts'
import { votersAmong } from '../../measure/claims/voters.ts'
import type { SeatRulings } from './given-ruling.ts'

/**
 * What is counted where seats call two claims true that were read to exclude each other. If two models or more, and more
 * than half of those that answered, say so and nobody chooses between them, they are no rivals: they may be one truth
 * in two wordings. Otherwise, and always where they are the same sentence with another number, such a seat is unsure.
 */
export function reconcile<Given extends SeatRulings>(
  given: Given[],
  questions: Question[],
  ledger: Ledger,
): { given: Given[]; ledger: Ledger } {
  const pairs = questions.filter((places) => places.length === 2).filter(areBothTrue)
  const isReconciled = (place: number) => pairs.some((pair) => pair.includes(place))
  return {
    given: given.map((one) => ({
      ...one,
      rulings: one.rulings.map((ruling) =>
        isReconciled(ruling.place) ? { ...ruling, counted: ruling.said } : ruling,
      ),
    })),
    ledger: { ...ledger, entries: ledger.entries.map(withoutReconciled) },
  }

  function areBothTrue([one, other]: [number, number]): boolean {
    if (measureOtherwise(ledger.entries[one]!.text, ledger.entries[other]!.text)) return false
    const answered = given.map(({ seat, rulings }) => ({
      seat: seat.key,
      said: rulings.filter(({ place }) => place === one || place === other).map(({ said }) => said),
    }))
    if (answered.some(({ said }) => said.includes('false'))) return false
    const affirming = answered.filter(({ said }) => said.includes('true'))
    const models = (seats: Array<{ seat: string }>) =>
      votersAmong(
        seats.map(({ seat }) => seat),
        ledger,
      ).size
    const saying = models(affirming)
    return saying > 1 && 2 * saying > models(answered.filter(({ said }) => said.length > 0))
  }

  function withoutReconciled(entry: Ledger['entries'][number], place: number): Ledger['entries'][number] {
    const settled = new Set(pairs.filter((pair) => pair.includes(place)).flat())
    return settled.size === 0
      ? entry
      : { ...entry, rivals: entry.rivals.filter((rival) => !settled.has(rival)) }
  }
}
