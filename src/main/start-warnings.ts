import type { Settings } from '../config/settings.ts'
import { VENDORS_MODELS } from '../config/variables.ts'
import { OFFLINE } from '../consensus/model-router.ts'
import { isLoopback } from './exposure.ts'

type Exposure = Pick<
  Settings,
  'DEFAULT_MODELS' | 'HOST' | 'API_KEYS' | 'LOCAL_AUTH' | 'EMBEDDER' | 'EMBEDDINGS_AUTH'
>

/** What an operator should know at the start: which models are asked, and what is open to whom. */
export function startWarnings(settings: Exposure, router: string): string[] {
  const { DEFAULT_MODELS, HOST, API_KEYS, LOCAL_AUTH, EMBEDDER, EMBEDDINGS_AUTH } = settings
  const warnings: string[] = []
  if (router === OFFLINE) {
    warnings.push(
      'OFFLINE ROUTER: no language model is asked. A few small built-in voices stand in for them; set OPENROUTER_API_KEY to ask real ones, or OPENAI_BASE_URL to a server of your own.',
    )
  }
  if (router === 'openai' && String(DEFAULT_MODELS) === String(VENDORS_MODELS)) {
    warnings.push(
      `WARNING: requests that name no models ask OPENAI_BASE_URL for ${DEFAULT_MODELS.join(', ')}. Set DEFAULT_MODELS to models it has.`,
    )
  }
  if (isLoopback(HOST)) return warnings
  if (API_KEYS.length === 0) {
    warnings.push(
      `WARNING: bound to ${HOST} without API_KEYS. Everyone who reaches it can spend your budget.`,
    )
  } else if (!LOCAL_AUTH) {
    warnings.push(`WARNING: bound to ${HOST}, and the local task API asks for no key. Set LOCAL_AUTH=on.`)
  }
  if (API_KEYS.length > 0 && EMBEDDER === 'openai' && !EMBEDDINGS_AUTH) {
    warnings.push(
      `WARNING: bound to ${HOST}, and POST /embeddings asks for no key while EMBEDDER=openai pays for each text. Set EMBEDDINGS_AUTH=on.`,
    )
  }
  return warnings
}
