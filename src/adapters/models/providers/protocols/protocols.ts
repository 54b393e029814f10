import type { PROVIDERS } from '../../../../contract/panel.ts'
import { openai, openrouter } from './chat-completions.ts'
import { gemini } from './gemini.ts'
import { anthropic } from './messages.ts'
import type { Protocol } from './protocol.ts'

/** How to reach a provider. */
export interface ProviderAccess {
  apiKey: string
  /** Null for the provider's own address. */
  baseUrl: string | null
}

const PROTOCOLS: Record<(typeof PROVIDERS)[number], Protocol> = { openrouter, openai, anthropic, gemini }

/** How a provider is asked; the endpoints of the operator speak the protocol of OpenAI. */
export function protocolOf(provider: string): Protocol {
  return Object.hasOwn(PROTOCOLS, provider) ? PROTOCOLS[provider as keyof typeof PROTOCOLS] : openai
}
