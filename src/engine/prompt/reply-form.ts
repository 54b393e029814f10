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

/** For texts, for reading them and for verdicts on them; a model may spend much of it on hidden reasoning. */
const TOKENS = { text: 16_384, reading: 8_192, verdict: 4_096 }
const VERDICTS = new Set<Brief['phase']>([
  'revision',
  'review',
  'rebuttal',
  'comparison',
  'examination',
  'dispute',
])

/** The form of the reply to a brief. */
export function replyForm(brief: Brief): ReplyForm {
  const schema = replySchema(brief)
  return { schema, isText: schema === null, maxTokens: mostTokens(brief.phase) }
}

/** The maximum number of tokens of a reply in a phase. */
export function mostTokens(phase: Brief['phase']): number {
  if (phase === 'reading') return TOKENS.reading
  return VERDICTS.has(phase) ? TOKENS.verdict : TOKENS.text
}
