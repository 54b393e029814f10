import { z } from 'zod'
import { CONTENT, messagesOf, ROLES } from '../conversation.ts'
import { oneOf, orAbsent, required, string, trueOrFalse } from '../described.ts'
import { EdgeConsensusRequest } from '../edge-consensus.ts'
import { FOOTERS, withoutFooters } from '../footer.ts'
import { LIMITS } from '../limits.ts'
import { MessageContent, maySend, ONLY_TEXT } from '../message-content.ts'
import { ReasoningEffort, Temperature } from '../panel.ts'
import { ChatTools, MadeCall, ToolChoice } from './chat-tools.ts'

const CHAT_ROLES = [...ROLES, 'tool'] as const

const ChatMessage = z
  .looseObject(
    {
      role: oneOf('role', CHAT_ROLES).describe('Who speaks; system and developer messages are instructions'),
      content: MessageContent.nullish()
        .transform((content) => content ?? { content: '' })
        .describe(CONTENT),
      tool_calls: orAbsent(
        z.array(MadeCall, { error: 'tool_calls must be an array' }),
        'The tools that an assistant called',
      ),
      tool_call_id: orAbsent(string('tool_call_id'), 'The call whose result a message of a tool is'),
    },
    { error: 'each entry of messages must be an object with role and content' },
  )
  .refine(({ role, tool_call_id }) => role !== 'tool' || tool_call_id !== undefined, {
    path: ['tool_call_id'],
    error: 'tool_call_id is required in a message of a tool',
  })
  .transform(({ content: { content, ...attached }, ...message }) => {
    const words = message.role === 'assistant' ? withoutFooters(content) : content
    return { ...message, ...attached, content: words }
  })
  .refine(maySend, ONLY_TEXT)
  .meta({ id: 'ChatMessage', description: 'A message of the conversation' })

/** A limit of the length of an answer. */
export const tokens = (name: string) => {
  const rule = `${name} must be an integer of at least 1`
  return z.int(rule).min(1, rule)
}

const STOP_RULE = `stop must be a string or an array of at most ${LIMITS.stopSequences} strings`
const StreamOptions = z.object(
  { include_usage: orAbsent(trueOrFalse('include_usage'), 'Whether the last chunk has the usage') },
  { error: 'stream_options must be an object' },
)

const METADATA_RULE = `metadata must have at most ${LIMITS.metadataPairs} pairs of strings, with keys of at most ${LIMITS.metadataKeyCharacters} and values of at most ${LIMITS.metadataValueCharacters} characters`

const Metadata = z
  .record(
    z.string().max(LIMITS.metadataKeyCharacters, METADATA_RULE),
    z.string(METADATA_RULE).max(LIMITS.metadataValueCharacters, METADATA_RULE),
    { error: METADATA_RULE },
  )
  .refine((pairs) => Object.keys(pairs).length <= LIMITS.metadataPairs, METADATA_RULE)

/** What both protocols of OpenAI say of the form of an answer; they differ in where the schema stands. */
export const plainFormats = [
  z.object({ type: z.literal('text').describe('Plain text') }),
  z.object({ type: z.literal('json_object').describe('Any JSON object') }),
] as const
export const schemaType = z.literal('json_schema').describe('JSON that satisfies a schema')
export const schemaFields = {
  name: required('name').describe('The name of the schema, shown to the models'),
  description: orAbsent(string('description'), 'What the JSON is for, shown to the models'),
  schema: orAbsent(
    z.record(z.string(), z.unknown(), { error: 'schema must be an object with a JSON Schema' }),
    'A JSON Schema; without one any JSON will do',
  ),
}

export const ResponseFormat = z.discriminatedUnion(
  'type',
  [
    ...plainFormats,
    z.object({
      type: schemaType,
      json_schema: z
        .looseObject(schemaFields, {
          error: 'json_schema is required and must be an object with name and schema',
        })
        .describe('The schema and its name'),
    }),
  ],
  { error: 'response_format must have the type text, json_object or json_schema' },
)
export type ResponseFormat = z.output<typeof ResponseFormat>

