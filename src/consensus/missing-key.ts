import type { ModelIdentity } from './model-identity.ts'
import { providerNamed, ROUTED } from './provider-prefix.ts'

const KEY_OF = new Map([
  ['openai', 'OPENAI_API_KEY'],
  ['anthropic', 'ANTHROPIC_API_KEY'],
  ['gemini', 'GEMINI_API_KEY'],
])

/** The setting that lets a model be asked. */
export function settingFor({ provider, model }: ModelIdentity): string {
  if (provider !== ROUTED) return KEY_OF.get(provider) ?? `${provider}=https://… in ENDPOINTS`
  const vendorKey = KEY_OF.get(providerNamed(model) ?? '')
  return `${vendorKey === undefined ? '' : `${vendorKey} or `}OPENROUTER_API_KEY (or send x-router-key)`
}

/** The settings that let models be asked, each once. */
export function settingsFor(models: ModelIdentity[]): string {
  return [...new Set(models.map(settingFor))].join(' and ')
}
