import type { LanguageModelV3 } from '@ai-sdk/provider'
import type { ProviderName } from '../../contract/panel.ts'
import { providerFetch } from './provider-fetch.ts'

/** How to reach a provider. */
export interface ProviderAccess {
  apiKey: string
  baseUrl: string | null
}

type ModelFactory = (model: string) => LanguageModelV3

/** Each provider's own client, loaded when it is first needed: nobody pays for one that is not used. */
const FACTORIES: Record<ProviderName, (access: ProviderAccess) => Promise<ModelFactory>> = {
  async openrouter({ apiKey, baseUrl }) {
    const { createOpenRouter } = await import('@openrouter/ai-sdk-provider')
    const provider = createOpenRouter({
      apiKey,
      baseURL: baseUrl ?? undefined,
      compatibility: 'strict',
      fetch: providerFetch,
    })
    return (model) => provider.chat(model, { usage: { include: true } })
  },
  async openai({ apiKey, baseUrl }) {
    const { createOpenAI } = await import('@ai-sdk/openai')
    // The chat endpoint, not the newer one: compatible servers (Ollama, vLLM, LM Studio) all speak it.
    return createOpenAI({ apiKey, baseURL: baseUrl ?? undefined, fetch: providerFetch }).chat
  },
  async anthropic({ apiKey, baseUrl }) {
    const { createAnthropic } = await import('@ai-sdk/anthropic')
    return createAnthropic({ apiKey, baseURL: baseUrl ?? undefined, fetch: providerFetch })
  },
}

/** The model of a provider, ready to be called. */
export async function languageModel(
  provider: ProviderName,
  model: string,
  access: ProviderAccess,
): Promise<LanguageModelV3> {
  return (await FACTORIES[provider](access))(model)
}
