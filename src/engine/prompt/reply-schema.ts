import type { AxiomReadingBrief, Brief, ExaminationBrief, GroupingBrief } from '../panel/brief.ts'
import { hasChoice } from './claim-prompts.ts'

/** The subset of JSON Schema that the structured outputs of all providers support. */
type FieldSchema =
  | { type: 'string'; enum?: string[] }
  | { type: ['string', 'null'] }
  | { type: 'integer' }
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
const RULING: FieldSchema = { type: 'string', enum: ['right', 'partly', 'wrong', 'unsure'] }

/** The schema of the reply to a brief, with the fields named in the prompt; null where plain text is wanted. */
export function replySchema(brief: Brief): ReplySchema | null {
  switch (brief.phase) {
    case 'reading':
      return brief.task === 'group-answers' ? groupsOf(brief) : relationsOf(brief)
    case 'revision': {
      const labels = brief.answers.map(({ label }) => label)
      return objectOf({
        reasoning: TEXT,
        rulings: listOf({ label: { type: 'string', enum: labels }, verdict: RULING, why: TEXT }),
        answer: { type: 'string', enum: [...labels, ''] },
        new_answer: TEXT,
        changed_because: TEXT,
      })
    }
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
    case 'exposition':
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

function groupsOf({ replies }: GroupingBrief): ReplySchema {
  const label: FieldSchema = { type: 'string', enum: replies.map((reply) => reply.label) }
  return objectOf({
    answers: listOf({ label, answer: TEXT }),
    groups: { type: 'array', items: { type: 'array', items: label } },
    compatible: { type: 'array', items: { type: 'array', items: { type: 'integer' } } },
  })
}

function relationsOf({ anchors }: AxiomReadingBrief): ReplySchema {
  return objectOf({
    reasoning: TEXT,
    relations: listOf({
      id: { type: 'string', enum: anchors.map(({ id }) => id) },
      relation: { type: 'string', enum: ['contradicts', 'supports', 'unrelated'] },
    }),
  })
}

function listOf(properties: Record<string, FieldSchema>): FieldSchema {
  return { type: 'array', items: objectOf(properties) }
}

/** Every field is required and no other allowed, as strict modes demand. */
function objectOf(properties: Record<string, FieldSchema>): ReplySchema {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
}
