import { z } from 'zod'
import { Anchor } from './axiom.ts'
import { Citation, Claim, ClaimAnalysis, ClaimRuling, TextFinding } from './claims.ts'
import { count, flag, integer, list, named, number, optional, share, text, texts } from './described.ts'
import { CodeRun, DraftReview, DraftVerdict } from './draft-review.ts'
import { StructureName } from './panel.ts'
import { RunKind } from './question-kind.ts'
import { WebSearch } from './search.ts'

export const AnswerVerdict = z.enum(['right', 'partly', 'wrong', 'unsure'])
export type AnswerVerdict = z.infer<typeof AnswerVerdict>

export const Abstention = named('Abstention', 'Why a seat gave no answer', {
  code: z.string().meta({
    description:
      'Problems with the reply: declined, unreadable, invalid_reply (a call that violates its schema, or none where one is required), truncated, filtered, empty_reply, malformed_reply, too_large_reply. Problems with the call: unsupported_input (an image or file that the model does not take), bad_request, unauthorized, payment_required, forbidden, model_not_found, conflict, too_large, rate_limited, refused, provider_error, redirected, timeout, unreachable, connection_lost, failed. Ended by the run: not_awaited, aborted, withdrawn',
    example: 'timeout',
  }),
  message: text('The message of the model or its provider'),
  retry_after_seconds: integer(
    'How long the provider asks callers to wait; absent when it did not say',
  ).optional(),
})
export type Abstention = z.infer<typeof Abstention>

export const TextNote = named(
  'TextNote',
  'A note about the text of an answer or a reason, such as characters that had to be replaced',
  {
    code: z
      .enum(['text_cut', 'characters_replaced', 'bidirectional_controls'])
      .describe(
        'text_cut: it was longer than 100,000 characters; characters_replaced: some cannot be stored; bidirectional_controls: it may be displayed in another order than it is read by programs',
      ),
    message: text('The same in a sentence'),
  },
)
export type TextNote = z.infer<typeof TextNote>

const AnswerRuling = named('AnswerRuling', 'What a seat said of an answer on the table', {
  label: text('The label of the answer').meta({ example: 'Q' }),
  answer: text('The answer with that label'),
  verdict: AnswerVerdict.describe('What the seat said of it'),
  counted: AnswerVerdict.describe(
    'What is counted. unsure instead of right: for an answer that excludes another one which the seat also calls right, and for one that it moved to without naming a reason',
  ),
  why: text('What is wrong with it, or what the seat cannot tell; empty for an answer that is right'),
})
export type AnswerRuling = z.infer<typeof AnswerRuling>

export const IterationPhase = z.enum(['exposition', 'revision', 'review', 'examination', 'dispute'])
export type IterationPhase = z.infer<typeof IterationPhase>

const DivergenceBasis = z.enum(['estimated', 'measured'])

const SeatVerdict = z.union([AnswerVerdict, DraftVerdict]).nullable()

