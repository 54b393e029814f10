import type { Brief } from '../panel/brief.ts'

/** The part of JSON Schema that every provider's structured answers understand. */
interface FieldSchema {
  type: 'string' | 'array' | ['string', 'null']
  enum?: string[]
  items?: FieldSchema
}

/** The object a reply should be, as JSON Schema. */
export interface ReplySchema {
  type: 'object'
  properties: Record<string, FieldSchema>
  required: string[]
  additionalProperties: false
}

const TEXT: FieldSchema = { type: 'string' }
const TEXTS: FieldSchema = { type: 'array', items: TEXT }
const TEXT_OR_NULL: FieldSchema = { type: ['string', 'null'] }

/** The form of the reply a brief asks for, field by field as the prompt names them; null where plain text is wanted. */
export function replySchema(brief: Brief): ReplySchema | null {
  const answer = { answer: TEXT, reason: TEXT, claims: TEXTS }
  switch (brief.phase) {
    case 'exposition':
      return objectOf(answer)
    case 'revision':
      return objectOf({
        verdict: { type: 'string', enum: brief.verdicts },
        ...answer,
        refuted_by: TEXT_OR_NULL,
        ...(brief.mustAnswer === null ? {} : { rebuttal: TEXT }),
      })
    case 'writing':
      return null
  }
}

/** Every field required and no other allowed: strict modes take nothing less. */
function objectOf(properties: Record<string, FieldSchema>): ReplySchema {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
}
