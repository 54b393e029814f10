import { setMaxListeners } from 'node:events'
import { promptTokens } from '../../../consensus/budget/prompt-tokens.ts'
import { LIMITS } from '../../../contract/limits.ts'
import type { PROVIDERS } from '../../../contract/panel.ts'
import {
  type AskModel,
  type CallCost,
  effortFor,
  type ModelCall,
  ModelFailure,
  type ModelReply,
  replyForm,
} from '../../../engine/index.ts'
import { stableHash } from '../../../utils/stable-hash.ts'
import type { FairQueue } from '../../scheduling/fair-turns.ts'
import type { Learned } from '../learned.ts'
import { type Deadline, pauseBeforeRetry, startDeadline, TryTimedOut } from './attempt-timing.ts'
import { billIn, brokenBill, type CallAccount, openAccount } from './bill.ts'
import { openTerms, type Terms } from './features.ts'
import type { OpenHttp, OpenResponse } from './open-http.ts'
import { openai, openrouter } from './protocols/chat-completions.ts'
import { gemini } from './protocols/gemini.ts'
import { anthropic } from './protocols/messages.ts'
import { baseOf, type Feature, type Protocol, type ProviderAccess } from './protocols/protocol.ts'
import {
  faultIn,
  isGood,
  isNeverSent,
  keyBegunAt,
  networkFault,
  ProviderFault,
  redirected,
  replyWithoutKey,
  wordsWithoutKey,
} from './provider-fault.ts'
import { readResponse, textOf, type UsableReply } from './read-response.ts'
import { createStreamedReply } from './streamed-reply.ts'

interface ProviderOptions {
  /** The time limit of each attempt, measured from when it is sent; of a text, that of each silence within it. */
  timeoutMs: number
  retries: number
  firstPauseMs?: number
  now: () => number
  openHttp: OpenHttp
  queue: FairQueue
  /** Limits the requests whose response has not begun, where the platform does. */
  unanswered?: FairQueue | undefined
  /** The owner of the calls, and when it must end. */
  run: { endsAt: number }
  refused: Learned['refused']
}

/** Calls real models over HTTP, with limits on concurrency, time and retries; a cancelled call is closed at the socket. */
export function createProviderModels(
  accessTo: (call: ModelCall) => ProviderAccess,
  { timeoutMs, retries, firstPauseMs, now, openHttp, queue, unanswered, run, refused }: ProviderOptions,
): AskModel {
  return async function askProvider(call) {
    const { seat, signal } = call
    // All calls of a run listen to its signal, and each stops when it is over: that is not a leak.
    setMaxListeners(0, signal)
    const request = requestFor(call, accessTo(call))
    const { apiKey } = request.access
    const account = openAccount(seat.name, now, () => ({
      promptTokens: promptTokens(call.messages, request.form.tools).most,
      completionTokens: request.form.maxTokens,
    }))
    let requests = 0
    try {
      for (let tried = 0; ; tried++) {
        // A pause between attempts does not occupy a place in the queue.
        const leave = await queue.enter({ owner: run, signal })
        const limits = request.form.isText ? 'silence' : 'whole'
        const terms = openTerms(refused, request)
        let deadline: Deadline | undefined
        let outcome: ExchangeOutcome
        try {
          // What the endpoint refuses is left out, and the rest is asked for at once.
          do {
            const since = now()
            const onAnswer = (await unanswered?.enter({ owner: run, signal })) ?? (() => {})
            account.waited(now() - since)
            account.begin()
            deadline ??= startDeadline({ timeoutMs, signal, limits })
            const attempt = { deadline, account, openHttp, onAnswer, attempt: ++requests }
            outcome = await exchange(request, terms, attempt).finally(onAnswer)
          } while ('fault' in outcome && terms.giveWay(outcome.fault))
        } finally {
          deadline?.end()
          leave()
        }
        if (!('fault' in outcome)) {
          terms.remember()
          return replyOf(outcome, apiKey, account)
        }
        const retrying = { retries, signal, firstPauseMs, longestPauseMs: run.endsAt - now() }
        if (!(await pauseBeforeRetry(outcome.fault, tried, retrying))) throw outcome.fault
      }
    } catch (error) {
      throw callFailure(error, { apiKey, signal, spent: account.known() })
    }
  }
}

const PROTOCOLS: Record<(typeof PROVIDERS)[number], Protocol> = { openrouter, openai, anthropic, gemini }

/** How a provider is asked; the endpoints of the operator speak the protocol of OpenAI. */
export function protocolOf(provider: string): Protocol {
  return Object.hasOwn(PROTOCOLS, provider) ? PROTOCOLS[provider as keyof typeof PROTOCOLS] : openai
}

type ProviderRequest = ReturnType<typeof requestFor>

