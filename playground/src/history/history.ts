import type { EdgeConsensusResponse } from '../../../src/client/index.ts'
import { type Place, readJson, thisBrowser } from '../settings/storage.ts'

/** A question that was asked in this browser. The result itself is with the service, for as long as it keeps it. */
export interface PastQuestion {
  /** Of the latest result. */
  id: string
  /** The results of the whole conversation; absent for one question. */
  turns?: string[]
  /** The first question. */
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

interface Answered {
  at: number
  /** The results of the conversation, with this one as the last. */
  turns: string[]
  /** Its first question. */
  title: string
}

/** Adds an answered question; one that is there, or the conversation that it continues, moves to the top. */
export function addToHistory(
  { id, outcome, confidence }: EdgeConsensusResponse,
  { at, turns, title }: Answered,
  place: Place = thisBrowser,
): void {
  const added: PastQuestion = {
    id,
    turns,
    question: title.slice(0, MOST_CHARACTERS),
    at,
    outcome,
    confidence,
  }
  const others = readHistory(place).filter((past) => past.id !== id && past.id !== turns.at(-2))
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
