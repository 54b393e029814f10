import { z } from 'zod'
import type { ReasoningEffort } from '../contract/panel.ts'
import {
  type AskModel as AskSeat,
  type ChatMessage,
  effortFor,
  ModelFailure,
  type ReplyForm,
  replyForm,
} from '../engine/index.ts'
import { unlessAborted } from '../utils/time-limits.ts'

/** One call to one model of the panel. */
export interface ModelCall {
  /** The model, as named in the panel. */
  model: string
  messages: ChatMessage[]
  /**
   * The fields of the reply as JSON Schema, for models that can be held to it; null where plain text is wanted. The
   * messages ask for the same, and the reply is read either way.
   */
  schema: ReplyForm['schema']
  /** The most tokens the reply should have, hidden reasoning included. */
  maxTokens: number
  /** How hard the model should think, in the words of OpenAI; absent for its own default. */
  reasoningEffort?: ReasoningEffort
  /** Aborts when the reply is no longer wanted. */
  signal: AbortSignal
}

const amount = z.number().min(0).default(0)
const ReplyFields = z.object({
  text: z.string(),
  promptTokens: amount,
  completionTokens: amount,
  costUsd: z.number().min(0).nullable().default(null),
  /** The concrete model that answered, where the name in the panel stands for whichever is the newest. */
  servedModel: z.string().optional(),
  /** Whether the text reached a token limit and breaks off. */
  isCut: z.boolean().default(false),
})
const Reply = z.preprocess((reply) => (typeof reply === 'string' ? { text: reply } : reply), ReplyFields)

/** The text of a reply and what it cost, as far as it is known. */
export type ModelReply = z.input<typeof ReplyFields>

/**
 * Asks a model. Whatever it throws becomes the abstention of the model; a ModelFailure says why by its code, such as
 * rate_limited or timeout.
 */
export type AskModel = (call: ModelCall) => string | ModelReply | Promise<string | ModelReply>

/** Lets the engine ask its seats through the function of the caller. */
export function askThrough(askModel: AskModel, now: () => number): AskSeat {
  return async ({ seat, brief, messages, signal: shared }) => {
    // A signal of its own: many listeners on the shared one would be reported as a leak.
    const signal = AbortSignal.any([shared])
    const form = replyForm(brief)
    const { schema, maxTokens } = form
    const reasoningEffort = effortFor(form, seat)
    const askedAt = now()
    const asked = { model: seat.model, messages, schema, maxTokens, signal }
    const call = reasoningEffort ? { ...asked, reasoningEffort } : asked
    // A run must not wait for a function that ignores the signal.
    const reply = await unlessAborted(signal, async () => askModel(call)).catch((error) => {
      throw signal.aborted ? new ModelFailure('aborted', 'The call was cancelled.') : error
    })
    const parsed = Reply.safeParse(reply)
    if (!parsed.success) {
      const message =
        'askModel returned no reply. It must return a string, or an object with text and, optionally, promptTokens, completionTokens, costUsd, servedModel and isCut.'
      throw new ModelFailure('malformed_reply', message)
    }
    const { isCut, ...known } = parsed.data
    return { ...known, latencyMs: now() - askedAt, ...(isCut ? { isCut } : {}) }
  }
}