/** What a call asks for, whatever the endpoint makes of it. */
function requestFor(call: ModelCall, access: ProviderAccess) {
  const { brief, seat } = call
  const protocol = protocolOf(seat.provider)
  const form = replyForm(brief)
  const step = brief.phase === 'exposition' ? brief.step : undefined
  // The caller's schema of an answer in words does not go with tools everywhere.
  const named = protocol.isChat || step?.offered.tools.length === 0 ? step?.schema : undefined
  const schema = named?.schema ?? form.schema
  const effort = effortFor(form, seat)
  const server = [seat.provider, access.baseUrl, seat.model, stableHash(access.apiKey)]
  // That a caller's schema or effort is refused says nothing about others.
  const own = [
    ...(named ? [stableHash(JSON.stringify(named))] : []),
    ...(form.isText && effort ? [effort] : []),
  ]
  const wanted: Feature[] = ['temperature', 'max_tokens']
  if (schema !== null) wanted.push('schema')
  if (effort !== undefined) wanted.push('effort')
  if (seat.seed !== undefined) wanted.push('seed')
  if (form.isText) wanted.push('stream', 'stream_options')
  // The endpoint stands for provider, address and model.
  const endpoint = JSON.stringify([...server, ...own])
  return { call, access, protocol, form, asked: { schema, named, effort }, endpoint, wanted }
}

/** What came of one request: a reply that is complete, valid and within the size limit, or why there is none. */
type ExchangeOutcome = UsableReply | { fault: unknown }

interface AttemptParts {
  deadline: Deadline
  /** Where requests and the costs of replies, usable or not, are counted. */
  account: CallAccount
  attempt: number
  openHttp: OpenHttp
  onAnswer(): void
}

/** Sends a request on terms and reads the reply; a fault is a ProviderFault, or why the time is up. */
async function exchange(
  { call, access, protocol, form, asked }: ProviderRequest,
  { features }: Terms,
  { deadline: { signal, onArrival }, account, attempt, openHttp, onAnswer }: AttemptParts,
): Promise<ExchangeOutcome> {
  if (signal.aborted) return { fault: signal.reason }
  const { model, temperature, seed } = call.seat
  const isStreamed = features.has('stream')
  const streamed = isStreamed ? createStreamedReply() : null
  const showText = textWatch(call, attempt, access.apiKey)
  let response: OpenResponse | null = null
  let isRead = false
  try {
    response = await openHttp(baseOf(protocol, access.baseUrl) + protocol.path({ model, isStreamed }), {
      headers: protocol.headers(access.apiKey),
      body: protocol.body({
        ...{ model, messages: call.messages, temperature, seed, features, ...asked },
        ...{ tools: form.tools, maxTokens: form.maxTokens },
      }),
      signal,
    })
    onAnswer()
    if (response.status >= 300 && response.status < 400) throw redirected(response)
    const { text, body } = await readResponse(response, {
      streamed,
      signal,
      onArrival() {
        onArrival()
        if (streamed !== null) showText(streamed.text())
      },
    })
    isRead = true
    if (isGood(response)) account.add(billIn(body))
    const fault = faultIn(response, text, body)
    if (fault !== null) throw fault
    const reply = textOf(protocol.read(body), body, form.isText)
    account.request()
    return reply
  } catch (error) {
    // Whatever became of it, its time is what ended it.
    const fault = signal.aborted ? signal.reason : networkFault(error, response !== null)
    if (!isRead) account.add(brokenBill(fault, streamed?.usage() ?? null))
    if (signal.aborted || response !== null || !isNeverSent(fault)) account.request()
    const spent = account.known()
    if (spent?.calls) call.onSpent?.(spent)
    return { fault }
  }
}

/** Why a call failed, in the provider's own words, with the API key masked if they repeat it; its cost is null when unknown. */
function callFailure(
  error: unknown,
  { apiKey, signal, spent }: { apiKey: string; signal: AbortSignal; spent: CallCost | null },
): ModelFailure {
  // Without its cause, which may contain what was sent.
  if (signal.aborted) return new ModelFailure('aborted', 'The call was cancelled.', spent)
  if (error instanceof TryTimedOut) return new ModelFailure('timeout', error.message, spent)
  const words = wordsWithoutKey(error instanceof Error ? error.message : String(error), apiKey)
  const fault = error instanceof ProviderFault ? error : null
  return new ModelFailure(fault?.code ?? 'failed', words.slice(0, 500), spent, fault?.retryAfterMs ?? null)
}

/** What the caller gets: the key is masked wherever the provider repeats it. */
function replyOf(
  { text, toolCalls, isCut, servedModel }: UsableReply,
  apiKey: string,
  account: CallAccount,
): ModelReply {
  const called = toolCalls.map((call) => ({ ...call, arguments: replyWithoutKey(call.arguments, apiKey) }))
  return {
    text: replyWithoutKey(text, apiKey),
    ...(called.length > 0 && { toolCalls: called }),
    ...account.total(),
    ...(servedModel === undefined ? {} : { servedModel: replyWithoutKey(servedModel, apiKey) }),
    ...(isCut ? { isCut } : {}),
  }
}

/** So many new characters are shown at once: an event for every token would be much more wrapping than text. */
const SHOWN_AT_ONCE = 40

/** Shows the text of an attempt to the caller as it arrives, as far as a text is kept. */
function textWatch({ onText }: ModelCall, attempt: number, apiKey: string): (text: string) => void {
  let shown = 0
  return (text) => {
    if (onText === undefined || text.length - shown < SHOWN_AT_ONCE) return
    if (text.length > LIMITS.answerCharacters) return
    const arrived = text.slice(shown)
    const piece = arrived.slice(0, keyBegunAt(arrived, apiKey))
    shown += piece.length
    if (piece !== '') onText(attempt, replyWithoutKey(piece, apiKey))
  }
}
