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
  /** When it was answered, or asked, in milliseconds. */
  at: number
  /** How a run without an answer is; its id is that of the run. Absent for an answer. */
  status?: 'running' | 'stopped' | 'failed'
  outcome?: EdgeConsensusResponse['outcome']
  confidence?: number
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
  /** The run that gave the last. */
  runId?: string | undefined
}

/** Adds an answered question; one that is there, or the conversation that it continues, moves to the top. */
export function addToHistory(
  { id, outcome, confidence }: EdgeConsensusResponse,
  { at, turns, title, runId }: Answered,
  place: Place = thisBrowser,
): void {
  add({ id, turns, question: title, at, outcome, confidence }, [runId, turns.at(-2)], place)
}

/** Adds a run that has begun, once. */
export function addRunToHistory(run: Omit<PastQuestion, 'status'>, place: Place = thisBrowser): void {
  if (!readHistory(place).some(({ id }) => id === run.id)) add({ ...run, status: 'running' }, [], place)
}

/** Remembers how a run has ended without an answer. */
export function markRun(id: string, status: 'stopped' | 'failed', place: Place = thisBrowser): void {
  const marked = readHistory(place).map((past) => (past.id === id ? { ...past, status } : past))
  place.write(NAME, JSON.stringify(marked))
}

function add(added: PastQuestion, replaced: Array<string | undefined>, place: Place): void {
  const others = readHistory(place).filter(({ id }) => id !== added.id && !replaced.includes(id))
  const cut = { ...added, question: added.question.slice(0, MOST_CHARACTERS) }
  place.write(NAME, JSON.stringify([cut, ...others].slice(0, MOST_KEPT)))
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
