import { z } from 'zod'
import { Anchor } from './axiom.ts'
import { StructureName } from './panel.ts'

const share = z.number().min(0).max(1)

export const Verdict = z.enum(['accept', 'amend', 'reject'])
export type Verdict = z.infer<typeof Verdict>

export const Abstention = z
  .object({
    code: z.string().meta({
      description:
        'Of the reply: declined, unreadable, truncated, filtered, empty_reply, malformed_reply, too_large_reply. Of the call: bad_request, unauthorized, payment_required, forbidden, model_not_found, conflict, too_large, rate_limited, refused, provider_error, redirected, timeout, unreachable, connection_lost, failed. Of the run: aborted, withdrawn',
      example: 'timeout',
    }),
    message: z.string().meta({ description: "The model's or the provider's own words" }),
    retry_after_seconds: z
      .int()
      .optional()
      .meta({ description: 'How long the provider asks to be left alone; absent when it did not say' }),
  })
  .meta({ id: 'Abstention', description: 'Why a seat gave no answer' })
export type Abstention = z.infer<typeof Abstention>

export const TextNote = z
  .object({
    code: z.enum(['text_cut', 'characters_replaced', 'bidirectional_controls']),
    message: z.string(),
  })
  .meta({ id: 'TextNote', description: 'What a reader should know about the text of an answer or a reason' })
export type TextNote = z.infer<typeof TextNote>

const Relation = z.enum(['same', 'different', 'unknown'])

const ShownPosition = z
  .object({
    label: z.string().meta({ example: 'B' }),
    answer: z.string(),
    claims: z.array(z.object({ label: z.string().meta({ example: 'B2' }), text: z.string() })),
  })
  .meta({ id: 'ShownPosition', description: 'A position of another seat as it was shown: without its name' })

export const SeatResponse = z
  .object({
    provider: z.string(),
    model: z.string(),
    name: z.string(),
    answer: z.string().nullable().meta({
      description: 'What the seat answered in this iteration, as it wrote it; null when it abstained',
    }),
    position: z.string().nullable().meta({
      description:
        'The answer the seat counts at: an earlier one when it abstained or changed without a reason',
    }),
    theme: z
      .string()
      .nullable()
      .meta({ description: 'The answer this seat was asked about; null in the exposition' }),
    role: z.enum(['leader', 'voice']).nullable().meta({
      description: 'The leader of a concert rewrites the theme and may reject it; null in the exposition',
    }),
    shown: z.array(ShownPosition).meta({ description: 'The other positions this seat was shown' }),
    must_answer: z
      .string()
      .nullable()
      .meta({ description: 'The label of the position it had to answer before its acceptance could count' }),
    verdict: Verdict.nullable().meta({ description: 'What it said of the theme; null in the exposition' }),
    counted_verdict: Verdict.nullable().meta({
      description: 'What that verdict counted as, after checking it',
    }),
    reason: z.string(),
    claims: z.array(z.string()),
    refuted_by: z
      .string()
      .nullable()
      .meta({ description: 'The claim or axiom it names as what changed its mind, in its own words' }),
    refutation: z.string().nullable().meta({
      description:
        'The label among those shown, or the axiom id, that those words name; without it a change of answer does not count',
    }),
    rebuttal: z.string().nullable().meta({ description: 'Its answer to the position it had to answer' }),
    held_agreement: share.nullable().meta({
      description: 'Agreement of its answer with the one it held, before any rewording; same from 0.7 on',
    }),
    held_relation: Relation.nullable().optional().meta({
      description:
        'Whether that is the same answer; unknown where language, polarity or form cannot be read: the old one counts then, except for the leader of a concert, who is asked to rewrite it',
    }),
    theme_agreement: share.nullable().meta({
      description: 'Agreement of its position with the theme; same from 0.7 on',
    }),
    theme_relation: Relation.nullable().optional().meta({
      description:
        'Whether its position says the same as the theme. An acceptance counts as an amendment where it is different; where it is unknown, the word of a seat that keeps its answer counts, unless the two differ in a way that speaks against it',
    }),
    measured: share.nullable().meta({
      description:
        'Mean disagreement of its position with the others, measured in this iteration; null while it has none',
    }),
    residual: share.nullable().meta({
      description:
        "The seat's own divergence, from what it was before: accept min(measured, before / phi), amend min(measured, before), reject or silence max(measured, before); null while it has no position",
    }),
    latency_ms: z.number(),
    tokens: z.int(),
    cost_usd: z.number(),
    error: Abstention.nullable(),
    notes: z.array(TextNote).optional().meta({
      description: 'Present when its answer or reason could not be kept as it was written, or may mislead',
    }),
  })
  .meta({ id: 'SeatResponse' })
