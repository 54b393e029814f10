import { z } from 'zod'
import { Claim } from './claims.ts'
import { Abstention, IterationEntry, IterationPhase, Verdict } from './deliberation.ts'
import { StructureName } from './panel.ts'
import { QuestionKind } from './question-kind.ts'

const iteration = z.int().min(1)
const writing = { name: z.string(), attempt: z.int().min(1) }

/** The events of a run and what each tells, in the order in which they first occur. */
export const runEvents = {
  'panel-start': z.object({
    kind: QuestionKind,
    structure: StructureName,
    max_iterations: z.int(),
    seats: z
      .array(z.object({ name: z.string(), provider: z.string(), model: z.string() }))
      .meta({ description: 'In the order of the request' }),
  }),
  'iteration-start': z.object({ iteration, level: z.int().min(1).max(7), phase: IterationPhase }),
  'answer-received': z.object({
    iteration,
    name: z.string(),
    model: z.string(),
    answered: z.boolean(),
    answer: z.string().nullable().meta({
      description: 'Verbatim; null for a seat that abstained, or that judged what others wrote',
    }),
    verdict: Verdict.nullable(),
    error: Abstention.nullable(),
    latency_ms: z.number(),
    cost_usd: z.number().nullable().meta({ description: 'Null when unknown' }),
  }),
  'iteration-end': IterationEntry,
  'claims-change': z
    .object({ iteration, claims: z.array(Claim) })
    .meta({ description: 'Where the panel stands on its claims after an iteration of an open question' }),
  'text-written': z
    .object({ ...writing, text: z.string() })
    .meta({ description: 'The text of a writer, provisional: it may still be refused' }),
  'text-refused': z
    .object({ ...writing, reasons: z.array(z.string()) })
    .meta({ description: 'Why the text of a writer was refused; what it wrote is void' }),
  'text-accepted': z.object({ text: z.string() }).meta({
    description: 'A part of final_answer, which is what all of them say one after the other',
  }),
}

/** The name of an event of a run. */
type RunEventName = keyof typeof runEvents

/** An event of a run with what it tells. */
export type RunEvent = {
  [Name in RunEventName]: { type: Name; data: z.output<(typeof runEvents)[Name]> }
}[RunEventName]
