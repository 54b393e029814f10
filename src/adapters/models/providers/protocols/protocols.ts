import { ProviderName } from '../../../../contract/panel.ts'
import { openai, openrouter } from './chat-completions.ts'
import { anthropic } from './messages.ts'
import type { Protocol } from './protocol.ts'

/** How to reach a provider. */
export interface ProviderAccess {
  apiKey: string
  /** Null for the provider's own address. */
  baseUrl: string | null
}

/** How each provider is asked. */
export const PROTOCOLS: Record<ProviderName, Protocol> = { openrouter, openai, anthropic }

/** The provider of a seat; the service seats only models of providers it knows. */
export function providerOf({ provider }: { provider: string }): ProviderName {
  return Object.hasOwn(PROTOCOLS, provider) ? (provider as ProviderName) : ProviderName.parse(provider)
}
