import {
  type AskModel,
  type CallCost,
  type ModelCall,
  ModelFailure,
  toAbstention,
  UNKNOWN_COST,
  withCosts,
} from '../engine/index.ts'
import { stableHash } from '../utils/stable-hash.ts'
import type { KeptCall } from './task-ports.ts'

interface ReplyMemory {
  /** Calls stored before a crash. */
  kept: ReadonlyMap<string, KeptCall>
  /** Called before a call is made that must be paid for; a rejection prevents it. */
  beforeAsking?(): Promise<void>
  /** Stores the outcome of a call; a write that has begun when this returns survives the process. */
  keep(call: string, what: KeptCall): Promise<void>
  /** Called when something could not be stored; the reply is still used, since it was paid for. */
  onFault(error: unknown): void
}

/** Wraps the model call so that replies paid for before a crash are reused, and new ones are stored. */
export function recallReplies(ask: AskModel, { kept, beforeAsking, keep, onFault }: ReplyMemory): AskModel {
  // A seat is asked twice at the same place where its first reply makes it search the web.
  const counted = new Set<string>()
  return async (call) => {
    const name = nameOf(call)
    const known = kept.get(name)
    counted.add(name)
    const others = keptElsewhere(kept, name).filter(([other]) => !counted.has(other))
    for (const [other] of others) counted.add(other)
    const elsewhere = others.map(([, what]) => costOf(what))
    if (known && 'reply' in known) return withCosts(known.reply, elsewhere)
    if (known && 'failure' in known) throw failureOf(known.failure, elsewhere)
    if (beforeAsking !== undefined) await beforeAsking()
    const before = known === undefined ? [] : [known.spent]
    const remember = (what: KeptCall) => keep(name, what).catch(onFault)
    try {
      const onSpent = (spent: CallCost) => void remember({ spent: withCosts(spent, before) })
      const reply = withCosts(await ask({ ...call, onSpent }), before)
      await remember({ reply })
      return withCosts(reply, elsewhere)
    } catch (error) {
      const spent = error instanceof ModelFailure ? error.spent : null
      const isPaid = spent !== null && spent.calls !== 0
      const { reason } = call.signal
      const isGivenUp = reason instanceof ModelFailure
      if (!isPaid && !isGivenUp && before.length + elsewhere.length === 0) throw error
      const { code, message } = toAbstention(isGivenUp ? reason : error)
      const retryAfterMs = error instanceof ModelFailure ? error.retryAfterMs : null
      const failure = { code, message, retryAfterMs, spent: withCosts(spent ?? UNKNOWN_COST, before) }
      // A call that cost nothing or was cut off is repeated when the run resumes, unless the run went on without it; what
      // was paid is already stored.
      if (isGivenUp || (isPaid && !call.signal.aborted)) await remember({ failure })
      throw failureOf(failure, elsewhere)
    }
  }
}

/**
 * What was asked, and where. A seat speaks once per phase of an iteration, and reads for each task once; its reply belongs
 * to this exact prompt: after a restart, the same label may stand for another position.
 */
function nameOf(call: ModelCall): string {
  const { iteration, brief, seat, isOfFirstStage } = call
  const asked = JSON.stringify(call.messages)
  const phase = brief.phase === 'reading' ? brief.task : brief.phase
  const stage = isOfFirstStage ? 'first stage/' : ''
  return `${stableHash(asked)}-${stableHash(`again ${asked}`)} ${stage}${iteration}/${phase}/${seat.key}`
}

/** The calls that were paid for at the same place with a different prompt. */
function keptElsewhere(kept: ReadonlyMap<string, KeptCall>, name: string): Array<[string, KeptCall]> {
  const place = (named: string) => named.replace(/^\d+-\d+ /, '')
  return [...kept].filter(([other]) => other !== name && place(other) === place(name))
}

function costOf(what: KeptCall): CallCost {
  if ('reply' in what) return what.reply
  return 'failure' in what ? what.failure.spent : what.spent
}

function failureOf(
  { code, message, spent, retryAfterMs }: Extract<KeptCall, { failure: unknown }>['failure'],
  more: CallCost[],
): ModelFailure {
  return new ModelFailure(code, message, withCosts(spent, more), retryAfterMs)
}
