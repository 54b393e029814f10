import type { LanguageModelV3CallOptions, LanguageModelV3Prompt } from '@ai-sdk/provider'
import { type AskModel, type ModelCall, replySchema } from '../../../engine/index.ts'
import { stableHash } from '../../../utils/stable-hash.ts'
import type { FairQueue } from '../../scheduling/fair-queue.ts'
import { askWithFeatures } from './ask-with-features.ts'
import { asFault, callFailure } from './faults/call-failure.ts'
import { replyWithoutKey } from './faults/without-key.ts'
import { languageModel, type ProviderAccess } from './language-models.ts'
import { providerFetch } from './provider-fetch.ts'
import { textOf } from './read-result.ts'
import type { Feature, RefusedFeatures } from './refused-features.ts'
import { hedgeCall } from './retries/hedge-call.ts'
import { timedTry } from './retries/retry-call.ts'
import { retryTries } from './retries/retry-tries.ts'
import { createSpending } from './spending.ts'

interface ProviderOptions {
  /** The time limit of each attempt, measured from when it is sent. */
  timeoutMs: number
  /** How long an attempt may take before a second one runs in parallel; 0 for never. */
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
    const spending = createSpending(seat.name, now)
    const fetch = providerFetch({ onRequest: spending.request, onBill: spending.add })
    try {
      const model = await languageModel(seat.provider, seat.model, { ...access, fetch })
      const endpoint = JSON.stringify([seat.provider, access.baseUrl, seat.model, stableHash(access.apiKey)])
      const wanted: Feature[] = replySchema(call.brief) === null ? ['temperature'] : ['schema', 'temperature']

      const request = async (features: ReadonlySet<Feature>, abortSignal: AbortSignal) => {
        try {
          return textOf(await model.doGenerate({ ...requestOf(call, features), abortSignal }))
        } catch (error) {
          const spent = spending.known()
          if (spent?.calls) call.onSpent?.(spent)
          throw error
        }
      }
      const ask = (abortSignal: AbortSignal) =>
        askWithFeatures((features) => request(features, abortSignal), { endpoint, wanted, refused }).catch(
          (error) => {
            throw asFault(error)
          },
        )
      const inTurn = (trySignal: AbortSignal, onBegin: () => void) =>
        queue.run({ owner: run, signal: trySignal }, () => {
          onBegin()
          spending.begin()
          return timedTry(ask, { timeoutMs, signal: trySignal })
        })
      // A pause between attempts does not occupy a place in the queue.
      const text = await retryTries(() => hedgeCall(inTurn, { afterMs: hedgeMs, signal }), {
        retries,
        signal,
        firstPauseMs,
        longestPauseMs: () => run.endsAt - now(),
      })
      return { text: replyWithoutKey(text, access.apiKey), ...spending.total() }
    } catch (error) {
      throw callFailure(error, { apiKey: access.apiKey, signal, spent: spending.known() })
    }
  }
}

function requestOf(call: ModelCall, features: ReadonlySet<Feature>): LanguageModelV3CallOptions {
  const schema = features.has('schema') ? replySchema(call.brief) : null
  return {
    prompt: promptOf(call),
    temperature: features.has('temperature') ? call.seat.temperature : undefined,
    responseFormat: schema === null ? undefined : { type: 'json', name: 'reply', schema },
  }
}

function promptOf({ messages }: ModelCall): LanguageModelV3Prompt {
  return messages.map(({ role, content }) =>
    role === 'system' ? { role, content } : { role, content: [{ type: 'text', text: content }] },
  )
}
