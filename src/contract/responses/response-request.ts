import { z } from 'zod'
import { ChatRequest, plainFormats, schemaFields, schemaType, tokens } from '../chat/chat-request.ts'
import { allowedTools, functionType, toolsOf } from '../chat/chat-tools.ts'
import { numberFrom, oneOf, orAbsent, required, string, trueOrFalse } from '../described.ts'
import { ReasoningEffort } from '../panel.ts'
import { ResponseInput } from './response-input.ts'

const { model, stream, temperature, max_tokens, parallel_tool_calls, reasoning_effort, metadata, stretto } =
  ChatRequest.shape

const unused = (name: string) => orAbsent(string(name), 'Accepted and not used')

const TOOL_RULE =
  'type must be function or web_search; other tools that a provider runs are not supported here'

/** Dated, or under its earlier name, as OpenAI has named it so far. */
const webSearchType = (error: string) =>
  z.templateLiteral(['web_search', z.string().regex(/^(_preview)?(_\d{4}_\d\d_\d\d)?$/)], { error })

const WebSearchTool = z
  .looseObject({ type: webSearchType(TOOL_RULE).describe('web_search, or a variant of it') })
  .meta({
    id: 'ResponseWebSearchTool',
    description:
      'The web may be searched, as with stretto.search: auto, unless that says otherwise; on if tool_choice demands it. Not together with functions. Further fields are ignored with a warning',
  })

const FunctionTool = z
  .object(
    {
      type: functionType(TOOL_RULE),
      name: required('name').meta({ description: 'By which it is called', example: 'get_weather' }),
      description: orAbsent(string('description'), 'What it does; shown to the models'),
      parameters: orAbsent(
        z.record(z.string(), z.unknown(), { error: 'parameters must be an object with a JSON Schema' }),
        'The JSON Schema of its arguments; calls that violate it are not counted',
      ),
      strict: orAbsent(
        trueOrFalse('strict'),
        'Whether providers are to hold the models to the schema. Default: true if the schema allows it: no object has further properties, and all are required',
      ),
    },
    { error: 'each entry of tools must be an object with type and name' },
  )
  .meta({ id: 'ResponseTool', description: 'A function that models may call; the program that asks runs it' })
export type FunctionTool = z.output<typeof FunctionTool>

const CHOICE_RULE =
  'tool_choice must be none, auto, required, {"type": "function", "name": …}, {"type": "web_search"} or {"type": "allowed_tools", "mode": …, "tools": […]}'
const ALLOWED_RULE =
  'allowed_tools must have mode (auto or required) and tools, each {"type": "function", "name": …}'

const chosenFunction = (error: string, description: string) =>
  z.object({ type: functionType(error), name: z.string({ error }).describe(description) }, { error })

const ToolChoice = z.union(
  [
    z.enum(['none', 'auto', 'required']),
    chosenFunction(CHOICE_RULE, 'The function').describe('The function that must be called'),
    z
      .object({
        type: z.literal('allowed_tools', { error: CHOICE_RULE }).describe('Always allowed_tools'),
        ...allowedTools(ALLOWED_RULE, chosenFunction(ALLOWED_RULE, 'One of tools'), 'functions'),
      })
      .describe('The only functions that are offered'),
    z.object({ type: webSearchType(CHOICE_RULE).describe('The web is searched') }),
  ],
  { error: CHOICE_RULE },
)

const Format = z.discriminatedUnion(
  'type',
  [
    ...plainFormats,
    z.object({
      type: schemaType,
      ...schemaFields,
      strict: orAbsent(trueOrFalse('strict'), 'Accepted and not used: answers are always checked'),
    }),
  ],
  { error: 'format must have the type text, json_object or json_schema' },
)

const Summary = oneOf('summary', ['auto', 'concise', 'detailed'])

const Text = z.object(
  {
    format: orAbsent(
      Format,
      'With json_object or json_schema the answer is JSON and is checked; if it does not fit after one repair, the request fails',
    ),
    verbosity: orAbsent(string('verbosity'), 'Ignored with a warning'),
  },
  { error: 'text must be an object with format' },
)

const Reasoning = z.object(
  {
    effort: orAbsent(oneOf('reasoning.effort', ReasoningEffort.options), reasoning_effort.description!),
    summary: orAbsent(
      Summary,
      'With any of these values, what the panel is doing is delivered as the summary of a reasoning item',
    ),
    generate_summary: orAbsent(Summary, 'The earlier name of summary'),
  },
  { error: 'reasoning must be an object' },
)

const INCLUDED = [
  'reasoning.encrypted_content',
  'file_search_call.results',
  'web_search_call.results',
  'web_search_call.action.sources',
  'message.input_image.image_url',
  'computer_call_output.output.image_url',
  'code_interpreter_call.outputs',
] as const

export const ResponseRequest = z
  .looseObject({
    model,
    input: ResponseInput,
    previous_response_id: orAbsent(
      string('previous_response_id'),
      'A stored response whose conversation goes on: input has only what comes after it. Its instructions do not apply again',
    ),
    instructions: orAbsent(string('instructions'), 'A system message before all others'),
    stream,
    stream_options: orAbsent(
      z.record(z.string(), z.unknown(), { error: 'stream_options must be an object' }),
      'Accepted and not used',
    ),
    temperature,
    top_p: orAbsent(numberFrom(0, 1, 'top_p'), 'Ignored with a warning'),
    max_output_tokens: orAbsent(tokens('max_output_tokens'), max_tokens.description!),
    tools: orAbsent(
      toolsOf(
        z.union([FunctionTool, WebSearchTool], {
          error: 'each entry of tools must be an object with type and name',
        }),
      ),
      'The functions that may be called, and whether the web may be searched. Every model gets them with the whole conversation; the models vote on what to call',
    ),
    tool_choice: orAbsent(
      ToolChoice,
      'none: no function is called; auto: the models decide; required: one must be called; the one that must be called; web_search, for which the web is searched; or allowed_tools, the only ones that are offered. Default: auto',
    ),
    parallel_tool_calls,
    text: orAbsent(Text, 'The form of the answer'),
    reasoning: orAbsent(
      Reasoning,
      'How hard the models think, and whether the progress of the panel is delivered',
    ),
    metadata,
    include: orAbsent(
      z.array(oneOf('each entry of include', INCLUDED), { error: 'include must be an array' }),
      'With web_search_call.action.sources a search names the pages that were found. The others are not used',
    ),
    store: orAbsent(
      trueOrFalse('store'),
      'Whether the response is stored for 7 days after it was last continued. Unless it is false, the ids of messages and calls hold what was said, so that item_reference can refer to them. Default: true',
    ),
    truncation: orAbsent(oneOf('truncation', ['auto', 'disabled']), 'Accepted; nothing is left out'),
    user: unused('user'),
    safety_identifier: unused('safety_identifier'),
    prompt_cache_key: unused('prompt_cache_key'),
    prompt_cache_retention: unused('prompt_cache_retention'),
    service_tier: unused('service_tier'),
    max_tool_calls: orAbsent(
      z.int('max_tool_calls must be an integer'),
      'Accepted and not used: it limits tools that run at a provider',
    ),
    stretto,
  })
  .meta({ id: 'ResponseRequest', description: 'A request in the Responses protocol of OpenAI' })
export type ResponseRequest = z.output<typeof ResponseRequest>
