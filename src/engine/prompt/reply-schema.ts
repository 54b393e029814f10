import type { Brief } from '../panel/brief.ts'

/** The subset of JSON Schema that the structured outputs of all providers support. */
interface FieldSchema {
  type: 'string' | 'array' | ['string', 'null']
  enum?: string[]
  items?: FieldSchema
}

/** The expected reply object, as JSON Schema. */
export interface ReplySchema {
  type: 'object'
  properties: Record<string, FieldSchema>
  required: string[]
  additionalProperties: false
}

const TEXT: FieldSchema = { type: 'string' }
const TEXTS: FieldSchema = { type: 'array', items: TEXT }
const TEXT_OR_NULL: FieldSchema = { type: ['string', 'null'] }

/** The schema of the reply to a brief, with the fields named in the prompt; null where plain text is wanted. */
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

/** Every field is required and no other allowed, as strict modes demand. */
function objectOf(properties: Record<string, FieldSchema>): ReplySchema {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
}
