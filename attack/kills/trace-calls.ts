import { isPaid, type ProviderCall } from '../provider/calls.ts'

/** Why an answer was paid for a second time. */
export type Why =
  /** The service was killed before the answer was out: nobody could have kept it. */
  | 'sent after the kill'
  /** The answer was out before the kill and was asked for again. */
  | 'sent before the kill'
  /** The same, of an answer that was cut off or held back by the provider. */
  | 'truncated or filtered, sent before the kill'
  /** No kill in between: the service itself asked twice. */
  | 'asked again without a kill'

/** An answer that was paid for again. */
export interface PaidTwice {
  call: ProviderCall
  why: Why
  /** From the answer's last byte to the kill. */
  beforeKillMs: number | null
}

/** Finds answers to the same prompt of the same seat that were paid for more than once, and why. */
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
 * How many paid calls of a task are more than its iterations account for, though no prompt is the same: each seat speaks
 * once alone, once in every further iteration, and writes at most once.
 */
export function countSurplus(paid: ProviderCall[], iterations: number): number {
  const allowed = { exposition: 1, revision: iterations - 1, writing: 1 }
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
