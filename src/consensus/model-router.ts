import type { ModelConfig, ProviderName } from '../contract/panel.ts'
import type { AskModel } from '../engine/index.ts'

/** The way to the models for one run. */
export interface RouterConnection {
  ask: AskModel
  /** Who answers for a provider: itself, `openai` for a server in the place of the routing provider, or `offline`. */
  servedBy(provider: ProviderName): string
  /** The name under which a model speaks: its own, or that of the voice which plays it. */
  nameOf(model: ModelConfig): string
  /** What the caller should know about this connection. */
  warnings: string[]
}

/** Opens connections to models; a caller's own key is used for that connection only. */
export interface ModelRouter {
  connect(routerKey: string | null): RouterConnection
}

/** What the stand-in calls itself. */
export const OFFLINE = 'offline'
