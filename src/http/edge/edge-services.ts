import type { AxiomLibrary } from '../../axioms/axiom-library.ts'
import type { SemanticCache } from '../../cache/semantic-cache.ts'
import type { CachedConsensus } from '../../consensus/cached-consensus.ts'
import type { ClaimChecks } from '../../consensus/claim-checks.ts'
import type { AskableModels, ModelCatalogue } from '../../consensus/model-catalogue.ts'
import type { ModelReliability } from '../../consensus/model-reliability.ts'
import type { ModelRouter } from '../../consensus/model-router.ts'
import type { EdgeConsensusRequest } from '../../contract/edge-consensus.ts'
import type { McpEndpoint } from '../../mcp/http-endpoint.ts'
import type { Embedder } from '../../vectors/embedder.ts'
import type { RateLimits } from '../middleware/rate-limit.ts'
import type { ApiServices } from '../shared/api-services.ts'
import type { BuiltPage } from '../shared/built-page.ts'
import { type Caller, ownerOf } from '../shared/request-context.ts'

/** Everything the edge API depends on. */
export interface EdgeServices extends ApiServices {
  consensus: CachedConsensus
  checks: ClaimChecks
  axioms: AxiomLibrary
  cache: SemanticCache
  embedder: Embedder
  catalogue: Pick<ModelCatalogue, 'servedAs'>
  router: Pick<ModelRouter, 'providerOf' | 'connect'>
  /** The models that a caller can ask. */
  listModels: (routerKey: string | null) => Promise<AskableModels>
  /** The panel for requests that name no models, which may change; none where there is no such panel. */
  defaultModels: (routerKey: string | null) => string[]
  /** The operator's panels, by name. */
  panels: Map<string, { models: string[]; first?: string[] }>
  /** What past runs tell; null where none are counted. */
  reliability: ModelReliability | null
  playground: BuiltPage
  mcp: McpEndpoint
  embeddingsNeedKey: boolean
  /** Whether all API keys share one cache. */
  sharedCache: boolean
  limits: RateLimits
  metrics: ApiServices['metrics'] & { expose(): Promise<{ contentType: string; text: string }> }
}

/** Whose cache a caller reads. */
export function cacheScope({ sharedCache }: EdgeServices, caller: Caller): string {
  return sharedCache ? 'shared' : ownerOf(caller)
}

/** Whose cache a request belongs to: what came with a conversation or documents stays with its caller. */
export function scopeOf(
  services: EdgeServices,
  caller: Caller,
  request: Pick<EdgeConsensusRequest, 'messages' | 'context'> & { isPrivate?: boolean },
): string {
  const { messages, context, isPrivate } = request
  return isPrivate || messages?.length || context?.length ? ownerOf(caller) : cacheScope(services, caller)
}

/** Every scope in which a caller may find a result by its id. */
export function readableScopes(services: EdgeServices, caller: Caller): string[] {
  return [...new Set([cacheScope(services, caller), ownerOf(caller)])]
}
