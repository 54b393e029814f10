import type { Settings } from '../config/settings.ts'
import { isLoopback } from './exposure.ts'

/** Warnings for the operator at startup: which models answer, and what is accessible without a key. */
export function startWarnings(settings: Settings, isOffline: boolean): string[] {
  const { HOST, API_KEYS, LOCAL_AUTH, EMBEDDER, EMBEDDINGS_AUTH } = settings
  const hasKeys = API_KEYS.length > 0
  const isReachable = !isLoopback(HOST)
  const warnings: Array<[boolean, string]> = [
    [
      isOffline,
      'OFFLINE ROUTER: no language models are called. A few small built-in voices stand in for them. To use real models, set OPENROUTER_API_KEY, OPENAI_API_KEY, ANTHROPIC_API_KEY or GEMINI_API_KEY, or name your own servers in ENDPOINTS or OPENAI_BASE_URL.',
    ],
    [
      settings.CORS_ORIGINS.includes('*') && !(hasKeys && LOCAL_AUTH),
      `WARNING: CORS_ORIGINS=* lets any web page that a user opens call the service without a key. List the origins of your pages, or set ${hasKeys ? '' : 'API_KEYS and '}LOCAL_AUTH=on.`,
    ],
    [
      settings.WORKERS > 1 && settings.DATABASE_URL === undefined,
      'WORKERS has no effect: with SQLite one process serves. Set DATABASE_URL to use more of the machine.',
    ],
    [
      isReachable && !hasKeys,
      `WARNING: bound to ${HOST} without API_KEYS. Anyone who can reach it can spend your budget.`,
    ],
    [
      isReachable && hasKeys && !LOCAL_AUTH,
      `WARNING: bound to ${HOST}, and the local task API requires no key. Set LOCAL_AUTH=on.`,
    ],
    [
      isReachable && hasKeys && EMBEDDER === 'openai' && !EMBEDDINGS_AUTH,
      `WARNING: bound to ${HOST}, and POST /embeddings requires no key although EMBEDDER=openai may charge for each text. Set EMBEDDINGS_AUTH=on.`,
    ],
  ]
  return warnings.filter(([applies]) => applies).map(([, warning]) => warning)
}
