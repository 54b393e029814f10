import type { LanguageModelV3 } from '@ai-sdk/provider'
import type { ProviderName } from '../../../contract/panel.ts'

/** How to reach a provider. */
export interface ProviderAccess {
  apiKey: string
  baseUrl: string | null
}

/** How to reach a provider, and the fetch function to use. */
type Connection = ProviderAccess & { fetch: typeof fetch }

type ModelFactory = (model: string) => LanguageModelV3

/** The client of each provider, loaded on first use so that unused ones cost nothing. */
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
    // The chat completions endpoint, not the newer one: all compatible servers (Ollama, vLLM, LM Studio) support it.
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
