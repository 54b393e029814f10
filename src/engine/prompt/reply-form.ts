import type { Brief } from '../panel/brief.ts'
import { type ReplySchema, replySchema } from './reply-schema.ts'

/** The form in which a reply is requested. */
export interface ReplyForm {
  /** The fields of the reply; null where plain text is wanted. */
  schema: ReplySchema | null
  /** Whether the reply is a text: it is streamed, may be long, and is kept as far as it came if it was cut off. */
  isText: boolean
  /** The maximum number of tokens, hidden reasoning included. */
  maxTokens: number
}

const TEXT_TOKENS = 16_384
const VERDICT_TOKENS = 4_096

/** The form of the reply to a brief. */
export function replyForm(brief: Brief): ReplyForm {
  const schema = replySchema(brief)
  const isText = schema === null
  return { schema, isText, maxTokens: isText ? TEXT_TOKENS : VERDICT_TOKENS }
}
