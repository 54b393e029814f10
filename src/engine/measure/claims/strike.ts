import { SUPPORTED } from './bearing.ts'
import type { Ledger, LedgerEntry } from './ledger.ts'
import { type EntryOpinions, lastRuling, opinionsOn } from './opinions.ts'
import { votersAmong } from './voters.ts'

/** From this iteration on, seats see the reasons of both sides. */
const FIRST_HEARING = 3
const FEWEST_MODELS = 3

/**
 * The seats that must have seen the reasons against an entry before it is struck: those that made it or ever called it
 * true, and those that were never asked and whose text says so.
 */
export function supportersOf(entry: LedgerEntry): string[] {
  const sayingSo = entry.rulings.flatMap(({ seat, opinion }) => (opinion === 'true' ? [seat] : []))
  const read = Object.entries(entry.estimates)
    .filter(([seat, { supports }]) => supports >= SUPPORTED && lastRuling(entry, seat) === null)
    .map(([seat]) => seat)
  return [...new Set([...entry.makers, ...sayingSo, ...read])]
}

/** The ledger with the entries struck that their supporters withdrew, or that two thirds still call false. */
export function strikeEntries(ledger: Ledger, seats: string[]): Ledger {
  const opinions = opinionsOn(ledger, seats)
  const entries = ledger.entries.map((entry, place) => ({
    ...entry,
    isStruck: entry.isStruck || isRefuted(entry, opinions[place]!, ledger),
  }))
  return { ...ledger, entries }
}

function isRefuted(entry: LedgerEntry, opinions: EntryOpinions, ledger: Ledger): boolean {
  const last = supportersOf(entry).map((seat) => lastRuling(entry, seat))
  const areHeard = last.every((ruling) => ruling !== null && ruling.iteration >= FIRST_HEARING)
  if (!areHeard) return false
  const heardIn = Math.min(...last.map((ruling) => ruling!.iteration))
  return (
    // Who is no longer sure has withdrawn nothing: missing support is no evidence of error.
    last.every((ruling) => ruling!.opinion === 'false') ||
    (hasReasonBefore(entry, heardIn) && isOutvoted(entry, opinions, ledger))
  )
}

/** Whether there was a reason against it that its supporters could see when they were heard: to be outvoted is none. */
function hasReasonBefore({ rulings, rivals, contrary }: LedgerEntry, iteration: number): boolean {
  return (
    contrary.length > 0 ||
    rivals.length > 0 ||
    rulings.some((one) => one.opinion === 'false' && one.iteration < iteration && one.reason.trim() !== '')
  )
}

/**
 * Whether two thirds of the models were asked and say that it is false; what a text seems to say does not count, nor does
 * a model whose seats are not of one mind.
 */
function isOutvoted(entry: LedgerEntry, opinions: EntryOpinions, ledger: Ledger): boolean {
  const isSaying = (seat: string) => opinions.against.includes(seat) && lastRuling(entry, seat) !== null
  const seats = [...opinions.for, ...opinions.against, ...opinions.unsure]
  const all = votersAmong(seats, ledger).size
  const others = votersAmong(
    seats.filter((seat) => !isSaying(seat)),
    ledger,
  ).size
  return all >= FEWEST_MODELS && 3 * (all - others) >= 2 * all
}
