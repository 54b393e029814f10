import { SpanKind } from '@opentelemetry/api'
import type { Context } from 'hono'
import { requestedSpending, tighterBudget } from '../../../consensus/budget/check-budget.ts'
import { withinBudget } from '../../../consensus/budget/single-budget.ts'
import { ROUTED } from '../../../consensus/provider-prefix.ts'
import type { Fields, SingleCall, SingleQuestion, SingleReply } from '../../../consensus/single-model.ts'
import { endSpan, tracer } from '../../../consensus/trace-run.ts'
import { ChatRequest } from '../../../contract/chat/chat-request.ts'
import { StrettoError } from '../../../contract/error-codes.ts'
import { jsonFormatOf } from '../../../contract/json-format.ts'
import { isTooDeep } from '../../../contract/json-schema/schema-depth.ts'
import { validationError } from '../../../contract/validation-error.ts'
import type { Budget } from '../../../engine/index.ts'
import { createEventQueue } from '../../../utils/event-queue.ts'
import { routerKeyOf } from '../../middleware/authenticate.ts'
import type { RequestEnvironment } from '../../shared/request-context.ts'
import type { EdgeServices } from '../edge-services.ts'
import type { AcceptedChat } from './accepted-chat.ts'
import { toolStepIn } from './read-tool-step.ts'
import { singleFailure } from './single-failure.ts'
import { ignoredWarnings, isFields, refuseUnsupportedIn } from './unsupported.ts'

/** Far below what overflows the stack when it is written. */
const DEEPEST_BODY = 500

/** Options of this service that mean something for one model. */
const OPTIONS = new Set(['max_cost_usd', 'timeout_seconds', 'skip_cache', 'max_calls'])

/** Whether a request goes to one model instead of a panel: whether its id is not one of this service, and somebody serves it. */
export function isSingle(context: Context, { single }: EdgeServices, model: string): boolean {
  return !model.startsWith('stretto/') && single.serverOf(model, routerKeyOf(context)) !== null
}

/** Accepts a chat request to one model, which is passed on with everything in it. */
export async function acceptSingle(
  context: Context<RequestEnvironment>,
  services: EdgeServices,
  body: Fields & { model: string },
): Promise<AcceptedChat> {
  const { single, now, log } = services
  if (isTooDeep(body, DEEPEST_BODY)) {
    const problem = `The body must not be nested deeper than ${DEEPEST_BODY} levels`
    throw new StrettoError('bad_request', `${problem}.`, { details: [{ path: 'body', problem }] })
  }
  const routerKey = routerKeyOf(context)
  const options = optionsIn(body)
  const { budget, timeoutMs } = requestedSpending(options)
  const { model } = body
  const server = single.serverOf(model, routerKey)!
  const allowed = tighterBudget(budget, services.ceiling)
  const sent = await bounded(services, { body, server, budget: allowed })
  const common = {
    id: `chatcmpl-${services.newId()}`,
    created: Math.floor(services.wallClock() / 1000),
    model,
  }

  async function ask(more: Pick<SingleCall, 'signal' | 'onChunk'>): Promise<SingleReply> {
    const attributes = {
      ...{ 'gen_ai.operation.name': 'chat', 'gen_ai.provider.name': server, 'gen_ai.request.model': model },
    }
    const span = tracer().startSpan(`chat ${model}`, { kind: SpanKind.CLIENT, attributes })
    const timeout = timeoutMs === undefined ? null : AbortSignal.timeout(timeoutMs)
    const signal = timeout === null ? more.signal : AbortSignal.any([more.signal, timeout])
    const question = () => questionIn(sent)
    try {
      const reply = await single.ask({ model, body: sent, question, common, routerKey, ...more, signal })
      const { promptTokens, completionTokens, costUsd, latencyMs } = reply.spent
      span.setAttributes({
        'gen_ai.usage.input_tokens': promptTokens,
        'gen_ai.usage.output_tokens': completionTokens,
        'stretto.cost_usd': costUsd ?? undefined,
      })
      endSpan(span)
      log.info({ model, server, latency_ms: latencyMs, cost_usd: costUsd }, 'single model')
      return reply
    } catch (error) {
      const failure = timeout?.aborted ? timedOut(model) : singleFailure(error, model, isOwnKey)
      endSpan(span, failure.code)
      throw failure
    }
  }

  // Only the routing provider is paid with the key of a caller.
  const isOwnKey = routerKey !== null && server === ROUTED
  const ignored = [
    ...(OWN_PROTOCOL.has(server) ? ignoredWarnings({ ...sent, top_p: undefined }) : []),
    ...(server === 'gemini' && sent.parallel_tool_calls === false ? [NOT_ONE_BY_ONE] : []),
  ]
  const wantsUsage = isFields(sent.stream_options) && sent.stream_options.include_usage === true
  const startedAt = now()
  const about = ({ spent }: SingleReply) => ({
    router: server,
    warnings: [...ignored, ...(spent.warnings ?? [])],
    usage: {
      calls: spent.calls ?? 1,
      prompt_tokens: spent.promptTokens,
      completion_tokens: spent.completionTokens,
      cost_usd: spent.costUsd,
      duration_ms: Math.round(now() - startedAt),
    },
  })
  /** A stream that has begun. */
  let begun: { chunks: AsyncIterable<Fields>; reply: Promise<SingleReply> } | null = null
  const accepted: AcceptedChat = {
    async whole(signal) {
      const reply = await ask({ signal })
      return { ...reply.completion, stretto: about(reply) } as never
    },
    async begin(signal) {
      const chunks = createEventQueue<Fields>()
      let onFirst = () => {}
      const first = new Promise<void>((resolve) => {
        onFirst = resolve
      })
      const onChunk = (chunk: Fields) => {
        onFirst()
        chunks.push(chunk)
      }
      const reply = ask({ signal, onChunk }).finally(chunks.end)
      begun = { chunks, reply }
      // Until the first chunk is there, the request can still fail with a status.
      await Promise.race([first, reply])
    },
    async *chunks(signal) {
      if (begun === null) await accepted.begin!(signal)
      const { chunks, reply } = begun!
      let last: Fields = { ...common, object: 'chat.completion.chunk' }
      for await (const chunk of chunks) {
        last = chunk
        yield chunk as never
      }
      const done = await reply
      const usage = done.completion.usage ?? usageOf(done)
      if (wantsUsage) yield { ...last, choices: [], usage, stretto: about(done) } as never
    },
  }
  return accepted
}

