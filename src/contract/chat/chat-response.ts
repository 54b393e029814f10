import { z } from 'zod'
import { EdgeConsensusResponse } from '../edge-consensus.ts'

const FinishReason = z.enum(['stop', 'length', 'content_filter']).meta({
  description:
    'length when the answer was cut at max_tokens; content_filter when it ends early because the rest of the text was refused after its beginning had been streamed; otherwise stop',
})
export type FinishReason = z.infer<typeof FinishReason>

const ChatUsage = z
  .object({ prompt_tokens: z.int(), completion_tokens: z.int(), total_tokens: z.int() })
  .meta({ id: 'ChatUsage', description: 'The sum over all calls to models; zero for a cached answer' })
export type ChatUsage = z.infer<typeof ChatUsage>

const Deliberated = EdgeConsensusResponse.omit({ final_answer: true, query: true }).meta({
  id: 'ChatDeliberation',
  description:
    'How the answer came about: claims, confidence, dissent, cost and warnings, as in the response of POST /consensus-iterative',
})

/** What completions and their chunks have in common. */
const common = {
  id: z.string(),
  created: z.int().meta({ description: 'Unix time in seconds' }),
  model: z.string().meta({ description: 'As it was requested' }),
  system_fingerprint: z.string(),
}

export const ChatCompletion = z
  .object({
    ...common,
    object: z.literal('chat.completion'),
    choices: z.array(
      z.object({
        index: z.int(),
        message: z.object({ role: z.literal('assistant'), content: z.string(), refusal: z.null() }),
        logprobs: z.null(),
        finish_reason: FinishReason,
      }),
    ),
    usage: ChatUsage,
    metadata: z.record(z.string(), z.string()).optional(),
    stretto: Deliberated,
  })
  .meta({ id: 'ChatCompletion' })
export type ChatCompletion = z.infer<typeof ChatCompletion>

export const ChatChunk = z
  .object({
    ...common,
    object: z.literal('chat.completion.chunk'),
    choices: z.array(
      z.object({
        index: z.int(),
        delta: z.object({ role: z.literal('assistant').optional(), content: z.string().optional() }),
        logprobs: z.null(),
        finish_reason: FinishReason.nullable(),
      }),
    ),
    usage: ChatUsage.nullable().optional(),
    metadata: z.record(z.string(), z.string()).optional(),
    stretto: Deliberated.optional(),
  })
  .meta({ id: 'ChatChunk' })
export type ChatChunk = z.infer<typeof ChatChunk>
