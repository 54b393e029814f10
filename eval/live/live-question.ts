import { z } from 'zod'
import { ResponseFormat } from '../../src/contract/chat/chat-request.ts'
import { QuestionKind } from '../../src/contract/question-kind.ts'

/** A question for a live panel, with what a fair observer expects, fixed before anybody was asked. */
export const LiveQuestion = z.object({
  id: z.string(),
  query: z.string(),
  language: z.string(),
  kind: QuestionKind,
  /** How many models are asked: model-a and model-b, and then model-c, model-d and model-e. */
  models: z.int().min(2).max(5),
  expect: z.enum(['consensus', 'no-consensus', 'any']).default('any'),
  /** Short answers that are right, in several wordings. */
  accept: z.array(z.string()).default([]),
  /** Other wordings of them that a person who read the replies took for right, added afterwards. */
  read_as_right: z.array(z.string()).default([]),
  /** Whether different answers are right. */
  several: z.boolean().default(false),
  /** What some of the models were told to believe at first. */
  misconception: z.string().nullable().default(null),
  seed_answers: z.record(z.string(), z.string()).nullable().default(null),
  injection: z
    .object({ where: z.enum(['reply', 'document']).default('reply'), text: z.string() })
    .loose()
    .nullable(),
  context: z.array(z.object({ title: z.string(), text: z.string() })).nullable(),
  messages: z.array(z.object({ role: z.enum(['user', 'assistant']), content: z.string() })).nullable(),
  why: z.string(),
  /** Whether only the first replies are recorded, and what they take the question for. */
  exposition_only: z.boolean().default(false),
  /** The model that reads, where it is not the one of the whole recording, and the one that writes; null for one of the panel. */
  reader: z.string().nullable().default(null),
  writer: z.string().nullable().default(null),
  response_format: ResponseFormat.nullable().default(null),
  /** Errors that some of the models were told to put into their first texts, in words by which they can be recognised. */
  planted_check: z.array(z.string()).default([]),
  /** First texts that were written with the question, by model; null where the models write them. */
  first_texts: z.record(z.string(), z.string()).nullable().default(null),
  /** The models that are asked first, and how many replies each gives; absent where all are asked at once, and once. */
  first: z.array(z.string()).optional(),
  samples: z.int().optional(),
  /** Whether every disputed point goes back to both sides, and two models check the text. */
  thorough: z.literal(true).optional(),
  /** How a program is tried that is asked for: what is called, with what comes out, which nobody was shown. */
  tests: z
    .object({
      language: z.enum(['python', 'javascript', 'sql']),
      called: z.string(),
      inputs: z.array(z.object({ input: z.string(), expected: z.string() })),
    })
    .nullable()
    .default(null),
  /** How competent people disagree; null where they do not. */
  disputed: z.string().nullable().default(null),
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
  /** Which of several replies to the same prompt this is; absent for the first. */
  sample?: number
  messages: Array<{ role: string; content: string }>
  reply: string
}