const asked = EdgeConsensusRequest.shape
const { models, first, enough, samples, context, criteria, kind, writer, reader, max_iterations } = asked
const { effort, skip_cache, max_cost_usd, max_calls, timeout_seconds, patience, search, max_age } = asked
const footer = orAbsent(
  oneOf('footer', FOOTERS),
  'Whether the answer ends with a line that says who agrees and how sure it is. auto: if the models do not agree, or the confidence is low; always; never. Drafts, JSON and requests with tools or stop have none. Default: FOOTER of the server',
)
const STRETTO_OPTIONS = 'Options of this service, with the meaning they have in POST /consensus-iterative'
const StrettoOptions = z
  .object(
    {
      ...{ models, first, enough, samples, context, criteria, kind, writer, reader, max_iterations },
      ...{ effort, skip_cache, max_cost_usd, max_calls, timeout_seconds, patience, search, max_age },
      footer,
    },
    { error: 'stretto must be an object' },
  )
  .meta({ id: 'StrettoOptions', description: STRETTO_OPTIONS })

export const ChatRequest = z
  .looseObject({
    model: required('model').meta({ description: 'An id from GET /v1/models', example: 'stretto/auto' }),
    messages: messagesOf(ChatMessage, 'messages is required and must be an array')
      .min(1, 'messages must not be empty')
      .describe(
        `The conversation. The last message must be that of the user, which is the question, of at most ${LIMITS.queryCharacters} characters, or the result of a tool; system and developer messages reach every model and the writer`,
      ),
    stream: orAbsent(trueOrFalse('stream'), 'Whether the answer is sent as server-sent events'),
    stream_options: orAbsent(StreamOptions, 'Options of a stream'),
    temperature: orAbsent(Temperature, 'Sampling temperature of every model'),
    seed: orAbsent(z.int('seed must be an integer'), 'Passed to the models, which may ignore it'),
    stop: orAbsent(
      z.union([z.string(), z.array(z.string()).max(LIMITS.stopSequences, STOP_RULE)], {
        error: STOP_RULE,
      }),
      'The answer ends before the first of these texts',
    ),
    max_tokens: orAbsent(
      tokens('max_tokens'),
      'Limits the length of the answer, at about four characters for a token; the calls of the panel are limited by stretto.max_calls and stretto.max_cost_usd',
    ),
    max_completion_tokens: orAbsent(tokens('max_completion_tokens'), 'The same as max_tokens'),
    tools: orAbsent(
      ChatTools,
      'The tools that may be called. Every model gets them with the whole conversation; the models vote on what to call',
    ),
    tool_choice: orAbsent(
      ToolChoice,
      'none: no tool is called; auto: the models decide; required: one must be called; the one that must be called; or allowed_tools, the only ones that are offered. Default: auto',
    ),
    parallel_tool_calls: orAbsent(
      trueOrFalse('parallel_tool_calls'),
      'Whether several tools may be called at once. Default: true',
    ),
    response_format: orAbsent(
      ResponseFormat,
      'With json_object or json_schema the answer is JSON and is checked; if it does not fit after one repair, the request fails',
    ),
    web_search_options: orAbsent(
      z.record(z.string(), z.unknown(), { error: 'web_search_options must be an object' }),
      'With any object the web is searched as with stretto.search: on, unless that says otherwise. Its fields are ignored with a warning',
    ),
    reasoning_effort: orAbsent(ReasoningEffort, asked.reasoning_effort.description!),
    metadata: orAbsent(Metadata, 'Returned with the answer'),
    stretto: orAbsent(StrettoOptions, STRETTO_OPTIONS),
  })
  .meta({ id: 'ChatRequest', description: 'A chat completion in the protocol of OpenAI' })
export type ChatRequest = z.output<typeof ChatRequest>
