import { generateText } from 'ai'
import type { AskModel, ModelCall } from '../../engine/model-port.ts'
import { callFailure } from './call-failure.ts'
import { languageModel, type ProviderAccess } from './language-models.ts'
import { retryCall } from './retry-call.ts'
import { untilAborted } from './until-aborted.ts'

// The library would print its hints among the structured logs.
globalThis.AI_SDK_LOG_WARNINGS = false

interface ProviderOptions {
  timeoutMs: number
  retries: number
  now: () => number
  /** Runs a call when there is room for it. */
  schedule: <Result>(call: () => Promise<Result>) => Promise<Result>
}

/** Asks real models over HTTP: bounded in number, time and tries; a cancelled call is cut at the socket. */
export function createProviderModels(
  accessTo: (call: ModelCall) => ProviderAccess,
  options: ProviderOptions,
): AskModel {
  return (call) => {
    const asked = options.schedule(async () => {
      call.signal.throwIfAborted()
      const access = accessTo(call)
      const startedAt = options.now()
      try {
        const model = await languageModel(call.seat.provider, call.seat.model, access)
        const { text, usage, providerMetadata } = await retryCall(
          (abortSignal) =>
            generateText({
              model,
              system: textOf(call, 'system'),
              prompt: textOf(call, 'user'),
              temperature: call.seat.temperature,
              maxRetries: 0,
              abortSignal,
            }),
          { retries: options.retries, timeoutMs: options.timeoutMs, signal: call.signal },
        )
        return {
          text,
          latencyMs: options.now() - startedAt,
          promptTokens: usage.inputTokens ?? 0,
          completionTokens: usage.outputTokens ?? 0,
          costUsd: costIn(providerMetadata),
        }
      } catch (error) {
        throw callFailure(error, access.apiKey)
      }
    })
    // A call that still waits for its turn must not hold up a run that is over.
    return untilAborted(call.signal, asked)
  }
}

function textOf({ messages }: ModelCall, role: 'system' | 'user'): string {
  return messages
    .filter((message) => message.role === role)
    .map(({ content }) => content)
    .join('\n\n')
}

/** What the provider says the call cost; OpenRouter does, the vendors do not. */
function costIn(metadata: Record<string, unknown> | undefined): number {
  const openrouter = metadata?.openrouter as { usage?: { cost?: unknown } } | undefined
  return typeof openrouter?.usage?.cost === 'number' ? openrouter.usage.cost : 0
}
