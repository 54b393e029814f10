import { createRefusedFeatures } from '../adapters/models/providers/refused-features.ts'
import type { RouterParts } from '../adapters/models/router/model-router.ts'
import { createFairQueue } from '../adapters/scheduling/fair-queue.ts'
import type { Settings } from '../config/settings.ts'

/** Sent to a server that asks for no key: the protocol wants some word there. Too short to be masked in answers as a secret is. */
const NO_KEY = 'no-key'

/** The keys and addresses that are configured; a server of one's own that speaks OpenAI's protocol may need no key. */
export function providerAccess(settings: Settings): RouterParts['access'] {
  const { OPENROUTER_BASE_URL, OPENAI_BASE_URL, ANTHROPIC_BASE_URL } = settings
  const openaiKey = settings.OPENAI_API_KEY ?? (OPENAI_BASE_URL === undefined ? null : NO_KEY)
  return {
    openrouter: { apiKey: settings.OPENROUTER_API_KEY ?? null, baseUrl: OPENROUTER_BASE_URL ?? null },
    openai: { apiKey: openaiKey, baseUrl: OPENAI_BASE_URL ?? null },
    anthropic: { apiKey: settings.ANTHROPIC_API_KEY ?? null, baseUrl: ANTHROPIC_BASE_URL ?? null },
  }
}

/** Opens the way to real models run by run; all share the room for calls in flight and what is known of the models. */
export function openProviders(settings: Settings, now: () => number): RouterParts['openProviders'] {
  const queue = createFairQueue(settings.MODEL_CONCURRENCY)
  const refused = createRefusedFeatures()
  return (accessTo) => {
    const run = { endsAt: now() + settings.CONSENSUS_DEADLINE_SECONDS * 1000 }
    return async (call) => {
      // Loaded with the first real call: the clients take time and memory that an offline service never needs.
      const { createProviderModels } = await import('../adapters/models/providers/provider-models.ts')
      const ask = createProviderModels(accessTo, {
        timeoutMs: settings.MODEL_TIMEOUT_SECONDS * 1000,
        hedgeMs: settings.MODEL_HEDGE_SECONDS * 1000,
        retries: settings.MODEL_RETRIES,
        now,
        queue,
        run,
        refused,
      })
      return ask(call)
    }
  }
}
