import type { Settings } from '../config/settings.ts'
import { DEFAULT_PANEL } from '../config/variables.ts'
import { OFFLINE } from '../consensus/model-router.ts'
import { isLoopback } from './exposure.ts'

type Exposure = Pick<
  Settings,
  | 'DEFAULT_MODELS'
  | 'HOST'
  | 'API_KEYS'
  | 'CORS_ORIGINS'
  | 'LOCAL_AUTH'
  | 'EMBEDDER'
  | 'EMBEDDINGS_AUTH'
  | 'WORKERS'
  | 'DATABASE_URL'
>

/** Warnings for the operator at startup: which models answer, and what is accessible without a key. */
export function startWarnings(settings: Exposure, router: string): string[] {
  const { DEFAULT_MODELS, HOST, API_KEYS, LOCAL_AUTH, EMBEDDER, EMBEDDINGS_AUTH } = settings
  const warnings: string[] = []
  if (router === OFFLINE) {
    warnings.push(
      'OFFLINE ROUTER: no language models are called. A few small built-in voices stand in for them. To use real models, set OPENROUTER_API_KEY, or set OPENAI_BASE_URL to your own server.',
    )
  }
  if (router === 'openai' && String(DEFAULT_MODELS) === String(DEFAULT_PANEL)) {
    warnings.push(
      `WARNING: requests that name no models use ${DEFAULT_MODELS.join(', ')} at OPENAI_BASE_URL. Set DEFAULT_MODELS to models available there.`,
    )
  }
  if (settings.CORS_ORIGINS.includes('*') && (API_KEYS.length === 0 || !LOCAL_AUTH)) {
    warnings.push(
      `WARNING: CORS_ORIGINS=* lets any web page that a user opens call the service without a key. List the origins of your pages, or set ${API_KEYS.length === 0 ? 'API_KEYS and ' : ''}LOCAL_AUTH=on.`,
    )
  }
  if (settings.WORKERS > 1 && settings.DATABASE_URL === undefined) {
    warnings.push(
      'WORKERS has no effect: with SQLite one process serves. Set DATABASE_URL to use more of the machine.',
    )
  }
  if (isLoopback(HOST)) return warnings
  if (API_KEYS.length === 0) {
    warnings.push(
      `WARNING: bound to ${HOST} without API_KEYS. Anyone who can reach it can spend your budget.`,
    )
  } else if (!LOCAL_AUTH) {
    warnings.push(`WARNING: bound to ${HOST}, and the local task API requires no key. Set LOCAL_AUTH=on.`)
  }
  if (API_KEYS.length > 0 && EMBEDDER === 'openai' && !EMBEDDINGS_AUTH) {
    warnings.push(
      `WARNING: bound to ${HOST}, and POST /embeddings requires no key although EMBEDDER=openai may charge for each text. Set EMBEDDINGS_AUTH=on.`,
    )
  }
  return warnings
}