export const SeatResponse = named(
  'SeatResponse',
  'What one seat said in one iteration, and what was counted',
  {
    provider: text('The provider that was asked'),
    model: text('The id of the model, as requested'),
    served_model: z.string().optional().meta({
      description:
        'The concrete model that answered, as its provider names it; absent when the provider did not say, or the model was not asked',
      example: 'anthropic/claude-sonnet-4.5',
    }),
    name: text('The name of the seat: that of the request, or the id of the model'),
    answer: text(
      'What the seat answered in this iteration: the short answer to a closed question, the whole text or draft otherwise; null when it abstained, reviewed the drafts of others or judged claims',
    ).nullable(),
    position: text(
      'The answer that is counted for this seat: its previous one when it abstained or changed its answer without naming a reason',
    ).nullable(),
    samples: optional(
      z.object({
        drawn: count('How many replies were asked for'),
        answered: count('How many of them give an answer'),
        agreeing: count('How many give the answer that stands for the model'),
      }),
      'How far several replies of the model agree; present in the exposition where the request asks for samples. Its vote weighs as much as their share',
    ),
    label: z.string().nullable().optional().meta({
      description:
        'The label of that answer in clusters, the same in all iterations; null while the seat has no answer. Closed questions only',
      example: 'Q',
    }),
    verdict: SeatVerdict.describe(
      'Its verdict on the theme: right, partly, wrong or unsure; of drafts: accept, amend or reject; null in the exposition',
    ),
    counted_verdict: SeatVerdict.describe(
      'The verdict that was counted; null in the exposition and for a seat that abstained',
    ),
    rulings_on_answers: list(
      AnswerRuling,
      'What it said of each answer on the table; present from the second iteration of a closed question',
    ).optional(),
    changed_because: text(
      'What refuted its previous answer, in its own words; without it, a change of answer is not counted. Closed questions only',
    ).nullish(),
    reason: text(
      'Why, in its own words: the whole reply to a closed question, its reasoning in later iterations, the notes on a draft; empty when there is nothing',
    ),
    measured: share(
      'The share of the other answering seats that hold another answer; null while it has no position',
    ).nullable(),
    residual: share(
      'The divergence of this seat, computed from its previous residual. A seat that holds the theme or calls it right: min(measured, previous / phi), and 0 once every seat does; partly or unsure: previous; wrong, or an abstention: max(measured, previous). Of drafts, by its verdict on the leading one: accept 0, amend or no review 0.5, a reject that stands 1; before the reviews of programs that were run, 0 for one that does the same and 1 for another. Null while it has no position, for the authors of the leading draft once it is reviewed and, once it is revised, for whoever did not compare the versions',
    ).nullable(),
    latency_ms: number('How long the model took, in milliseconds'),
    tokens: count('Tokens of prompt and reply together'),
    cost_usd: number('The cost in US dollars; null when unknown').nullable(),
    error: Abstention.nullable(),
    cut_off: optional(
      z.literal(true),
      'Present when its text was cut off at the token limit; such a draft cannot win',
    ),
    reviews: list(
      DraftReview,
      'What it said of the drafts of the others; present in the review and revision of drafts',
    ).optional(),
    improvements: texts('The improvements it proposed; present in the review of drafts').optional(),
    rulings: list(
      ClaimRuling,
      'What it said of the claims of the panel; present in the examination of claims and in disputes over them',
    ).optional(),
    notes: list(
      TextNote,
      'Present when its answer or reason could not be kept verbatim, or may be displayed misleadingly',
    ).optional(),
  },
)
export type SeatResponse = z.infer<typeof SeatResponse>

const AnswerCluster = named('AnswerCluster', 'Seats that give the same answer', {
  answer: text('The answer, as the seat that represents the cluster gave it'),
  models: texts('The names of the seats in it'),
  label: z.string().optional().meta({
    description: 'Its label on the table, the same in all iterations. Closed questions only',
    example: 'P',
  }),
  weight: number('The sum of the votes of its seats; several seats of one model share one vote'),
  compatible: texts(
    'Labels of other answers that can be right as well, as a reader found; absent when there are none',
  ).optional(),
})

export const IterationEntry = named('Iteration', 'One round of answers', {
  iteration: z.int().min(1).describe('Its number; the exposition is 1'),
  level: z.int().min(1).max(7).describe('The highest level of axioms shown so far'),
  level_name: text('The name of that level'),
  phase: IterationPhase.optional().describe(
    'exposition: every model answers alone; revision: models revise against each other, or the leading draft is revised; review: models review the drafts of the others; examination: models say which claims of the panel are true; dispute: those who disagree on a central claim judge the disputed ones once more, knowing the reasons of the other side. Absent in results of earlier versions',
  ),
  D: share('Divergence of the panel: 0 when all agree'),
  D_basis: DivergenceBasis.optional().describe(
    'measured: from answers or verdicts; estimated: from the texts alone, before anybody was asked about them. D of different kinds of question is not comparable. Absent in results of earlier versions',
  ),
  H: share('Harmony, 1 - D'),
  target_D: share('D of the ideal golden spiral: the initial D divided by phi in each iteration'),
  theme: text(
    'The answer of the heaviest cluster, which the verdicts are about; null in the exposition',
  ).nullable(),
  responses: list(SeatResponse, 'What each seat said'),
  axioms: list(Anchor, 'The axioms the seats were shown'),
  clusters: list(AnswerCluster, 'Who gives the same answer, heaviest first'),
})
export type IterationEntry = z.infer<typeof IterationEntry>

export const Outcome = z.enum(['consensus', 'majority', 'split'])
export type Outcome = z.infer<typeof Outcome>

const seated = { model: text('The id of the model'), name: text('The name of its seat') }

