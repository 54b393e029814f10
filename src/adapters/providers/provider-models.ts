import type { LanguageModelV3GenerateResult, LanguageModelV3Prompt } from '@ai-sdk/provider'
import type { AskModel, ModelCall } from '../../engine/model-port.ts'
import { callFailure } from './call-failure.ts'
import { languageModel, type ProviderAccess } from './language-models.ts'
import { retryCall } from './retry-call.ts'
import { untilAborted } from './until-aborted.ts'

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
        const { content, usage, providerMetadata } = await retryCall(
          (abortSignal) =>
            model.doGenerate({ prompt: promptOf(call), temperature: call.seat.temperature, abortSignal }),
          { retries: options.retries, timeoutMs: options.timeoutMs, signal: call.signal },
        )
        return {
          text: textOf(content),
          latencyMs: options.now() - startedAt,
          promptTokens: usage.inputTokens.total ?? 0,
          completionTokens: usage.outputTokens.total ?? 0,
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

function promptOf({ messages }: ModelCall): LanguageModelV3Prompt {
  return messages.map(({ role, content }) =>
    role === 'system' ? { role, content } : { role, content: [{ type: 'text', text: content }] },
  )
}

/** What the model said, without its thinking aloud. */
function textOf(content: LanguageModelV3GenerateResult['content']): string {
  return content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('')
}

/** What the provider says the call cost; OpenRouter does, the vendors do not. */
function costIn(metadata: Record<string, unknown> | undefined): number {
  const openrouter = metadata?.openrouter as { usage?: { cost?: unknown } } | undefined
  return typeof openrouter?.usage?.cost === 'number' ? openrouter.usage.cost : 0
}
