import type { Context } from 'hono'
import type { AxiomLibrary } from '../../axioms/axiom-library.ts'
import type { SemanticCache } from '../../cache/semantic-cache.ts'
import type { CachedConsensus } from '../../consensus/cached-consensus.ts'
import type { ClaimChecks } from '../../consensus/claim-checks.ts'
import type { AskableModels, ModelCatalogue } from '../../consensus/model-catalogue.ts'
import type { ModelReliability } from '../../consensus/model-reliability.ts'
import type { ModelRouter } from '../../consensus/model-router.ts'
import type { Connection, ConnectionRequest, ConnectionTried } from '../../contract/connections.ts'
import type { Footer } from '../../contract/footer.ts'
import type { Preset } from '../../contract/models.ts'
import type { CallerKeys } from '../../contract/panel.ts'
import type { RunSummary } from '../../contract/runs.ts'
import type { McpEndpoint } from '../../mcp/http-endpoint.ts'
import type { Embedder } from '../../vectors/embedder.ts'
import type { RateLimits } from '../middleware/rate-limit.ts'
import type { ApiServices } from '../shared/api-services.ts'
import type { BuiltPage } from '../shared/built-page.ts'
import type { ResponseStore } from './responses/response-store.ts'

/** Lists the runs of all processes, where each has few of them. */
export interface RunListing {
  /** Called when a run begins and when it ends; its owner is who can list it. */
  note(owner: string, run: RunSummary, ended: Promise<void>): void
  /** The runs of a caller, the last begun first. */
  list(owner: string): Promise<RunSummary[]>
}

export interface EdgeServices extends ApiServices {
  consensus: CachedConsensus
  checks: ClaimChecks
  axioms: AxiomLibrary
  cache: SemanticCache
  responses: ResponseStore
  embedder: Embedder
  catalogue: Pick<ModelCatalogue, 'servedAs'>
  router: Pick<ModelRouter, 'providerOf' | 'connect'>
  listModels: (callerKeys: CallerKeys | null) => Promise<AskableModels>
  /** The panel for requests that name no models, which may change; none where there is no such panel. */
  defaultModels: (callerKeys: CallerKeys | null) => string[]
  /** Panels of what can be asked, as far as lists of models are known. */
  presets: (callerKeys: CallerKeys | null) => Preset[]
  panels: Map<string, { models: string[]; first?: string[] }>
  canSearch: boolean
  connections: {
    /** Why nothing can be stored here; null where the page can. */
    whyNot: string | null
    list(): Connection[]
    /** Whether a request was made on this machine, by a name that leads nowhere else. */
    isThisMachine(hostname: string, context: Context): boolean
    /** Tries a key with one call; rejects with what is wrong and what to do. */
    tryKey(provider: string, key: string, signal: AbortSignal): Promise<ConnectionTried>
    /** Tries a key or an address, and stores what works. */
    connect(name: string, request: ConnectionRequest, signal: AbortSignal): Promise<ConnectionTried>
    forget(name: string): Promise<void>
  }
  /** What past runs tell; null where none are counted. */
  reliability: ModelReliability | null
  /** Whether a request came through a proxy, behind which many may have one address. */
  isPassedOn: (context: Context) => boolean
  /** Absent where this process has all runs. */
  runListing?: RunListing
  playground: BuiltPage
  mcp: McpEndpoint
  embeddingsNeedKey: boolean
  sharedCache: boolean
  footer: Footer
  limits: RateLimits
  metrics: ApiServices['metrics'] & { expose(): Promise<{ contentType: string; text: string }> }
}
