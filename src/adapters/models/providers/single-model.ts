import type { Fields, SingleCall, SingleQuestion, SingleReply } from '../../../consensus/single-model.ts'
import type { FairQueue } from '../../scheduling/fair-queue.ts'
import { tokenDetailsIn } from './bill.ts'
import { callFailure } from './faults/call-failure.ts'
import { ProviderFault } from './faults/provider-fault.ts'
import { tidy } from './faults/stated-error.ts'
import { exchange } from './http/exchange.ts'
import { withTextResults } from './protocols/attached-results.ts'
import { baseOf, type PlainReply, type Protocol } from './protocols/protocol.ts'
import { type ProviderAccess, protocolOf } from './protocols/protocols.ts'
import { fieldsOf } from './protocols/reply-fields.ts'
import type { Feature } from './refused-features.ts'
import { retryTries } from './retries/retry-tries.ts'
import { timedTry } from './retries/timed-try.ts'
import { createSpending, type Spending } from './spending.ts'

/** A single model may be asked for long texts and for images. */
const MOST_BYTES = 32 * 1024 * 1024

interface SingleOptions {
  /** How long a whole reply may take, and how long a stream may be silent: models think before they speak. */
  timeoutMs: number
  retries: number
  now: () => number
  queue: FairQueue
}

/** Where a model is asked, and by which id. */
export interface SinglePlace {
  server: string
  model: string
  access: ProviderAccess
}

/** Asks one model over HTTP: what is sent in OpenAI's protocol is passed on as it is where the server speaks it. */
export type AskSingle = (place: SinglePlace, call: SingleCall) => Promise<SingleReply>

/** Calls single models, with the limits on concurrency, time and retries of all calls. */
export function createSingleModel(options: SingleOptions): AskSingle {
  const { now, queue, retries } = options
  return async (place, call) => {
    const { signal, onChunk } = call
    const isStreamed = onChunk !== undefined
    const spending = createSpending(place.model, now)
    const owner = {}
    let hasBegun = false
    // Before anything else: what the provider cannot do is the fault of the request.
    const question = protocolOf(place.server).isChat ? null : call.question()
    const following: FollowedCall = {
      ...call,
      question,
      ...(isStreamed && {
        onChunk(chunk: Fields) {
          hasBegun = true
          onChunk(chunk)
        },
      }),
    }
    const limits = isStreamed ? 'silence' : 'whole'
    const inTurn = () =>
      queue.run({ owner, signal }, () => {
        spending.begin()
        const attempt = (own: AbortSignal, onArrival: () => void) =>
          request(place, following, { spending, signal: own, onArrival })
        return timedTry(attempt, { timeoutMs: options.timeoutMs, signal, limits })
      })
    try {
      // What has been sent to the caller cannot be taken back.
      const completion = await retryTries(inTurn, { retries, signal, mayRetry: () => !hasBegun })
      return { completion, spent: spending.total() }
    } catch (error) {
      throw callFailure(error, { apiKey: place.access.apiKey, signal, spent: spending.known() })
    }
  }
}

interface Attempt {
  spending: Spending
  signal: AbortSignal
  onArrival: () => void
}

/** A call with what it asks for; null where it is passed on as it is. */
type FollowedCall = Omit<SingleCall, 'question'> & { question: SingleQuestion | null }

function request(place: SinglePlace, call: FollowedCall, attempt: Attempt): Promise<Fields> {
  const protocol = protocolOf(place.server)
  const { question } = call
  if (question === null) return passOn(place, call, protocol, attempt)
  return translate(place, { ...call, question }, protocol, attempt)
}

/** Sends a request as it is to a server that speaks OpenAI's protocol, and its chunks as they are to the caller. */
async function passOn(
  { model, access, server }: SinglePlace,
  { body, onChunk }: FollowedCall,
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
    { ...addressOf(protocol, { access, model, isStreamed }), body: sent, signal },
    {
      onRequest: spending.request,
      onBill: spending.add,
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
  if (completion === null || !Array.isArray(completion.choices)) throw malformed(reply)
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
  { question, common, onChunk }: FollowedCall & { question: SingleQuestion },
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
  const reply = await exchange(
    {
      ...addressOf(protocol, { access, model, isStreamed }),
      body: protocol.body({
        ...wanted,
        schema,
        temperature: temperature ?? 0,
        maxTokens: maxTokens ?? 0,
      }),
      signal,
    },
    {
      onRequest: spending.request,
      onBill: spending.add,
      onArrival(text) {
        onArrival()
        if (text !== '') tell(text)
      },
    },
  )
  const read = protocol.read(reply)
  if (read === null) throw malformed(reply)
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

interface Addressing {
  access: ProviderAccess
  model: string
  isStreamed: boolean
}

function addressOf(protocol: Protocol, { access, model, isStreamed }: Addressing) {
  return {
    url: baseOf(protocol, access.baseUrl) + protocol.path({ model, isStreamed }),
    headers: protocol.headers(access.apiKey),
    isStreamed,
    mostBytes: MOST_BYTES,
  }
}

function malformed(reply: unknown): ProviderFault {
  const shown = tidy(String(JSON.stringify(reply)))
  return new ProviderFault('malformed_reply', `The response is not a reply: ${shown}`)
}
