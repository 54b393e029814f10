import {
  type AskModel,
  type CallCost,
  type ModelCall,
  ModelFailure,
  NEVER_MADE,
  toAbstention,
} from '../engine/index.ts'
import { stableHash } from '../utils/stable-hash.ts'
import type { KeptCall } from './task-store.ts'

interface ReplyMemory {
  /** What was kept before a crash. */
  kept: ReadonlyMap<string, KeptCall>
  /** Keeps what became of a call; what it has begun to write when it returns survives the process. */
  keep(call: string, what: KeptCall): Promise<void>
  /** Told when something could not be kept; it counts all the same, as it was paid for. */
  onFault(error: unknown): void
}

/** A way to the models that answers from memory what was paid for before a crash, and remembers the rest. */
export function recallReplies(ask: AskModel, { kept, keep, onFault }: ReplyMemory): AskModel {
  return async (call) => {
    const name = keptNameOf(call, kept)
    const known = kept.get(name)
    const elsewhere = spentElsewhere(kept, name)
    if (known && 'reply' in known) return withSpent(known.reply, elsewhere)
    if (known && 'failure' in known) throw failureOf(known.failure, elsewhere)
    const before = known === undefined ? [] : [known.spent]
    const remember = (what: KeptCall) => keep(name, what).catch(onFault)
    try {
      const onSpent = (spent: CallCost) => void remember({ spent: withSpent(spent, before) })
      const reply = withSpent(await ask({ ...call, onSpent }), before)
      await remember({ reply })
      return withSpent(reply, elsewhere)
    } catch (error) {
      const spent = error instanceof ModelFailure ? error.spent : null
      const isPaid = spent !== null && spent.calls !== 0
      if (!isPaid && before.length + elsewhere.length === 0) throw error
      const { code, message } = toAbstention(error)
      const retryAfterMs = error instanceof ModelFailure ? error.retryAfterMs : null
      const failure = { code, message, retryAfterMs, spent: withSpent(spent ?? UNKNOWN_COST, before) }
      // One that cost nothing or was cut off is asked again when the run goes on; what was paid is kept already.
      if (isPaid && !call.signal.aborted) await remember({ failure })
      throw failureOf(failure, elsewhere)
    }
  }
}

/** A call that was made, and nothing is known of what it cost. */
const UNKNOWN_COST: CallCost = { ...NEVER_MADE, calls: 1 }

/**
 * The name under which an answer to a call may be kept. A version before named it by its place alone, which is enough
 * for an exposition: nothing is labelled in it.
 */
function keptNameOf(call: ModelCall, kept: ReadonlyMap<string, KeptCall>): string {
  const [name, place] = [nameOf(call), placeOf(call)]
  return call.brief.phase === 'exposition' && !kept.has(name) && kept.has(place) ? place : name
}

/**
 * What was asked, and where: a seat speaks once per phase of an iteration, and what it said is an answer to this prompt
 * alone, in which another position may stand under each label when the run is taken up again.
 */
function nameOf(call: ModelCall): string {
  const asked = JSON.stringify(call.messages)
  return `${stableHash(asked)}-${stableHash(`again ${asked}`)} ${placeOf(call)}`
}

function placeOf({ iteration, brief, seat }: ModelCall): string {
  return `${iteration}/${brief.phase}/${seat.key}`
}

/** What was paid at the same place for answers to another prompt, which are of no use any more. */
function spentElsewhere(kept: ReadonlyMap<string, KeptCall>, name: string): CallCost[] {
  const place = (named: string) => named.replace(/^\d+-\d+ /, '')
  return [...kept]
    .filter(([other]) => other !== name && place(other) === place(name))
    .map(([, what]) => costOf(what))
}

function costOf(what: KeptCall): CallCost {
  if ('reply' in what) return what.reply
  return 'failure' in what ? what.failure.spent : what.spent
}

function failureOf(
  { code, message, spent, retryAfterMs }: Extract<KeptCall, { failure: unknown }>['failure'],
  more: CallCost[],
): ModelFailure {
  return new ModelFailure(code, message, withSpent(spent, more), retryAfterMs)
}

/** A cost with others added to it, but for their time. */
function withSpent<Cost extends CallCost>(cost: Cost, others: CallCost[]): Cost {
  const sum = { ...cost }
  for (const other of others) {
    sum.calls = (sum.calls ?? 1) + (other.calls ?? 1)
    sum.promptTokens += other.promptTokens
    sum.completionTokens += other.completionTokens
    sum.costUsd += other.costUsd
  }
  return sum
}
