import type { EdgeConsensusResponse } from '../../../src/client/index.ts'
import { type Place, readJson, thisBrowser } from '../settings/storage.ts'

/** A question that was asked in this browser. The result itself is with the service, for as long as it keeps it. */
export interface PastQuestion {
  id: string
  question: string
  /** When it was answered, in milliseconds. */
  at: number
  outcome: EdgeConsensusResponse['outcome']
  confidence: number
}

const NAME = 'stretto.history'
const MOST_KEPT = 50
const MOST_CHARACTERS = 300

/** The questions that were asked here, the latest first. */
export function readHistory(place: Place = thisBrowser): PastQuestion[] {
  return readJson(place, NAME, isHistory) ?? []
}

/** Adds an answered question; one that is there moves to the top. */
export function addToHistory(
  { id, query, outcome, confidence }: EdgeConsensusResponse,
  at: number,
  place: Place = thisBrowser,
): void {
  const added = { id, question: query.slice(0, MOST_CHARACTERS), at, outcome, confidence }
  const others = readHistory(place).filter((past) => past.id !== id)
  place.write(NAME, JSON.stringify([added, ...others].slice(0, MOST_KEPT)))
}

export function removeFromHistory(id: string, place: Place = thisBrowser): void {
  place.write(NAME, JSON.stringify(readHistory(place).filter((past) => past.id !== id)))
}

export function clearHistory(place: Place = thisBrowser): void {
  place.remove(NAME)
}

function isHistory(value: unknown): value is PastQuestion[] {
  return (
    Array.isArray(value) &&
    value.every((one) => typeof one?.id === 'string' && typeof one.question === 'string')
  )
}
