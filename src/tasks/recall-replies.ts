import type { AskModel, ModelCall, ModelReply } from '../engine/model-port.ts'

interface ReplyMemory {
  replies: Map<string, ModelReply>
  keep(call: string, reply: ModelReply): Promise<void>
  /** Told when a reply could not be kept; it counts all the same, as it was paid for. */
  onFault(error: unknown): void
}

/** A way to the models that answers from memory what was paid for before a crash, and remembers the rest. */
export function recallReplies(ask: AskModel, { replies, keep, onFault }: ReplyMemory): AskModel {
  return async (call) => {
    const name = nameOf(call)
    const known = replies.get(name)
    if (known !== undefined) return known
    const reply = await ask(call)
    await keep(name, reply).catch(onFault)
    return reply
  }
}

/** A seat speaks once per phase of an iteration, so this names the call. */
function nameOf({ iteration, brief, seat }: ModelCall): string {
  return `${iteration}/${brief.phase}/${seat.key}`
}
