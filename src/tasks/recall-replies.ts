import type { AskModel, ModelCall, ModelReply } from '../engine/model-port.ts'

interface ReplyMemory {
  replies: Map<string, ModelReply>
  keep(call: string, reply: ModelReply): Promise<void>
}

/** A way to the models that answers from memory what was paid for before a crash, and remembers the rest. */
export function recallReplies(ask: AskModel, { replies, keep }: ReplyMemory): AskModel {
  return async (call) => {
    const name = nameOf(call)
    const known = replies.get(name)
    if (known !== undefined) return known
    const reply = await ask(call)
    await keep(name, reply)
    return reply
  }
}

/** A seat speaks once per phase of an iteration, so this names the call. */
function nameOf({ iteration, brief, seat }: ModelCall): string {
  return `${iteration}/${brief.phase}/${seat.key}`
}
