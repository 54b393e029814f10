import { z } from 'zod'
import { count, integer, text } from '../described.ts'
import { EdgeConsensusResponse } from '../edge-consensus.ts'

const FinishReason = z.enum(['stop', 'length', 'tool_calls', 'content_filter']).meta({
  description:
    'tool_calls when tools are called; length when the answer was cut at max_tokens; content_filter when the provider of a single model withheld it; otherwise stop',
})
export type FinishReason = z.infer<typeof FinishReason>

const ChatUsage = z
  .object({
    prompt_tokens: count('Tokens of all prompts'),
    completion_tokens: count('Tokens of all replies'),
    total_tokens: count('Both together'),
    prompt_tokens_details: z
      .object({ cached_tokens: count('Those that the provider had in its cache').optional() })
      .nullish()
      .meta({ description: 'Of single models, where their server tells' }),
    completion_tokens_details: z
      .object({ reasoning_tokens: count('Those of hidden reasoning').optional() })
      .nullish()
      .meta({ description: 'Of single models, where their server tells' }),
  })
  .meta({ id: 'ChatUsage', description: 'The sum over all calls to models; zero for a cached answer' })
export type ChatUsage = z.infer<typeof ChatUsage>

const Deliberated = EdgeConsensusResponse.omit({ final_answer: true, query: true }).meta({
  id: 'ChatDeliberation',
  description:
    'How the answer came about: claims, confidence, dissent, cost and warnings, as in the response of POST /consensus-iterative',
})

const metadata = z
  .record(z.string(), z.string())
  .optional()
  .meta({ description: 'That of the request; absent without one' })

const choice = {
  index: count('Always 0'),
  logprobs: z.null().meta({ description: 'Always null' }),
}

/** What completions and their chunks have in common. */
const common = {
  id: text('The id of the completion'),
  created: integer('Unix time in seconds'),
  model: text('As it was requested'),
  system_fingerprint: text('The version of the engine'),
}

const ToolCall = z
  .object({
    id: text('By which the message with its result refers to it'),
    type: z.literal('function').meta({ description: 'Always function' }),
    function: z
      .object({ name: text('The tool'), arguments: text('Its arguments as JSON, as a model wrote them') })
      .meta({ description: 'What is called, and with what' }),
  })
  .meta({ id: 'ChatToolCall', description: 'A call of a tool, to be made by the program that asked' })
export type ToolCall = z.infer<typeof ToolCall>

const CallPart = z
  .object({
    index: count('Which of the calls this belongs to, from 0'),
    id: text('The id of the call, in its first part').optional(),
    type: z.literal('function').optional().meta({ description: 'In the first part; always function' }),
    function: z
      .object({
        name: text('The tool, in the first part').optional(),
        arguments: text('The next part of the arguments'),
      })
      .meta({ description: 'What is called, and with what' }),
  })
  .meta({ id: 'ChatToolCallPart', description: 'A part of a call' })

export const ChatCompletion = z
  .object({
    ...common,
    object: z.literal('chat.completion').meta({ description: 'Always chat.completion' }),
    choices: z
      .array(
        z.object({
          ...choice,
          message: z
            .object({
              role: z.literal('assistant').meta({ description: 'Always assistant' }),
              content: text('The answer; null where tools are called without a word').nullable(),
              tool_calls: z
                .array(ToolCall)
                .optional()
                .meta({ description: 'The tools that are called next; absent for an answer' }),
              refusal: z.null().meta({ description: 'Always null' }),
            })
            .meta({ description: 'The message with the answer' }),
          finish_reason: FinishReason,
        }),
      )
      .meta({ description: 'One choice' }),
    usage: ChatUsage,
    metadata,
    stretto: Deliberated,
  })
  .meta({ id: 'ChatCompletion', description: 'The answer of a panel as a completion' })
export type ChatCompletion = z.infer<typeof ChatCompletion>

export const ChatChunk = z
  .object({
    ...common,
    object: z.literal('chat.completion.chunk').meta({ description: 'Always chat.completion.chunk' }),
    choices: z
      .array(
        z.object({
          ...choice,
          delta: z
            .object({
              role: z.literal('assistant').optional().meta({ description: 'In the first chunk' }),
              content: text('The next part of the answer').optional(),
              tool_calls: z
                .array(CallPart)
                .optional()
                .meta({ description: 'Parts of the calls; the name of a tool comes before its arguments' }),
              reasoning_content: text(
                'What the panel is doing, while there is no answer yet, a line for each step; many programs show it as thinking',
              ).optional(),
            })
            .meta({ description: 'What is added to the message' }),
          finish_reason: FinishReason.nullable(),
        }),
      )
      .meta({ description: 'One choice; none in the chunk with usage' }),
    usage: ChatUsage.nullable()
      .optional()
      .meta({ description: 'In the last chunk, with stream_options.include_usage' }),
    metadata,
    stretto: Deliberated.optional(),
  })
  .meta({ id: 'ChatChunk', description: 'A part of an answer that is streamed' })
export type ChatChunk = z.infer<typeof ChatChunk>

export const ChatModel = z
  .object({
    id: text('What to write in model').meta({ example: 'stretto/auto' }),
    object: z.literal('model').meta({ description: 'Always model' }),
    created: integer('Unix time in seconds when the service started'),
    owned_by: text('stretto for a panel; for a single model the server that is asked'),
  })
  .meta({ id: 'ChatModel', description: 'A panel or a single model' })

export const ChatModelList = z
  .object({
    object: z.literal('list').meta({ description: 'Always list' }),
    data: z.array(ChatModel).meta({ description: 'The models' }),
  })
  .meta({ id: 'ChatModelList', description: 'The models of the chat API' })
