import { z } from 'zod'
import { Claim, TextFinding } from './claims.ts'
import { Abstention, IterationEntry, IterationPhase, SeatVote, StageReason } from './deliberation.ts'
import { flag, list, number, optional, share, text, texts } from './described.ts'
import { StructureName } from './panel.ts'
import { RunKind } from './question-kind.ts'

const iteration = z.int().min(1)
const called = {
  iteration,
  name: z.string(),
  model: z.string(),
  error: Abstention.nullable(),
  latency_ms: z.number(),
  cost_usd: number('Null when unknown').nullable(),
}

/** The events of a run and what each tells, in the order in which they first occur. */
export const runEvents = {
  'panel-start': z.object({
    kind: RunKind.nullable().describe(
      'As the request says; null where the models decide, and kind-decided tells',
    ),
    structure: StructureName,
    max_iterations: z.int(),
    seats: list(
      z.object({ name: z.string(), provider: z.string(), model: z.string() }),
      'In the order of the request',
    ),
    first: texts('The names of those that are asked first; absent where all are asked at once').optional(),
    votes: list(SeatVote, 'What past runs make of the votes of the seats; absent for equal votes').optional(),
  }),
  'iteration-start': z.object({ iteration, level: z.int().min(1).max(7), phase: IterationPhase }),
  'answer-text': z
    .object({
      iteration,
      name: z.string(),
      model: z.string(),
      attempt: z.int().min(1),
      offset: z.int().min(0),
      text: z.string(),
    })
    .describe(
      'A piece of a reply as it arrives: text belongs at offset of the reply of this attempt, counted in UTF-16 units. A higher attempt begins anew at offset 0: the call was made again, or what came before was thinking. Only of the first round, and only to those who watch at that time; answer-received brings the whole reply',
    ),
  'answer-received': z.object({
    ...called,
    sample: optional(z.int().min(2), 'Which of several replies of the model this is; absent for its first'),
    answered: z.boolean(),
    answer: text(
      'The short answer where the reply gives one, otherwise its text; null for a seat that abstained, or that judged what others wrote',
    ).nullable(),
    text: text('The whole reply, verbatim; null where answer is null').nullable(),
  }),
  'pages-found': z
    .object({
      queries: texts('What the web was searched for'),
      pages: list(
        z.object({ url: z.string(), title: z.string(), date: z.string().nullable() }),
        'What every model is shown',
      ),
      problem: text('What went wrong; null when nothing did').nullable(),
    })
    .describe('The web was searched, once for all models'),
  'kind-decided': z
    .object({ kind: RunKind })
    .describe('What was asked for, as the request says or as most of the models do'),
  'reading-received': z
    .object({
      ...called,
      task: z.enum([
        'group-answers',
        'compare-axioms',
        'map-texts',
        'check-text',
        'match-defects',
        'list-inputs',
        'plan-search',
        'cite-pages',
      ]),
      readable: flag('Whether the reading could be used'),
    })
    .describe(
      'A model has read what others wrote: which replies give the same answer, what an axiom says of it, which points texts make, whether reviewers name the same defect, or what is wrong with the final text; or it has said what to search the web for, or which pages say what the final text says',
    ),
  'stage-end': z
    .object({
      stage: z.int().min(1),
      models: texts('The names of the models that were asked'),
      confidence: share('How sure their answer is; null where they have none').nullable(),
      accepted: flag('Whether it is the answer of the run'),
      reason: StageReason,
    })
    .describe(
      'The first stage of a panel has been asked. enough: its models agree, and surely enough; disagreement: they do not agree; unsure: they agree, but not surely enough; axiom: an axiom contradicts them; other_kind: the question is open or asks for a draft; too_few_replies: fewer than two, or less than half of them, replied; budget: the others cannot be paid. If it is not accepted, the others are asked, and the iterations begin again with all models',
    ),
  'iteration-end': IterationEntry,
  'claims-change': z
    .object({ iteration, claims: z.array(Claim) })
    .describe('Where the panel stands on its claims after an iteration of an open question'),
  'text-written': z
    .object({ name: z.string(), attempt: z.int().min(1), text: z.string(), mended: z.boolean() })
    .describe(
      'The text of a writer, provisional: it is checked, and mended once if need be. mended says which of both it is, attempt how many writers were asked',
    ),
  'text-checked': z
    .object({ name: z.string(), findings: z.array(TextFinding) })
    .describe(
      'What another model objects to in that text; empty for nothing. With effort: high there may be two of them',
    ),
  'text-accepted': z.object({ text: z.string() }).describe('The final text, as in final_answer'),
}

type RunEventName = keyof typeof runEvents

export type RunEvent = {
  [Name in RunEventName]: { type: Name; data: z.output<(typeof runEvents)[Name]> }
}[RunEventName]
