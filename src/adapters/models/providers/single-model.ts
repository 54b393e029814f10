import type { Fields, SingleCall, SingleQuestion, SingleReply } from '../../../consensus/single-model.ts'
import { tokenDetailsIn } from './bill.ts'
import { ProviderFault } from './faults/provider-fault.ts'
import { tidy } from './faults/tidy.ts'
import { exchange } from './http/exchange.ts'
import { type Attempt, type CallLimits, limitedCall } from './limited-call.ts'
import { withTextResults } from './protocols/attached-results.ts'
import type { PlainReply, Protocol } from './protocols/protocol.ts'
import { type ProviderAccess, protocolOf } from './protocols/protocols.ts'
import { fieldsOf } from './protocols/reply-fields.ts'
import type { Feature } from './refused-features.ts'
import { noReply, readReply } from './whole-text.ts'

/** A single model may be asked for long texts and for images. */
const MOST_BYTES = 32 * 1024 * 1024

/** Where a model is asked, and by which id. */
export interface SinglePlace {
  server: string
  model: string
  access: ProviderAccess
}

/** Asks one model over HTTP: what is sent in OpenAI's protocol is passed on as it is where the server speaks it. */
export type AskSingle = (place: SinglePlace, call: SingleCall) => Promise<SingleReply>

/** Calls single models, with the limits on concurrency, time and retries of all calls: models think before they speak. */
export function createSingleModel(limits: CallLimits): AskSingle {
  return async (place, call) => {
    const { signal, onChunk } = call
    let hasBegun = false
    const following = onChunk && {
      onChunk(chunk: Fields) {
        hasBegun = true
        onChunk(chunk)
      },
    }
    const protocol = protocolOf(place.server)
    // Before anything else: what the provider cannot do is the fault of the request.
    const question = protocol.isChat ? null : call.question()
    const { result, spending } = await limitedCall(
      (attempt) =>
        question === null
          ? passOn(place, { ...call, ...following }, protocol, attempt)
          : translate(place, { ...call, ...following, asked: question }, protocol, attempt),
      {
        ...limits,
        ...{ name: place.model, apiKey: place.access.apiKey, owner: {}, signal },
        limits: onChunk ? 'silence' : 'whole',
        // What has been sent to the caller cannot be taken back.
        mayRetry: () => !hasBegun,
      },
    )
    return { completion: result, spent: spending.total() }
  }
}

/** Sends a request as it is to a server that speaks OpenAI's protocol, and its chunks as they are to the caller. */
async function passOn(
  { model, access, server }: SinglePlace,
  { body, onChunk }: SingleCall,
  protocol: Protocol,
  { spending, signal, onArrival }: Attempt,
): Promise<Fields> {
  const isStreamed = onChunk !== undefined
  const asked = fieldsOf(body.stream_options)
  const sent = {
    ...body,
    messages: Array.isArray(body.messages) ? withTextResults(body.messages) : body.messages,
    model,
    stretto: undefined,
    // What a stream cost is told on request only.
    stream_options: isStreamed ? { ...asked, include_usage: true } : undefined,
    usage: server === 'openrouter' ? (body.usage ?? { include: true }) : body.usage,
  }
  let hasChunks = false
  const reply = await exchange(
    { protocol, access, model, body: sent, signal, isStreamed, mostBytes: MOST_BYTES },
    {
      spending,
      onArrival,
      onEvent(event) {
        const chunk = fieldsOf(event)
        if (chunk === null) return
        hasChunks = true
        onArrival()
        // The usage stands in a last chunk of its own, which whoever answers the caller writes.
        const { usage, ...rest } = chunk
        const isUsageOnly = usage != null && !(Array.isArray(chunk.choices) && chunk.choices.length > 0)
        if (!isUsageOnly) onChunk?.(usage === undefined ? chunk : rest)
      },
    },
  )
  const completion = fieldsOf(reply)
  if (completion === null || !Array.isArray(completion.choices)) throw noReply(reply)
  if (!hasChunks) onChunk?.(asChunk(completion))
  return completion
}

/** A whole completion as the only chunk of a stream: not every server streams. */
function asChunk({ choices, usage: _, ...completion }: Fields): Fields {
  const parts = (choices as unknown[]).map((choice) => {
    const { message, ...rest } = fieldsOf(choice) ?? {}
    const { tool_calls: calls, ...said } = fieldsOf(message) ?? {}
    const numbered = Array.isArray(calls) && calls.map((call, index) => ({ index, ...fieldsOf(call) }))
    return { ...rest, delta: { ...said, ...(numbered && { tool_calls: numbered }) } }
  })
  return { ...completion, object: 'chat.completion.chunk', choices: parts }
}

/** Asks a provider in its own protocol, and answers in OpenAI's. */
async function translate(
  { model, access }: SinglePlace,
  { asked: question, common, onChunk }: SingleCall & { asked: SingleQuestion },
  protocol: Protocol,
  { spending, signal, onArrival }: Attempt,
): Promise<Fields> {
  const isStreamed = onChunk !== undefined
  const { offered, maxTokens, temperature, schema, ...asked } = question
  const features = new Set<Feature>([
    ...(schema === null ? [] : (['schema'] as const)),
    ...(temperature === undefined ? [] : (['temperature'] as const)),
    ...(asked.seed === undefined ? [] : (['seed'] as const)),
    ...(maxTokens === undefined ? [] : (['max_tokens'] as const)),
    ...(isStreamed ? (['stream', 'stream_options'] as const) : []),
  ])
  const wanted = { ...asked, model, tools: offered, features }
  const say = (delta: object, finish_reason: string | null = null) =>
    onChunk?.({
      ...common,
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta, logprobs: null, finish_reason }],
    })
  let told = 0
  const tell = (text: string) => {
    if (told === 0) say({ role: 'assistant', content: '' })
    if (text.length > told) say({ content: text.slice(told) })
    told = Math.max(told, text.length, 1)
  }
  const body = protocol.body({
    ...wanted,
    schema,
    temperature: temperature ?? 0,
    maxTokens: maxTokens ?? 0,
  })
  const reply = await exchange(
    { protocol, access, model, body, signal, isStreamed, mostBytes: MOST_BYTES },
    {
      spending,
      onArrival(text) {
        onArrival()
        if (text !== '') tell(text)
      },
    },
  )
  const read = readReply(protocol, reply)
  if (read.refusal !== '') throw new ProviderFault('filtered', tidy(read.refusal))
  const { promptTokens, completionTokens } = spending.total()
  const usage = {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
    ...tokenDetailsIn(reply),
  }
  const calls = read.toolCalls.map(({ id, name, arguments: input }, index) => ({
    id: id || `${common.id.slice(-24)}-${index}`,
    type: 'function',
    function: { name, arguments: input },
  }))
  if (isStreamed) {
    tell(read.text)
    if (calls.length > 0) say({ tool_calls: calls.map((call, index) => ({ index, ...call })) })
    say({}, endingOf(read))
  }
  const message = {
    role: 'assistant',
    content: read.text === '' && calls.length > 0 ? null : read.text,
    ...(calls.length > 0 && { tool_calls: calls }),
    refusal: null,
  }
  return {
    ...common,
    object: 'chat.completion',
    choices: [{ index: 0, message, logprobs: null, finish_reason: endingOf(read) }],
    usage,
  }
}

function endingOf({ defect, toolCalls }: PlainReply): string {
  if (defect === 'cut') return 'length'
  if (defect === 'withheld') return 'content_filter'
  return toolCalls.length > 0 ? 'tool_calls' : 'stop'
}