export type SeatResponse = z.infer<typeof SeatResponse>

const AnswerCluster = z
  .object({
    answer: z.string().meta({ description: 'The most central answer of the cluster' }),
    models: z.array(z.string()),
    weight: z.number().meta({
      description:
        'What stands behind it: for every seat how likely this answer is right if that of the seat is, times its vote. The number of votes where answers are equal or not',
    }),
    unread: z.array(z.string()).optional().meta({
      description:
        'Models outside of it whose answer may be the same, which cannot be read; absent when there are none',
    }),
  })
  .meta({ id: 'AnswerCluster' })

export const IterationEntry = z
  .object({
    iteration: z.int().min(1),
    level: z.int().min(1).max(7),
    level_name: z.string(),
    D: share,
    H: share,
    target_D: share.meta({
      description: 'Where the golden spiral would be: initial D divided by phi each iteration',
    }),
    theme: z
      .string()
      .nullable()
      .meta({ description: 'The most central answer of the iteration before; null in the exposition' }),
    responses: z.array(SeatResponse),
    axioms: z.array(Anchor),
    clusters: z.array(AnswerCluster),
  })
  .meta({ id: 'Iteration' })
export type IterationEntry = z.infer<typeof IterationEntry>

export const Outcome = z.enum(['consensus', 'majority', 'split'])
export type Outcome = z.infer<typeof Outcome>

export const Dissent = z
  .object({ model: z.string(), name: z.string(), answer: z.string().nullable(), reason: z.string() })
  .meta({ id: 'Dissent', description: 'A seat that does not stand behind the final answer' })
export type Dissent = z.infer<typeof Dissent>

export const SeatVote = z
  .object({
    model: z.string(),
    name: z.string(),
    weight: z.number().min(0.5).max(2).meta({ description: 'One on average over the panel' }),
  })
  .meta({ id: 'SeatVote', description: 'What the vote of a seat weighed' })
export type SeatVote = z.infer<typeof SeatVote>

export const Usage = z
  .object({
    calls: z.int().meta({
      description:
        'Calls to models, failed ones included; a call that took several replies which were paid for counts as often',
    }),
    prompt_tokens: z.int(),
    completion_tokens: z.int(),
    cost_usd: z.number(),
    duration_ms: z.number(),
  })
  .meta({ id: 'Usage' })
export type Usage = z.infer<typeof Usage>

/** What both APIs say about a finished deliberation beyond their own fields. */
export const deliberationFields = {
  outcome: Outcome,
  answer: z.string().nullable().meta({
    description:
      'The answer alone, as the model that speaks for it wrote it, where it is an option, a number, a date, a name, a list, yes or no; null for a text',
  }),
  explanation: z
    .string()
    .nullable()
    .meta({ description: 'Why, in the words of that model; null when it gave no reason' }),
  confidence: share.meta({ description: 'Probability that the answer is right' }),
  confidence_basis: z.string().meta({ description: 'What the confidence rests on' }),
  dissent: z.array(Dissent),
  votes: z.array(SeatVote).optional().meta({
    description:
      'Present when votes were not equal: they decide which camp is heaviest, and so the theme and the answer, by how often each model stood with the majority in the first round of past runs. Neither divergence nor confidence counts them',
  }),
  usage: Usage,
  structure: StructureName,
  router: z.string().meta({
    description:
      'Who answered: openrouter, openai (also a server of one’s own in the place of the router), anthropic, or offline for the stand-in',
  }),
  warnings: z.array(z.string()),
  relevant_axioms: z.array(Anchor),
}
