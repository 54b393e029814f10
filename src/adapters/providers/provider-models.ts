import { generateText } from 'ai'
import type { AskModel, ModelCall } from '../../engine/model-port.ts'
import { callFailure } from './call-failure.ts'
import { languageModel, type ProviderAccess } from './language-models.ts'

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
  return (call) =>
    options.schedule(async () => {
      call.signal.throwIfAborted()
      const access = accessTo(call)
      const timeout = AbortSignal.timeout(options.timeoutMs)
      const startedAt = options.now()
      try {
        const { text, usage, providerMetadata } = await generateText({
          model: await languageModel(call.seat.provider, call.seat.model, access),
          system: textOf(call, 'system'),
          prompt: textOf(call, 'user'),
          temperature: call.seat.temperature,
          maxRetries: options.retries,
          abortSignal: AbortSignal.any([call.signal, timeout]),
        })
        return {
          text,
          latencyMs: options.now() - startedAt,
          promptTokens: usage.inputTokens ?? 0,
          completionTokens: usage.outputTokens ?? 0,
          costUsd: costIn(providerMetadata),
        }
      } catch (error) {
        throw callFailure(error, { apiKey: access.apiKey, timedOut: timeout.aborted && !call.signal.aborted })
      }
    })
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
