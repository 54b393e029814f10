import { ClaimOpinion, ClaimType, FindingProblem } from '../../contract/claims.ts'
import type { AxiomReadingBrief, Brief, GroupingBrief, MapBrief, ReadingBrief } from '../panel/brief.ts'

/** The subset of JSON Schema that the structured outputs of all providers support. */
type FieldSchema =
  | { type: 'string'; enum?: string[] }
  | { type: 'integer' }
  | { type: 'boolean' }
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
const VERDICT: FieldSchema = { type: 'string', enum: ['accept', 'amend', 'reject'] }
const RULING: FieldSchema = { type: 'string', enum: ['right', 'partly', 'wrong', 'unsure'] }

const OPINION: FieldSchema = { type: 'string', enum: ClaimOpinion.options }
const CLAIM_TYPE: FieldSchema = { type: 'string', enum: ClaimType.options }

/** The schema of the reply to a brief, with the fields named in the prompt; null where plain text is wanted. */
export function replySchema(brief: Brief): ReplySchema | null {
  switch (brief.phase) {
    case 'reading':
      return readingOf(brief)
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
        // The defect comes before the verdict, which follows from it.
        reviews: listOf({
          draft: { type: 'string', enum: brief.drafts.map(({ label }) => label) },
          defect: TEXT,
          verdict: VERDICT,
        }),
        preference: { type: 'array', items: TEXTS },
        improvements: TEXTS,
      })
    case 'comparison':
      return objectOf({
        better: { type: 'string', enum: [...brief.versions.map(({ label }) => label), 'equal'] },
        defect: TEXT,
        verdict: VERDICT,
      })
    case 'rebuttal':
      return objectOf({ why: TEXT, ruling: { type: 'string', enum: ['concede', 'rebut'] } })
    case 'examination':
    case 'dispute': {
      const label: FieldSchema = { type: 'string', enum: brief.points.map((point) => point.label) }
      // In a dispute the reason comes before the opinion.
      return brief.phase === 'examination'
        ? objectOf({ rulings: listOf({ label, verdict: OPINION, why: TEXT }) })
        : objectOf({ rulings: listOf({ label, why: TEXT, verdict: OPINION }) })
    }
    case 'exposition':
    case 'writing':
    case 'synthesis':
    case 'amendment':
    case 'rework':
      return null
  }
}

function readingOf(brief: ReadingBrief): ReplySchema {
  switch (brief.task) {
    case 'group-answers':
      return groupsOf(brief)
    case 'compare-axioms':
      return relationsOf(brief)
    case 'map-texts':
      return mapOf(brief)
    case 'check-text':
      return objectOf({
        findings: listOf({
          quote: TEXT,
          problem: { type: 'string', enum: FindingProblem.options },
          why: TEXT,
        }),
      })
    case 'match-defects': {
      const labels = brief.drafts.flatMap(({ defects }) => defects.map(({ label }) => label))
      const pair: FieldSchema = { type: 'array', items: { type: 'string', enum: labels } }
      return objectOf({ reasoning: TEXT, same: { type: 'array', items: pair } })
    }
  }
}

function mapOf({ texts }: MapBrief): ReplySchema {
  const label: FieldSchema = { type: 'string', enum: texts.map((text) => text.label) }
  const stance: FieldSchema = { type: 'string', enum: ['says', 'denies'] }
  return objectOf({
    answers: listOf({ label, answer: TEXT }),
    agree: { type: 'array', items: { type: 'array', items: label } },
    points: listOf({
      text: TEXT,
      type: CLAIM_TYPE,
      central: { type: 'boolean' },
      stances: listOf({ label, stance, quote: TEXT }),
    }),
    gaps: listOf({ text: TEXT, type: CLAIM_TYPE }),
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
