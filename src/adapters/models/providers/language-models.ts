import type { LanguageModelV3 } from '@ai-sdk/provider'
import { ProviderName } from '../../../contract/panel.ts'

/** How to reach a provider. */
export interface ProviderAccess {
  apiKey: string
  baseUrl: string | null
}

/** Makes a model of a provider, with the fetch function to use. */
type CreateModel = (model: string, connection: ProviderAccess & { fetch: typeof fetch }) => LanguageModelV3

/** The client of each provider, loaded on first use so that unused ones cost nothing. */
const CLIENTS: Record<ProviderName, () => Promise<CreateModel>> = {
  async openrouter() {
    const { createOpenRouter } = await import('@openrouter/ai-sdk-provider')
    return (model, { apiKey, baseUrl, fetch }) =>
      createOpenRouter({ apiKey, baseURL: baseUrl ?? undefined, compatibility: 'strict', fetch }).chat(
        model,
        {
          usage: { include: true },
        },
      )
  },
  async openai() {
    const { createOpenAI } = await import('@ai-sdk/openai')
    // The chat completions endpoint, not the newer one: all compatible servers (Ollama, vLLM, LM Studio) support it.
    return (model, { apiKey, baseUrl, fetch }) =>
      createOpenAI({ apiKey, baseURL: baseUrl ?? undefined, fetch }).chat(model)
  },
  async anthropic() {
    const { createAnthropic } = await import('@ai-sdk/anthropic')
    return (model, { apiKey, baseUrl, fetch }) =>
      createAnthropic({ apiKey, baseURL: baseUrl ?? undefined, fetch })(model)
  },
}

/** The provider of a seat; the service seats only models of providers it knows. */
export function providerOf({ provider }: { provider: string }): ProviderName {
  return ProviderName.parse(provider)
}

/** Loads the client of a provider. */
export function loadClient(provider: ProviderName): Promise<CreateModel> {
  return CLIENTS[provider]()
}
