import { ClaimOpinion, ClaimType, FindingProblem } from '../../contract/claims.ts'
import type { ReasoningEffort } from '../../contract/panel.ts'
import type { OfferedTools } from '../panel/asked.ts'
import type { Brief, BriefNamed, ReadingBrief } from '../panel/brief.ts'
import type { Seat } from '../panel/panel.ts'

export interface ReplyForm {
  /** The fields of the reply; null where plain text is wanted. */
  schema: ReplySchema | null
  tools?: OfferedTools
  /** Whether the reply is a text: it is streamed, may be long, and is kept as far as it came if it was cut off. */
  isText: boolean
  /** The maximum number of tokens, hidden reasoning included. */
  maxTokens: number
}

/** For texts, for reading them and for verdicts on them; a model may spend much of it on hidden reasoning. */
const TOKENS = { text: 16_384, reading: 8_192, verdict: 4_096 }
const VERDICTS = ['revision', 'review', 'rebuttal', 'comparison', 'examination', 'dispute'] as const

/** The form of the reply to a brief. */
export function replyForm(brief: Brief): ReplyForm {
  const schema = replySchema(brief)
  const tools = brief.phase === 'exposition' ? brief.step?.offered : undefined
  return { schema, tools, isText: schema === null, maxTokens: mostTokens(brief.phase) }
}

/**
 * How hard a model is asked to think: little where it reads or judges, as the caller wants where it writes; undefined for
 * its own default.
 */
export function effortFor({ isText }: ReplyForm, seat: Seat): ReasoningEffort | undefined {
  return isText ? seat.reasoningEffort : 'low'
}

/** The maximum number of tokens of a reply in a phase. */
export function mostTokens(phase: Brief['phase']): number {
  if (phase === 'reading') return TOKENS.reading
  return VERDICTS.some((one) => one === phase) ? TOKENS.verdict : TOKENS.text
}

/** The subset of JSON Schema that the structured outputs of all providers support. */
type FieldSchema =
  | { type: 'string'; enum?: string[] }
  | { type: 'integer' }
  | { type: 'boolean' }
  | { type: 'array'; items: FieldSchema }
  | ReplySchema

type FieldSchemas = Record<string, FieldSchema>

export interface ReplySchema {
  type: 'object'
  properties: FieldSchemas
  required: string[]
  additionalProperties: false
}

const TEXT: FieldSchema = { type: 'string' }
const TEXTS: FieldSchema = { type: 'array', items: TEXT }
const VERDICT = oneOf(['accept', 'amend', 'reject'])
const RULING = oneOf(['right', 'partly', 'wrong', 'unsure'])
const OPINION = oneOf(ClaimOpinion.options)
/** Central points are marked. */
const POINT_TYPE = oneOf(ClaimType.options.flatMap((type) => [type, `${type}!`]))

/** The fields of the replies that are not plain text, as named in the prompts; of readings by their task. */
const FIELDS: {
  [Name in (typeof VERDICTS)[number] | ReadingBrief['task']]: (brief: BriefNamed<Name>) => FieldSchemas
} = {
  revision({ answers }) {
    const labels = answers.map(({ label }) => label)
    return {
      reasoning: TEXT,
      rulings: listOf({ label: oneOf(labels), verdict: RULING, why: TEXT }),
      answer: oneOf([...labels, '']),
      new_answer: TEXT,
      changed_because: TEXT,
    }
  },
  review: ({ drafts }) => ({
    // The defect comes before the verdict, which follows from it.
    reviews: listOf({ draft: labelOf(drafts), defect: TEXT, verdict: VERDICT }),
    ...(drafts.length > 1 && { preference: listsOf(labelOf(drafts)) }),
    improvements: TEXTS,
  }),
  comparison: ({ versions }) => ({
    better: oneOf([...versions.map(({ label }) => label), 'equal']),
    defect: TEXT,
    verdict: VERDICT,
  }),
  rebuttal: () => ({ why: TEXT, ruling: oneOf(['concede', 'rebut']) }),
  examination: ({ points }) => ({ rulings: listOf({ label: labelOf(points), verdict: OPINION, why: TEXT }) }),
  // In a dispute the reason comes before the opinion.
  dispute: ({ points }) => ({ rulings: listOf({ label: labelOf(points), why: TEXT, verdict: OPINION }) }),
  'group-answers': ({ replies, anchors, step }) => ({
    ...(step ? {} : { answers: listOf({ label: labelOf(replies), answer: TEXT }) }),
    groups: listsOf(labelOf(replies)),
    ...(step ? {} : { compatible: listsOf({ type: 'integer' }) }),
    ...(anchors.length > 0 && {
      contradicted: listOf({
        id: oneOf(anchors.map(({ id }) => id)),
        replies: { type: 'array', items: labelOf(replies) },
      }),
    }),
  }),
  'compare-axioms': ({ anchors }) => ({
    reasoning: TEXT,
    relations: listOf({
      id: oneOf(anchors.map(({ id }) => id)),
      relation: oneOf(['contradicts', 'supports', 'unrelated']),
    }),
  }),
  'map-texts': ({ texts }) => ({
    answers: listOf({ answer: TEXT, replies: { type: 'array', items: labelOf(texts) } }),
    points: listOf({ text: TEXT, type: POINT_TYPE, says: TEXTS, denies: TEXTS }),
    gaps: listOf({ text: TEXT, type: oneOf(ClaimType.options) }),
  }),
  'check-text': () => ({
    findings: listOf({ sentence: TEXT, problem: oneOf(FindingProblem.options), why: TEXT }),
  }),
  'match-defects': ({ drafts }) => ({
    reasoning: TEXT,
    same: listsOf(labelOf(drafts.flatMap(({ defects }) => defects))),
  }),
  'list-inputs': () => ({
    language: oneOf(['python', 'javascript', 'typescript', 'sql', 'other']),
    form: oneOf(['call', 'stdin', 'rows']),
    called: TEXT,
    inputs: listOf({ input: TEXT, expected: TEXT }),
  }),
  'plan-search': () => ({ queries: TEXTS }),
  'cite-pages': ({ answer }) => ({
    sentences: listOf({ sentence: TEXT, says: TEXTS, partly: TEXTS, denies: TEXTS }),
    ...(answer !== null && { answer: objectOf({ says: TEXTS, denies: TEXTS }) }),
  }),
}

/** The schema of the reply to a brief, with the fields named in the prompt; null where plain text is wanted. */
export function replySchema(brief: Brief): ReplySchema | null {
  const name = brief.phase === 'reading' ? brief.task : brief.phase
  const fields =
    name in FIELDS ? (FIELDS[name as keyof typeof FIELDS] as (brief: Brief) => FieldSchemas) : null
  return fields === null ? null : objectOf(fields(brief))
}

function oneOf(options: readonly string[]): FieldSchema {
  return { type: 'string', enum: [...options] }
}

function labelOf(labelled: Array<{ label: string }>): FieldSchema {
  return oneOf(labelled.map(({ label }) => label))
}

function listsOf(items: FieldSchema): FieldSchema {
  return { type: 'array', items: { type: 'array', items } }
}

function listOf(properties: FieldSchemas): FieldSchema {
  return { type: 'array', items: objectOf(properties) }
}

/** Every field is required and no other allowed, as strict modes demand. */
function objectOf(properties: FieldSchemas): ReplySchema {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
}