export const Dissent = named('Dissent', 'A seat that does not support the final answer', {
  ...seated,
  answer: text('The answer it holds; null when it gave none').nullable(),
  reason: text('Why it holds it, or why it gave none'),
  code: text('The code of its last error, as in Abstention; absent without one').optional(),
})
export type Dissent = z.infer<typeof Dissent>

export const SeatVote = named('SeatVote', 'The weight of a vote', {
  ...seated,
  weight: z
    .number()
    .min(0)
    .describe('Vote weight. The average over the panel is 1, unless several replies of a model differ'),
})
export type SeatVote = z.infer<typeof SeatVote>

export const Ending = z.enum([
  'converged',
  'exhausted',
  'stalled',
  'settled',
  'unanswered',
  'quorum_lost',
  'deadline',
  'budget',
])
export type Ending = z.infer<typeof Ending>

const UsagePhaseName = z.enum([...IterationPhase.options, 'reading', 'writing', 'repair'])

const spending = {
  calls: integer(
    'Model calls, including failed ones; a call with several billed replies counts once per reply',
  ),
  prompt_tokens: count('Tokens of the prompts, as the providers count them'),
  completion_tokens: count('Tokens of the replies'),
  reasoning_tokens: integer(
    'How many of them were spent on thinking, as far as the providers say; absent where none says',
  ).optional(),
  cost_usd: number('The sum of the costs that are known, in US dollars; null when none is').nullable(),
  unpriced_calls: integer(
    'How many of the calls are missing in cost_usd because their cost is unknown; absent when none is',
  ).optional(),
}

export const UsagePhase = named('UsagePhase', 'What one phase of a run cost', {
  phase: UsagePhaseName.describe(
    'The phase of an iteration; reading: a model reads what others wrote, such as which replies give the same answer, or checks the final text; writing: the final text; repair: another attempt at its form',
  ),
  iteration: z.int().min(1).describe('The iteration, or the last one before the final text'),
  ...spending,
})
export type UsagePhase = z.infer<typeof UsagePhase>

export const StageReason = z.enum([
  'enough',
  'disagreement',
  'unsure',
  'axiom',
  'other_kind',
  'too_few_replies',
  'budget',
])

const UsageStage = named('UsageStage', 'What one stage of a panel cost', {
  stage: z.int().min(1).describe('Its number'),
  models: texts('The names of the models that it asked'),
  accepted: flag('Whether the answer is that of this stage'),
  confidence: share('How sure the first models were of their answer; null where they had none').nullish(),
  reason: StageReason.optional().describe(
    'Why the answer of the first models stood or did not, as in the event stage-end',
  ),
  ...spending,
})

export const Usage = named('Usage', 'What the run cost', {
  ...spending,
  duration_ms: number('How long the run took, in milliseconds'),
  searches: integer(
    'Requests to the search engine; absent where none was made. Their cost is not in cost_usd',
  ).optional(),
  phases: list(
    UsagePhase,
    'The same by phase, in the order of the run; absent in results of earlier versions and for cached results',
  ).optional(),
  stages: list(UsageStage, 'The same by stage; present for panels with a first stage').optional(),
})
export type Usage = z.infer<typeof Usage>

export const Alternative = named('Alternative', 'Another answer that every model calls right', {
  answer: text('The short answer'),
  models: texts('The names of the seats that gave it first'),
})
export type Alternative = z.infer<typeof Alternative>

const CalledTool = named('CalledTool', 'A call of a tool', {
  name: text('The tool'),
  arguments: text('Its arguments as JSON, as the model wrote them'),
})

export const ConfidenceKind = z.enum(['right', 'supported', 'accepted'])
export type ConfidenceKind = z.infer<typeof ConfidenceKind>

