import { z } from 'zod'
import { always, count, integer, list, named, optional, text } from '../described.ts'
import { EdgeConsensusResponse } from '../edge-consensus.ts'

const FinishReason = z
  .enum(['stop', 'length', 'tool_calls'])
  .describe('tool_calls when tools are called; length when the answer was cut at max_tokens; otherwise stop')
export type FinishReason = z.infer<typeof FinishReason>

const ChatUsage = named('ChatUsage', 'The sum over all calls to models; zero for a cached answer', {
  prompt_tokens: count('Tokens of all prompts'),
  completion_tokens: count('Tokens of all replies'),
  total_tokens: count('Both together'),
  completion_tokens_details: optional(
    z.object({ reasoning_tokens: count('Those of thinking') }),
    'Details of the replies; absent where no provider states any',
  ),
})
export type ChatUsage = z.infer<typeof ChatUsage>

const Deliberated = EdgeConsensusResponse.omit({ final_answer: true, query: true }).meta({
  id: 'ChatDeliberation',
  description:
    'How the answer came about: claims, confidence, dissent, cost and warnings, as in the response of POST /consensus-iterative',
})

const metadata = optional(z.record(z.string(), z.string()), 'That of the request; absent without one')

const choice = {
  index: count('Always 0'),
  logprobs: z.null().describe('Always null'),
}

const common = {
  id: text('The id of the completion'),
  created: integer('Unix time in seconds'),
  model: text('As it was requested'),
  system_fingerprint: text('The version of the engine'),
}

const ChatToolCall = named('ChatToolCall', 'A call of a tool, to be made by the program that asked', {
  id: text('By which the message with its result refers to it'),
  type: always('function'),
  function: z
    .object({ name: text('The tool'), arguments: text('Its arguments as JSON, as a model wrote them') })
    .describe('What is called, and with what'),
})
export type ChatToolCall = z.infer<typeof ChatToolCall>

/** Where a text says what a page says too; both protocols of OpenAI have these fields. */
export const urlCitation = {
  start_index: count('Where the sentence begins, in UTF-16 code units'),
  end_index: count('Where it ends'),
  title: text('The title of the page'),
  url: text('Its address'),
}

const Annotation = named('ChatAnnotation', 'A sentence of the answer, and a web page that says so', {
  type: always('url_citation'),
  url_citation: z.object(urlCitation).describe('The sentence and the page'),
})
const annotations = list(Annotation, 'The web pages that are cited; absent without any').optional()

const CallPart = named('ChatToolCallPart', 'A part of a call', {
  index: count('Which of the calls this belongs to, from 0'),
  id: text('The id of the call, in its first part').optional(),
  type: z.literal('function').optional().describe('In the first part; always function'),
  function: z
    .object({
      name: text('The tool, in the first part').optional(),
      arguments: text('The next part of the arguments'),
    })
    .describe('What is called, and with what'),
})

export const ChatCompletion = named('ChatCompletion', 'The answer of a panel as a completion', {
  ...common,
  object: always('chat.completion'),
  choices: list(
    z.object({
      ...choice,
      message: z
        .object({
          role: always('assistant'),
          content: text('The answer; null where tools are called without a word').nullable(),
          annotations,
          tool_calls: list(ChatToolCall, 'The tools that are called next; absent for an answer').optional(),
          refusal: z.null().describe('Always null'),
        })
        .describe('The message with the answer'),
      finish_reason: FinishReason,
    }),
    'One choice',
  ),
  usage: ChatUsage,
  metadata,
  stretto: Deliberated,
})
export type ChatCompletion = z.infer<typeof ChatCompletion>

export const ChatChunk = named('ChatChunk', 'A part of an answer that is streamed', {
  ...common,
  object: always('chat.completion.chunk'),
  choices: list(
    z.object({
      ...choice,
      delta: z
        .object({
          role: z.literal('assistant').optional().describe('In the first chunk'),
          content: text('The next part of the answer').optional(),
          annotations,
          tool_calls: list(
            CallPart,
            'Parts of the calls; the name of a tool comes before its arguments',
          ).optional(),
          reasoning_content: text(
            'What the panel is doing, while there is no answer yet, a line for each step, and the provisional words of one model; many programs show it as thinking',
          ).optional(),
        })
        .describe('What is added to the message'),
      finish_reason: FinishReason.nullable(),
    }),
    'One choice; none in the chunk with usage',
  ),
  usage: ChatUsage.nullable().optional().describe('In the last chunk, with stream_options.include_usage'),
  metadata,
  stretto: Deliberated.optional(),
})
export type ChatChunk = z.infer<typeof ChatChunk>

export const ChatModel = named('ChatModel', 'A panel', {
  id: text('What to write in model').meta({ example: 'stretto/auto' }),
  object: always('model'),
  created: integer('Unix time in seconds when the service started'),
  owned_by: text('Always stretto'),
})

export const ChatModelList = named('ChatModelList', 'The panels of the chat API', {
  object: always('list'),
  data: list(ChatModel, 'The panels'),
})
