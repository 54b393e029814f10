import type {
  ChatCompletion,
  ChatUsage,
  FinishReason,
  ToolCall,
} from '../../../contract/chat/chat-response.ts'
import type { OutputItem, ResponseObject } from '../../../contract/responses/response-object.ts'
import type { ResponseRequest } from '../../../contract/responses/response-request.ts'
import type { ItemIds } from './item-ids.ts'
import { isStrict } from './read-response-request.ts'
import { warningsInTerms } from './response-terms.ts'

/** What is known of a response before its answer. */
export interface ResponseOrder {
  request: ResponseRequest
  ids: ItemIds
  warnings: string[]
}

/** What a completion and its chunks tell at once. */
type Begun = Pick<ChatCompletion, 'id' | 'created' | 'model'>

/** Why an answer is not whole; null for one that is. */
type Incomplete = ResponseObject['incomplete_details']

/** What is known when the answer is complete. */
interface Ending {
  output: OutputItem[]
  incomplete: Incomplete
  usage: ChatUsage | undefined
  stretto: ChatCompletion['stretto'] | undefined
}

/** Why an answer that ended so is not whole. */
export function incompleteBy(finishReason: FinishReason | null): Incomplete {
  if (finishReason === 'length') return { reason: 'max_output_tokens' }
  return finishReason === 'content_filter' ? { reason: finishReason } : null
}

/** A completion as a response. */
export function responseOf(completion: ChatCompletion, order: ResponseOrder): ResponseObject {
  const { message, finish_reason } = completion.choices[0]!
  const { content, tool_calls = [] } = message
  const incomplete = incompleteBy(finish_reason)
  const said =
    content || tool_calls.length === 0 ? [messageItem(content ?? '', order.ids, incomplete !== null)] : []
  return endedResponse(begunResponse(completion, order), order, {
    output: [...said, ...tool_calls.map((call) => callItem(call, order.ids))],
    incomplete,
    usage: completion.usage,
    stretto: completion.stretto,
  })
}

/** A response whose answer is awaited. */
export function begunResponse({ id, created, model }: Begun, { request }: ResponseOrder): ResponseObject {
  const { text, reasoning, tools = [] } = request
  return {
    id: `resp_${String(id)
      .replace(/^chatcmpl-/, '')
      .replaceAll('-', '')}`,
    object: 'response',
    created_at: created,
    status: 'in_progress',
    background: false,
    error: null,
    incomplete_details: null,
    instructions: request.instructions ?? null,
    max_output_tokens: request.max_output_tokens ?? null,
    model,
    output: [],
    parallel_tool_calls: request.parallel_tool_calls ?? true,
    previous_response_id: null,
    reasoning: {
      effort: reasoning?.effort ?? null,
      summary: reasoning?.summary ?? reasoning?.generate_summary ?? null,
    },
    store: false,
    temperature: request.temperature ?? null,
    text: { ...text, format: text?.format ?? { type: 'text' } },
    tool_choice: request.tool_choice ?? 'auto',
    tools: tools.map((tool) => ({ ...tool, parameters: tool.parameters ?? null, strict: isStrict(tool) })),
    top_p: request.top_p ?? null,
    truncation: 'disabled',
    usage: null,
    metadata: request.metadata ?? {},
  }
}

/** A response with its answer. */
export function endedResponse(
  begun: ResponseObject,
  { warnings }: ResponseOrder,
  { output, incomplete, usage, stretto }: Ending,
): ResponseObject {
  return {
    ...begun,
    status: incomplete ? 'incomplete' : 'completed',
    incomplete_details: incomplete,
    output,
    usage: usage ? usageOf(usage) : null,
    ...(stretto && {
      stretto: { ...stretto, warnings: [...warningsInTerms(stretto.warnings), ...warnings] },
    }),
  }
}

/** The item with the answer. */
function messageItem(text: string, ids: ItemIds, isCut: boolean): OutputItem {
  return {
    id: ids.message(text),
    type: 'message',
    role: 'assistant',
    status: isCut ? 'incomplete' : 'completed',
    content: [textPart(text)],
  }
}

/** The item of a call. */
export function callItem(call: ToolCall, ids: ItemIds): Extract<OutputItem, { type: 'function_call' }> {
  return {
    id: ids.call(call),
    type: 'function_call',
    call_id: call.id,
    name: call.function.name,
    arguments: call.function.arguments,
    status: 'completed',
  }
}

/** A text of a message. */
export function textPart(text: string) {
  return { type: 'output_text' as const, text, annotations: [], logprobs: [] }
}

function usageOf(usage: ChatUsage): ResponseObject['usage'] {
  const { prompt_tokens, completion_tokens, total_tokens } = usage
  return {
    input_tokens: prompt_tokens,
    input_tokens_details: { cached_tokens: usage.prompt_tokens_details?.cached_tokens ?? 0 },
    output_tokens: completion_tokens,
    output_tokens_details: { reasoning_tokens: usage.completion_tokens_details?.reasoning_tokens ?? 0 },
    total_tokens,
  }
}
