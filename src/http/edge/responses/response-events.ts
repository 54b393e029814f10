import type { ResponseStreamEvent } from 'openai/resources/responses/responses'
import type { ChatToolCall } from '../../../contract/chat/chat-response.ts'
import type { EdgeConsensusResponse } from '../../../contract/edge-consensus.ts'
import type { ChatErrorBody } from '../../../contract/error-codes.ts'
import type { OutputItem, OutputText, ResponseObject } from '../../../contract/responses/response-object.ts'
import type { ResponseRequest } from '../../../contract/responses/response-request.ts'
import { type CompletionOrder, chatUsage, completed, createTelling } from '../chat/chat-completion.ts'
import type { RunStep } from '../run-stream.ts'
import { isFunction, isStrict } from './read-response-request.ts'
import { createItems, textPart } from './response-items.ts'
import { warningsInTerms } from './response-terms.ts'

/** What is known of a response before its answer: also how the same answer is written as a completion. */
interface ResponseOrder {
  request: ResponseRequest
  completion: CompletionOrder
  warnings: string[]
  isStored: boolean
}

type Unnumbered<Event> = Event extends unknown ? Omit<Event, 'sequence_number'> : never
/** The events about parts of a response are OpenAI's; a whole response has a field more. */
type WholeEvent = { type: ResponseStreamEvent['type']; response: ResponseObject; progress?: string }
type NewEvent = Unnumbered<Exclude<ResponseStreamEvent, { response: unknown }>> | WholeEvent
type SentResponseEvent = NewEvent & { sequence_number: number }
type Events = Generator<NewEvent, void>

