import { z } from 'zod'
import { QuestionKind } from '../../src/contract/question-kind.ts'

/** A question for a live panel, with what a fair observer expects, fixed before anybody was asked. */
export const LiveQuestion = z.object({
  id: z.string(),
  query: z.string(),
  language: z.string(),
  kind: QuestionKind,
  /** How many models are asked: model-a and model-b, or model-c too. */
  models: z.union([z.literal(2), z.literal(3)]),
  expect: z.enum(['consensus', 'no-consensus', 'any']),
  /** Short answers that are right, in several wordings. */
  accept: z.array(z.string()),
  /** Other wordings of them that a person who read the replies took for right, added afterwards. */
  read_as_right: z.array(z.string()).default([]),
  /** Whether different answers are right. */
  several: z.boolean(),
  /** What some of the models were told to believe at first. */
  misconception: z.string().nullable(),
  seed_answers: z.record(z.string(), z.string()).nullable(),
  injection: z
    .object({ where: z.enum(['reply', 'document']), text: z.string() })
    .loose()
    .nullable(),
  context: z.array(z.object({ title: z.string(), text: z.string() })).nullable(),
  messages: z.array(z.object({ role: z.enum(['user', 'assistant']), content: z.string() })).nullable(),
  why: z.string(),
})
export type LiveQuestion = z.infer<typeof LiveQuestion>

/** A call of a live panel with its reply. */
export interface LiveCall {
  /** The id of the question. */
  question: string
  /** Which model read: the runs of a question differ in that alone. */
  reader: string
  phase: string
  iteration: number
  model: string
  messages: Array<{ role: string; content: string }>
  reply: string
}