/** The fields that both APIs return for a finished deliberation. */
export const deliberationFields = {
  query: text('The question'),
  final_answer: text(
    'The answer as a text: what a model wrote, byte for byte, or a composed text that was checked to say the same',
  ),
  consensus_reached: flag('Whether the models agree; the same as outcome: consensus'),
  kind: RunKind.optional().describe(
    'What was asked for, as the request said or as most of the models did: closed, a short answer; open, an explanation; draft, a text to be used as it is; tools, the next step of a conversation with tools. Absent in results of earlier versions',
  ),
  outcome: Outcome.describe(
    'consensus: the models agree, none is unheard, and consensus_reached is true; majority: more than half of them, at least two, support the answer; split: neither',
  ),
  ending: Ending.optional().describe(
    'Why the run ended. converged: the models agree; exhausted: max_iterations was reached; stalled: nobody moved any more; settled: there was nothing left to ask; unanswered: fewer than two models gave an answer; quorum_lost: too many models failed in a later iteration; deadline: the time limit was reached, or the caller asked for the answer that was there; budget: max_calls or max_cost_usd did not allow another iteration. Absent in results of earlier versions',
  ),
  answer: text(
    'The short answer to a closed question as a model gave it: an option, a number, a date, a name, a list, yes or no; of a step with tools the calls in the form in which they were compared; null for other kinds',
  ).nullable(),
  tool_calls: list(
    CalledTool,
    'The tools that are called next, as one of the models called them; present for a step with tools that is not an answer in words',
  ).optional(),
  alternatives: list(
    Alternative,
    'Other answers that every model calls right as well; present for closed questions that admit several',
  ).optional(),
  explanation: text('What the author of a draft says about it; null when there is nothing').nullable(),
  confidence: share(
    'How far to trust the answer; confidence_kind says what the figure is, and confidence_basis what it rests on',
  ),
  confidence_kind: ConfidenceKind.optional().describe(
    'right: the calibrated probability that the answer to a closed question is right, from the first answers alone, or that a program that was run is right, from what the drafts did; supported: how far the panel supports what a text says, or web pages an answer; accepted: the share of reviewers who accept another draft, as if one more accepted it and one more did not. The last two are shares, not probabilities. Absent in results of earlier versions',
  ),
  confidence_basis: text('What the confidence rests on, in one sentence'),
  dissent: Dissent.array().describe(
    'The models that do not support the answer, and those that gave none. For an open question: those that still hold a struck central claim, and the smaller side of a disputed central claim, or both sides where they are equal',
  ),
  unheard: texts(
    'The names of the models that were not waited for (patience); the result is then never a consensus. Absent when there are none',
  ).optional(),
  votes: list(
    SeatVote,
    'Present when votes were weighted by how reliable each model was in past runs, as far as agreement and verdicts tell, or on labelled questions of the operator, or by how far several replies of a model agree. Votes decide which cluster is the heaviest, and therefore the theme and the answer; one may outweigh all others. Divergence and outcome ignore them',
  ).optional(),
  reviews: list(
    DraftReview,
    'Who judged which draft, how and why; present for drafts that were reviewed',
  ).optional(),
  concordance: share(
    'How far the reviewers prefer the same drafts, as Kendall’s W: 0 for no common order, 1 for the same order; null with fewer than four reviewers. Present for drafts that were reviewed',
  ).nullish(),
  code_run: CodeRun.optional().describe(
    'What the drafts did when they were run on the same inputs; present where they are programs that could be run. Otherwise warnings says why not',
  ),
  claims: list(
    Claim,
    'What the texts of the models say, claim by claim, and where the panel stands on each; present for open questions',
  ).optional(),
  analysis: ClaimAnalysis.optional().describe(
    'The same claims sorted for a reader: what all agree on, where they contradict each other, what only some or one of them said, and what no text mentioned; present for open questions',
  ),
  citations: list(
    Citation,
    'The passages of final_answer that rest on claims, as its writer marked them; present for open questions whose answer a writer wrote',
  ).optional(),
  search: WebSearch.optional().describe(
    'What was searched for, the pages that all models were shown, and the sentences of final_answer that they say; present where the web was searched',
  ),
  unsupported: list(
    TextFinding,
    'Passages of final_answer that stand in none of the texts or documents, according to the model that checked it; of an answer from web pages, those that no page says. Present where citations or search are',
  ).optional(),
  repaired: list(
    TextFinding,
    'What the model that checked the text objected to and its writer mended; the mended text was not checked again. Present where citations are',
  ).optional(),
  usage: Usage.describe('Calls, tokens, cost and time of the run'),
  structure: StructureName,
  router: text(
    'Which provider answered: openrouter, openai (also for a self-hosted server used instead of the router), anthropic, gemini, the name of an endpoint, or offline for the built-in stand-in; several are joined by +',
  ),
  warnings: texts('What the caller should know about this run, in sentences; empty when there is nothing'),
  relevant_axioms: list(Anchor, 'The axioms that were used as anchors, most relevant first'),
}