/** Writes a response in events. */
export function createResponseStream(order: ResponseOrder) {
  const { request, completion } = order
  const begun = begunResponse(order)
  const items = createItems(completion.newId, request.store !== false)
  const output: OutputItem[] = []
  let sequence = 0
  const numbered = <Event extends object>(event: Event) => ({ ...event, sequence_number: sequence++ })

  /** The item with what the panel does, which is written while it happens; nothing before the first line. */
  const summary = { item: items.reasoning(), part: { type: 'summary_text' as const, text: '' } }
  const inSummary = { item_id: summary.item.id, output_index: 0, summary_index: 0 }

  function* addToSummary(delta: string): Events {
    const { item, part } = summary
    if (part.text === '') {
      yield { type: 'response.output_item.added', output_index: 0, item }
      yield { type: 'response.reasoning_summary_part.added', ...inSummary, part: { ...part } }
    }
    part.text += delta
    yield { type: 'response.reasoning_summary_text.delta', ...inSummary, delta }
  }

  function* endSummary(): Events {
    const { item, part } = summary
    if (part.text === '') return
    yield { type: 'response.reasoning_summary_text.done', ...inSummary, text: part.text }
    yield { type: 'response.reasoning_summary_part.done', ...inSummary, part }
    yield* complete({ ...item, summary: [part] })
  }

  async function* write(steps: AsyncIterable<RunStep>): AsyncGenerator<NewEvent, void> {
    const tell = createTelling()
    yield { type: 'response.created', response: begun }
    yield { type: 'response.in_progress', response: begun }
    for await (const step of steps) {
      if ('response' in step) {
        yield* endSummary()
        yield* conclude(step.response)
        continue
      }
      const told = tell(step.event)
      if (told === '') continue
      if (wantsSummary(request)) yield* addToSummary(told)
      // OpenAI's own package throws for types of events that it does not know.
      else yield { type: 'response.in_progress', response: begun, progress: told.trimEnd() }
    }
  }

  function* conclude(response: EdgeConsensusResponse): Events {
    const { content, footer, calls, finishReason, about, citations } = completed(response, completion)
    if (response.search?.queries.length) {
      const showSources = request.include?.includes('web_search_call.action.sources') ?? false
      const item = items.search(response.search, showSources)
      const added = { ...item, status: 'in_progress' as const }
      yield { type: 'response.output_item.added', output_index: output.length, item: added }
      yield* complete(item)
    }
    const isCut = finishReason === 'length'
    if (content || calls.length === 0) {
      const annotations = citations.map((one) => ({ type: 'url_citation' as const, ...one }))
      yield* say([content ?? '', footer], isCut, annotations)
    }
    for (const call of calls) yield* callTool(call)
    const { prompt_tokens, completion_tokens, total_tokens, completion_tokens_details } = chatUsage(response)
    const { stretto } = about
    yield {
      type: isCut ? 'response.incomplete' : 'response.completed',
      response: {
        ...begun,
        status: isCut ? 'incomplete' : 'completed',
        incomplete_details: isCut ? { reason: 'max_output_tokens' } : null,
        output,
        usage: {
          input_tokens: prompt_tokens,
          input_tokens_details: { cached_tokens: 0 },
          output_tokens: completion_tokens,
          output_tokens_details: completion_tokens_details ?? { reasoning_tokens: 0 },
          total_tokens,
        },
        stretto: { ...stretto, warnings: [...warningsInTerms(stretto.warnings), ...order.warnings] },
      },
    }
  }

  function* say(deltas: string[], isCut: boolean, annotations: OutputText['annotations']): Events {
    const text = deltas.join('')
    const item = items.message(text, isCut, annotations)
    const here = { item_id: item.id, output_index: output.length, content_index: 0 }
    const added = { ...item, status: 'in_progress' as const, content: [] }
    yield { type: 'response.output_item.added', output_index: output.length, item: added }
    yield { type: 'response.content_part.added', ...here, part: textPart('') }
    for (const delta of deltas)
      if (delta !== '') yield { type: 'response.output_text.delta', ...here, delta, logprobs: [] }
    for (const [annotation_index, annotation] of annotations.entries())
      yield { type: 'response.output_text.annotation.added', ...here, annotation_index, annotation }
    yield { type: 'response.output_text.done', ...here, text, logprobs: [] }
    yield { type: 'response.content_part.done', ...here, part: textPart(text, annotations) }
    yield* complete(item)
  }

  function* callTool(call: ChatToolCall): Events {
    const item = items.call(call)
    const here = { item_id: item.id, output_index: output.length }
    const added = { ...item, arguments: '', status: 'in_progress' as const }
    yield { type: 'response.output_item.added', output_index: output.length, item: added }
    yield { type: 'response.function_call_arguments.delta', ...here, delta: item.arguments }
    const { name, arguments: input } = item
    yield { type: 'response.function_call_arguments.done', ...here, name, arguments: input }
    yield* complete(item)
  }

  function* complete(item: OutputItem): Events {
    yield { type: 'response.output_item.done', output_index: output.length, item }
    output.push(item)
  }

  return {
    /** The events, given the steps of the run; the last one has the whole response. */
    async *events(steps: AsyncIterable<RunStep>): AsyncGenerator<SentResponseEvent, void> {
      for await (const event of write(steps)) yield numbered(event)
    },
    /** The last events of a run that failed, given what is wrong. */
    failure(body: ChatErrorBody): object[] {
      const { code, message, param } = body.error
      const failed = { ...begun, status: 'failed', output, error: { code, message } }
      return [
        numbered({ type: 'response.failed', response: failed }),
        // Some clients look for the fields of an error in the event, others in its field error.
        numbered({ type: 'error', code, message, param, ...body }),
      ]
    },
  }
}

/** Whether the caller wants to know what the panel does. */
export function wantsSummary({ reasoning }: ResponseRequest): boolean {
  return (reasoning?.summary ?? reasoning?.generate_summary) !== undefined
}

function begunResponse({ request, completion: { common }, isStored }: ResponseOrder): ResponseObject {
  const { text, reasoning, tools = [] } = request
  return {
    id: common.id.replace('chatcmpl-', 'resp_').replaceAll('-', ''),
    object: 'response',
    created_at: common.created,
    status: 'in_progress',
    background: false,
    error: null,
    incomplete_details: null,
    instructions: request.instructions ?? null,
    max_output_tokens: request.max_output_tokens ?? null,
    model: request.model,
    output: [],
    parallel_tool_calls: request.parallel_tool_calls ?? true,
    previous_response_id: request.previous_response_id ?? null,
    reasoning: {
      effort: reasoning?.effort ?? null,
      summary: reasoning?.summary ?? reasoning?.generate_summary ?? null,
    },
    store: isStored,
    temperature: request.temperature ?? null,
    text: { ...text, format: text?.format ?? { type: 'text' } },
    tool_choice: request.tool_choice ?? 'auto',
    tools: tools.map((tool) =>
      isFunction(tool) ? { ...tool, parameters: tool.parameters ?? null, strict: isStrict(tool) } : tool,
    ),
    top_p: request.top_p ?? null,
    truncation: 'disabled',
    usage: null,
    metadata: request.metadata ?? {},
  }
}
