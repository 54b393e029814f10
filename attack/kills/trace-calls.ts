import { isPaid, type ProviderCall } from '../provider/calls.ts'

/** Why an answer was paid for a second time. */
export type Why =
  /** The service was killed before the answer was sent, so it could not have been stored. */
  | 'sent after the kill'
  /** The answer was sent before the kill and was requested again. */
  | 'sent before the kill'
  /** The same, for an answer that the provider truncated or filtered. */
  | 'truncated or filtered, sent before the kill'
  /** The service itself asked twice, without a kill in between. */
  | 'asked again without a kill'

/** An answer that was paid for again. */
export interface PaidTwice {
  call: ProviderCall
  why: Why
  /** The time from the last byte of the answer to the kill. */
  beforeKillMs: number | null
}

/** Finds answers of one seat to the same prompt that were paid for more than once, and why. */
export function tracePaidTwice(calls: ProviderCall[], kills: number[]): PaidTwice[] {
  const byPrompt = new Map<string, ProviderCall[]>()
  for (const call of calls.filter(isPaid)) {
    const key = `${call.question} ${call.digest}`
    byPrompt.set(key, [...(byPrompt.get(key) ?? []), call])
  }
  return [...byPrompt.values()].flatMap((same) => {
    const inTurn = same.toSorted((left, right) => left.arrivedAt - right.arrivedAt)
    return inTurn.slice(1).map((again, place) => explain(inTurn[place]!, again, kills))
  })
}

function explain(call: ProviderCall, again: ProviderCall, kills: number[]): PaidTwice {
  const sentAt = call.sentAt ?? call.arrivedAt
  if (kills.some((kill) => kill >= call.arrivedAt && kill < sentAt))
    return { call, why: 'sent after the kill', beforeKillMs: null }
  const kill = kills.find((time) => time >= sentAt && time <= again.arrivedAt)
  if (kill === undefined) return { call, why: 'asked again without a kill', beforeKillMs: null }
  const incomplete = call.kind === 'truncated' || call.kind === 'filtered'
  const why = incomplete ? 'truncated or filtered, sent before the kill' : 'sent before the kill'
  return { call, why, beforeKillMs: kill - sentAt }
}

/**
 * How many paid calls of a task exceed what its iterations explain, although no prompt was repeated: each seat answers
 * once alone, once in every further iteration, and writes at most once; in each iteration it may read what is new, and
 * at the end compare the answer with axioms.
 */
export function countSurplus(paid: ProviderCall[], iterations: number): number {
  const allowed = { exposition: 1, reading: iterations + 1, revision: iterations - 1, writing: 1 }
  const prompts = new Map<string, Set<string>>()
  for (const { model, phase, digest } of paid) {
    const key = `${phase} ${model}`
    prompts.set(key, (prompts.get(key) ?? new Set()).add(digest))
  }
  const surpluses = [...prompts].map(([key, digests]) => {
    const phase = key.split(' ')[0] as keyof typeof allowed
    return Math.max(0, digests.size - allowed[phase])
  })
  return surpluses.reduce((sum, surplus) => sum + surplus, 0)
}
