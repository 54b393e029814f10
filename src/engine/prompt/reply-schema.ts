import type { Brief, ExaminationBrief, ExpositionBrief } from '../panel/brief.ts'
import { hasChoice } from './claim-prompts.ts'

/** The subset of JSON Schema that the structured outputs of all providers support. */
type FieldSchema =
  | { type: 'string'; enum?: string[] }
  | { type: ['string', 'null'] }
  | { type: 'array'; items: FieldSchema }
  | ReplySchema

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
const VERDICT: FieldSchema = { type: 'string', enum: ['accept', 'amend', 'reject'] }
const ANSWER = { answer: TEXT, reason: TEXT, claims: TEXTS }

/** The schema of the reply to a brief, with the fields named in the prompt; null where plain text is wanted. */
export function replySchema(brief: Brief): ReplySchema | null {
  switch (brief.phase) {
    case 'exposition':
      return isForText(brief) ? null : objectOf(ANSWER)
    case 'revision':
      return objectOf({
        verdict: { type: 'string', enum: brief.verdicts },
        ...ANSWER,
        refuted_by: TEXT_OR_NULL,
        ...(brief.mustAnswer === null ? {} : { rebuttal: TEXT }),
      })
    case 'review':
      return objectOf({
        reviews: {
          type: 'array',
          items: objectOf({
            draft: { type: 'string', enum: brief.drafts.map(({ label }) => label) },
            verdict: VERDICT,
            defect: TEXT,
          }),
        },
        preference: { type: 'array', items: TEXTS },
        improvements: TEXTS,
      })
    case 'comparison':
      return objectOf({
        better: { type: 'string', enum: [...brief.versions.map(({ label }) => label), 'equal'] },
        verdict: VERDICT,
        defect: TEXT,
      })
    case 'examination':
      return verdictsOn(brief)
    case 'dispute':
      return objectOf({
        rulings: {
          type: 'array',
          items: objectOf({
            claim: { type: 'string', enum: brief.claims.map(({ label }) => label) },
            opinion: { type: 'string', enum: ['true', 'false', 'unsure'] },
            why: TEXT,
            refuted_by: TEXT_OR_NULL,
          }),
        },
      })
    case 'writing':
    case 'synthesis':
    case 'rework':
      return null
  }
}

/** Only labels for what is true or unsure, so that the reply stays short. */
function verdictsOn({ claims }: ExaminationBrief): ReplySchema {
  const labelsOf = (texts: number): FieldSchema => {
    const labels = claims.filter((claim) => claim.texts.length === texts).map(({ label }) => label)
    // A list of no values is not a valid schema.
    return labels.length === 0 ? TEXT : { type: 'string', enum: labels }
  }
  const judged = labelsOf(1)
  return objectOf({
    true: { type: 'array', items: judged },
    false: { type: 'array', items: objectOf({ claim: judged, why: TEXT }) },
    unsure: { type: 'array', items: judged },
    ...(hasChoice(claims)
      ? {
          choices: {
            type: 'array',
            items: objectOf({
              claim: labelsOf(2),
              choice: { type: 'string', enum: ['first', 'second', 'both', 'neither', 'unsure'] },
              why: TEXT,
            }),
          },
        }
      : {}),
    missing: TEXTS,
  })
}

/** A long text does not have to fit into a JSON string: it is the reply, with one small block after it. */
function isForText({ kind }: ExpositionBrief): boolean {
  return kind !== 'closed'
}

/** Every field is required and no other allowed, as strict modes demand. */
function objectOf(properties: Record<string, FieldSchema>): ReplySchema {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
}
