import { z } from 'zod'
import { ChatCompletion, urlCitation } from '../chat/chat-response.ts'
import { always, count, flag, integer, list, named, number, text, texts } from '../described.ts'

const CUT = 'incomplete when the answer was cut at max_output_tokens'
const ItemStatus = z.enum(['in_progress', 'completed', 'incomplete']).describe(CUT)

const nothing = z.array(z.any()).max(0).describe('Always empty')

const Annotation = named('ResponseAnnotation', 'A sentence of the answer, and a web page that says so', {
  type: always('url_citation'),
  ...urlCitation,
})

const TextPart = named('ResponseOutputText', 'The text of a message', {
  type: always('output_text'),
  text: text('The answer'),
  annotations: list(Annotation, 'The web pages that are cited'),
  logprobs: nothing,
})

export type OutputText = z.infer<typeof TextPart>

const SummaryPart = named('ResponseSummaryText', 'The text of a summary', {
  type: always('summary_text'),
  text: text('What the panel did, a line for each step'),
})

const MessageItem = z.object({
  id: text('The id of the message'),
  type: always('message'),
  role: always('assistant'),
  status: ItemStatus,
  content: list(TextPart, 'One text'),
})

const CallItem = z.object({
  id: text('The id of the item'),
  type: always('function_call'),
  call_id: text('By which the output of the call refers to it'),
  name: text('The function that is called'),
  arguments: text('Its arguments as JSON'),
  status: ItemStatus,
})

const ReasoningItem = z.object({
  id: text('The id of the item'),
  type: always('reasoning'),
  summary: list(SummaryPart, 'One text'),
})

const SearchItem = z.object({
  id: text('The id of the item'),
  type: always('web_search_call'),
  status: z
    .enum(['in_progress', 'completed', 'failed'])
    .describe('failed when no page was found; stretto.search says why'),
  action: z
    .object({
      type: always('search'),
      query: text('The first of the queries'),
      queries: texts('The queries that were sent to the search engine'),
      sources: list(
        z.object({ type: always('url'), url: text('Its address') }),
        'The pages that were found, if include asks for them',
      ).optional(),
    })
    .describe('What was searched for'),
})

const OutputItem = z
  .discriminatedUnion('type', [ReasoningItem, SearchItem, MessageItem, CallItem])
  .meta({ id: 'ResponseOutputItem', description: 'The answer, a call, a web search, or what the panel did' })
export type OutputItem = z.infer<typeof OutputItem>

const Usage = named('ResponseUsage', 'The sum over all calls to models; zero for a cached answer', {
  input_tokens: count('Tokens of all prompts'),
  input_tokens_details: z.object({ cached_tokens: count('Always 0') }).describe('Details of the prompts'),
  output_tokens: count('Tokens of all replies'),
  output_tokens_details: z
    .object({ reasoning_tokens: count('Those of thinking, as far as the providers say') })
    .describe('Details of the replies'),
  total_tokens: count('Both together'),
})

const any = (description: string) => z.record(z.string(), z.unknown()).describe(description)

export const ResponseObject = named('Response', 'The answer of a panel in the Responses protocol of OpenAI', {
  id: text('The id of the response'),
  object: always('response'),
  created_at: integer('Unix time in seconds'),
  status: z.enum(['in_progress', 'completed', 'incomplete', 'failed']).describe(CUT),
  background: z.literal(false).describe('Always false'),
  error: z
    .object({ code: text('A stable error code'), message: text('What happened and what to do next') })
    .nullable()
    .describe('Why the run failed, in the last event of a stream; otherwise null'),
  incomplete_details: z
    .object({ reason: always('max_output_tokens') })
    .nullable()
    .describe('Why the answer is incomplete; otherwise null'),
  instructions: text('Those of the request').nullable(),
  max_output_tokens: count('That of the request').nullable(),
  model: text('As it was requested'),
  output: list(OutputItem, 'What the panel did if that was asked for, its web search, the answer, and calls'),
  parallel_tool_calls: flag('Whether several functions may be called at once'),
  previous_response_id: text('That of the request').nullable(),
  reasoning: z
    .object({
      effort: text('That of the request').nullable(),
      summary: text('That of the request').nullable(),
    })
    .describe('As it was requested'),
  store: flag('Whether it is stored, so that it can be read and continued'),
  temperature: number('That of the request').nullable(),
  text: any('The form of the answer, as it was requested'),
  tool_choice: z
    .union([z.string(), z.record(z.string(), z.unknown())])
    .describe('As it was requested, or auto'),
  tools: list(any('A function or web search'), 'Those of the request'),
  top_p: number('That of the request').nullable(),
  truncation: always('disabled'),
  usage: Usage.nullable().describe('Null until the answer is complete'),
  metadata: z.record(z.string(), z.string()).describe('That of the request'),
  stretto: ChatCompletion.shape.stretto.optional(),
})
export type ResponseObject = z.infer<typeof ResponseObject>

export const DeletedResponse = named('DeletedResponse', 'What was deleted', {
  id: text('The id of the response'),
  object: always('response'),
  deleted: z.literal(true).describe('Always true'),
})

const EVENTS = [
  'response.created',
  'response.in_progress',
  'response.output_item.added',
  'response.output_item.done',
  'response.content_part.added',
  'response.content_part.done',
  'response.output_text.delta',
  'response.output_text.annotation.added',
  'response.output_text.done',
  'response.function_call_arguments.delta',
  'response.function_call_arguments.done',
  'response.reasoning_summary_part.added',
  'response.reasoning_summary_part.done',
  'response.reasoning_summary_text.delta',
  'response.reasoning_summary_text.done',
  'response.completed',
  'response.incomplete',
  'response.failed',
] as const

export const ResponseEvent = named('ResponseEvent', 'An event of a response that is streamed', {
  type: z.enum(EVENTS).describe('What has happened; also the name of the event'),
  sequence_number: count('The place of the event in the stream, from 0'),
  response: ResponseObject.optional().describe(
    'The response as it is: at the beginning, and whole in the last event',
  ),
  output_index: count('The place of the item in output').optional(),
  item: OutputItem.optional().describe('The item that begins or is complete'),
  item_id: text('The item that the event belongs to').optional(),
  content_index: count('The part of a message: always 0').optional(),
  summary_index: count('The part of a summary: always 0').optional(),
  part: z.union([TextPart, SummaryPart]).optional().describe('The part that begins or is complete'),
  annotation: Annotation.optional().describe('A page that is cited'),
  annotation_index: count('Its place in annotations').optional(),
  delta: text('The next part of a text or of arguments').optional(),
  text: text('A complete text').optional(),
  progress: text('What the panel does, a line for each step, in response.in_progress').optional(),
  name: text('The function whose arguments are complete').optional(),
  arguments: text('Complete arguments').optional(),
  logprobs: nothing.optional(),
})
export type ResponseEvent = z.infer<typeof ResponseEvent>
