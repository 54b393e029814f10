import type { Seat } from '../../panel/panel.ts'
import { speakerOf } from '../../panel/votes.ts'
import type { Ledger } from './ledger.ts'

/** The ledger with the model of every seat, so that several seats of one model count as one. */
export function withVoters(ledger: Ledger, seats: Seat[]): Ledger {
  return { ...ledger, voters: Object.fromEntries(seats.map((seat) => [seat.key, speakerOf(seat)])) }
}

/** The models of seats, each once: what a model says several times is said once. */
export function votersAmong(seats: string[], { voters }: Ledger): Set<string> {
  return new Set(seats.map((seat) => voters?.[seat] ?? seat))
}
