import type { LanguageModelV3CallOptions, LanguageModelV3Prompt } from '@ai-sdk/provider'
import { type AskModel, type ModelCall, type ReplyForm, replyForm } from '../../../engine/index.ts'
import { stableHash } from '../../../utils/stable-hash.ts'
import type { FairQueue } from '../../scheduling/fair-queue.ts'
import { askWithFeatures, type Terms } from './ask-with-features.ts'
import { asFault, callFailure } from './faults/call-failure.ts'
import { replyWithoutKey } from './faults/without-key.ts'
import { loadClient, type ProviderAccess, providerOf } from './language-models.ts'
import { providerFetch } from './provider-fetch.ts'
import { textOf } from './read-result.ts'
import type { Feature, RefusedFeatures } from './refused-features.ts'
import { type CallWatch, hedgeCall } from './retries/hedge-call.ts'
import { timedTry } from './retries/retry-call.ts'
import { retryTries } from './retries/retry-tries.ts'
import { createSpending } from './spending.ts'
import { streamFields } from './streaming/stream-request.ts'

interface ProviderOptions {
  /** The time limit of each attempt, measured from when it is sent; for a text, of each silence within it. */
  timeoutMs: number
  /** How long an attempt may be silent before a second one runs in parallel; 0 for never. */
  hedgeMs: number
  retries: number
  firstPauseMs?: number
  now: () => number
  queue: FairQueue
  /** The owner of the calls, and the signal that cancels them. */
  run: { endsAt: number }
  refused: RefusedFeatures
}

/** Calls real models over HTTP, with limits on concurrency, time and retries; a cancelled call is closed at the socket. */
export function createProviderModels(
  accessTo: (call: ModelCall) => ProviderAccess,
  options: ProviderOptions,
): AskModel {
  const { timeoutMs, hedgeMs, retries, firstPauseMs, now, queue, run, refused } = options
  return async (call) => {
    const { seat } = call
    // A separate signal: many listeners on the shared one would be reported as a leak.
    const signal = AbortSignal.any([call.signal])
    const access = accessTo(call)
    const provider = providerOf(seat)
    const spending = createSpending(seat.name, now)
    const form = replyForm(call.brief)
    try {
      const createModel = await loadClient(provider)
      const endpoint = JSON.stringify([provider, access.baseUrl, seat.model, stableHash(access.apiKey)])

      let attempts = 0
      const request = async (terms: Terms, abortSignal: AbortSignal, onArrival: () => void) => {
        const showText = textWatch(call, ++attempts, access.apiKey)
        const watch = {
          onRequest: spending.request,
          onBill: spending.add,
          onArrival(text: string) {
            onArrival()
            showText(text)
          },
        }
        const fetch = providerFetch(watch, streamFields(provider, terms.features))
        try {
          const model = createModel(seat.model, { ...access, fetch })
          return textOf(await model.doGenerate({ ...requestOf(call, form, terms), abortSignal }), form)
        } catch (error) {
          const spent = spending.known()
          if (spent?.calls) call.onSpent?.(spent)
          throw error
        }
      }
      const features = { endpoint, wanted: featuresOf(form, seat), maxTokens: form.maxTokens, refused }
      const ask = (abortSignal: AbortSignal, onArrival: () => void) =>
        askWithFeatures((terms) => request(terms, abortSignal, onArrival), features).catch((error) => {
          throw asFault(error)
        })
      const inTurn = (trySignal: AbortSignal, { onBegin, onArrival }: CallWatch) =>
        queue.run({ owner: run, signal: trySignal }, () => {
          onBegin()
          spending.begin()
          const attempt = (abortSignal: AbortSignal, endSilence: () => void) =>
            ask(abortSignal, () => {
              endSilence()
              onArrival()
            })
          return timedTry(attempt, {
            timeoutMs,
            signal: trySignal,
            limits: form.isText ? 'silence' : 'whole',
          })
        })
      // A pause between attempts does not occupy a place in the queue.
      const { text, isCut, servedModel } = await retryTries(
        () => hedgeCall(inTurn, { afterMs: hedgeMs, signal }),
        {
          retries,
          signal,
          firstPauseMs,
          longestPauseMs: () => run.endsAt - now(),
        },
      )
      return {
        text: replyWithoutKey(text, access.apiKey),
        ...spending.total(),
        ...(servedModel === undefined ? {} : { servedModel: replyWithoutKey(servedModel, access.apiKey) }),
        ...(isCut ? { isCut } : {}),
      }
    } catch (error) {
      throw callFailure(error, { apiKey: access.apiKey, signal, spent: spending.known() })
    }
  }
}

/** So many new characters are shown at once: reading a text anew for every token would take long. */
const SHOWN_AT_ONCE = 40

/** Shows the text of an attempt to the caller as it arrives. */
function textWatch({ onText }: ModelCall, attempt: number, apiKey: string): (text: string) => void {
  let shown = 0
  return (text) => {
    if (onText === undefined || text.length - shown < SHOWN_AT_ONCE) return
    shown = text.length
    onText(attempt, replyWithoutKey(text, apiKey))
  }
}

function featuresOf({ schema, isText }: ReplyForm, { seed }: ModelCall['seat']): Feature[] {
  const streaming: Feature[] = isText ? ['stream', 'stream_options'] : []
  return [
    ...(schema === null ? [] : (['schema'] as const)),
    ...(seed === undefined ? [] : (['seed'] as const)),
    'temperature',
    'max_tokens',
    ...streaming,
  ]
}

function requestOf(
  call: ModelCall,
  { schema }: ReplyForm,
  { features, maxTokens }: Terms,
): LanguageModelV3CallOptions {
  return {
    prompt: promptOf(call),
    temperature: features.has('temperature') ? call.seat.temperature : undefined,
    seed: features.has('seed') ? call.seat.seed : undefined,
    maxOutputTokens: features.has('max_tokens') ? maxTokens : undefined,
    responseFormat:
      schema === null || !features.has('schema') ? undefined : { type: 'json', name: 'reply', schema },
  }
}

function promptOf({ messages }: ModelCall): LanguageModelV3Prompt {
  return messages.map(({ role, content }) =>
    role === 'system' ? { role, content } : { role, content: [{ type: 'text', text: content }] },
  )
}