/** Servers with a protocol of their own. */
const OWN_PROTOCOL = new Set(['anthropic', 'gemini'])

const NOT_ONE_BY_ONE =
  'parallel_tool_calls was not passed on: Gemini has no such parameter, and may make several calls at once.'

function usageOf({ spent: { promptTokens, completionTokens } }: SingleReply): object {
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
  }
}

function timedOut(model: string): StrettoError {
  return new StrettoError('deadline_exceeded', `${model}: The time limit was reached before it had answered.`)
}

/** The options of this service in a request; throws for those that only a panel has. */
function optionsIn({ stretto }: Fields): ReturnType<typeof ChatRequest.parse>['stretto'] & object {
  const parsed = ChatRequest.shape.stretto.safeParse(stretto)
  if (!parsed.success) throw validationError(parsed.error, 'stretto')
  const options = parsed.data ?? {}
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || value === false || OPTIONS.has(name)) continue
    const problem = `stretto.${name} is for panels. Leave it out, or ask a model whose id begins with stretto/`
    throw new StrettoError('bad_request', `${problem}.`, { details: [{ path: `stretto.${name}`, problem }] })
  }
  return options as never
}

/** A request whose reply cannot cost more than the budget allows. */
async function bounded(
  { catalogue, router }: EdgeServices,
  { body, server, budget }: { body: Fields & { model: string }; server: string; budget: Budget | undefined },
): Promise<Fields> {
  if (budget === undefined || budget.maxCostUsd === null) return body
  const { model } = body
  const price = await catalogue.priceOf({ provider: router.providerOf(model, null), model }, server)
  if (price !== null) return withinBudget(body, budget, price)
  const problem = `The price of ${model} is not known here, so that its cost cannot be limited; ask for it without max_cost_usd where the server allows it`
  throw new StrettoError('bad_request', `${problem}.`, { details: [{ path: 'max_cost_usd', problem }] })
}

/** What a request asks for, for a provider with a protocol of its own; the same is refused as for a panel. */
function questionIn(body: Fields): SingleQuestion {
  refuseUnsupportedIn(body)
  const parsed = ChatRequest.safeParse(body)
  if (!parsed.success) throw validationError(parsed.error, 'json')
  const chat = parsed.data
  const { response_format: format, stop = [] } = chat
  const step = toolStepIn({ ...chat, stretto: undefined }, undefined, true)!
  // Some models take a schema or tools, but not both.
  const isTold =
    format?.type === 'json_object' || (format?.type === 'json_schema' && step.offered.tools.length > 0)
  const told = isTold ? [{ role: 'system' as const, content: jsonFormatOf(format!)!.instructions }] : []
  return {
    messages: [...told, ...step.messages],
    offered: step.offered,
    schema: format?.type === 'json_schema' && !isTold ? (format.json_schema.schema ?? null) : null,
    temperature: chat.temperature,
    topP: typeof body.top_p === 'number' ? body.top_p : undefined,
    seed: chat.seed,
    maxTokens: chat.max_completion_tokens ?? chat.max_tokens,
    stop: typeof stop === 'string' ? [stop] : stop,
  }
}
