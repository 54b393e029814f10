import type { LanguageModelV3 } from '@ai-sdk/provider'
import type { ProviderName } from '../../../contract/panel.ts'

/** How to reach a provider. */
export interface ProviderAccess {
  apiKey: string
  baseUrl: string | null
}

/** A way to a provider, and what carries the requests there. */
type Connection = ProviderAccess & { fetch: typeof fetch }

type ModelFactory = (model: string) => LanguageModelV3

/** Each provider's own client, loaded when it is first needed: nobody pays for one that is not used. */
const FACTORIES: Record<ProviderName, (connection: Connection) => Promise<ModelFactory>> = {
  async openrouter({ apiKey, baseUrl, fetch }) {
    const { createOpenRouter } = await import('@openrouter/ai-sdk-provider')
    const provider = createOpenRouter({
      apiKey,
      baseURL: baseUrl ?? undefined,
      compatibility: 'strict',
      fetch,
    })
    return (model) => provider.chat(model, { usage: { include: true } })
  },
  async openai({ apiKey, baseUrl, fetch }) {
    const { createOpenAI } = await import('@ai-sdk/openai')
    // The chat endpoint, not the newer one: compatible servers (Ollama, vLLM, LM Studio) all speak it.
    return createOpenAI({ apiKey, baseURL: baseUrl ?? undefined, fetch }).chat
  },
  async anthropic({ apiKey, baseUrl, fetch }) {
    const { createAnthropic } = await import('@ai-sdk/anthropic')
    return createAnthropic({ apiKey, baseURL: baseUrl ?? undefined, fetch })
  },
}

/** The model of a provider, ready to be called. */
export async function languageModel(
  provider: ProviderName,
  model: string,
  connection: Connection,
): Promise<LanguageModelV3> {
  return (await FACTORIES[provider](connection))(model)
}
