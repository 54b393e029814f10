import type { Context } from 'hono'
import type { AxiomLibrary } from '../../axioms/axiom-library.ts'
import type { SemanticCache } from '../../cache/semantic-cache.ts'
import type { CachedConsensus } from '../../consensus/cached-consensus.ts'
import type { ModelCatalogue } from '../../consensus/model-catalogue.ts'
import type { Tracer } from '../../consensus/tracing.ts'
import type { EdgeConsensusRequest } from '../../contract/edge-consensus.ts'
import type { Embedder } from '../../vectors/embedder.ts'
import type { Admission } from '../middleware/admission.ts'
import type { RateLimits } from '../middleware/rate-limit.ts'
import type { PlaygroundFiles } from '../playground/playground-files.ts'
import type { Keyring } from '../shared/keyring.ts'
import type { RateLimiter, RateWindow } from '../shared/rate-limiter.ts'
import { type Caller, type Log, ownerOf } from '../shared/request-context.ts'

/** Everything the edge API depends on. */
export interface EdgeServices {
  consensus: CachedConsensus
  axioms: AxiomLibrary
  cache: SemanticCache
  embedder: Embedder
  catalogue: ModelCatalogue
  /** Which provider serves a caller's panel: `openrouter`, `openai` or `offline`. */
  routerFor: (routerKey: string | null) => string
  defaultModels: string[]
  /** The operator's panels, by name. */
  panels: Map<string, string[]>
  playground: PlaygroundFiles
  /** Origins of the web pages that may call the API; `*` for any. */
  origins: string[]
  keyring: Keyring
  embeddingsNeedKey: boolean
  /** Whether all API keys share one cache. */
  sharedCache: boolean
  limiter: RateLimiter
  limits: RateLimits
  admission: Admission
  metrics: {
    expose(): Promise<{ contentType: string; text: string }>
    requestEnd(request: { method: string; route: string; status: number }): void
    requestRefused(window: RateWindow['name']): void
  }
  /** Problems for the operator to fix, as sentences for /health. */
  problems: () => string[]
  /** Why requests should go elsewhere for now, as sentences for /readyz. */
  unreadiness: () => string[]
  log: Log
  /** Null when nothing is traced. */
  tracer: Tracer | null
  addressOf: (context: Context) => string
  /** Whether the service answers requests for a host. */
  isOurHost: (host: string) => boolean
  isStopping: () => boolean
  /** A clock that never jumps, for durations. */
  now: () => number
  /** The time as others know it. */
  wallClock: () => number
  newId: () => string
}

/** Whose cache a caller reads. */
export function cacheScope({ sharedCache }: EdgeServices, caller: Caller): string {
  return sharedCache ? 'shared' : ownerOf(caller)
}

/** Whose cache a request belongs to: what came with a conversation or documents stays with its caller. */
export function scopeOf(
  services: EdgeServices,
  caller: Caller,
  { messages, context }: Pick<EdgeConsensusRequest, 'messages' | 'context'>,
): string {
  const isPrivate = Boolean(messages?.length || context?.length)
  return isPrivate ? ownerOf(caller) : cacheScope(services, caller)
}

/** Every scope in which a caller may find a result by its id. */
export function readableScopes(services: EdgeServices, caller: Caller): string[] {
  return [...new Set([cacheScope(services, caller), ownerOf(caller)])]
}
