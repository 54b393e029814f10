import type { ModelConfig, ProviderName } from '../contract/panel.ts'
import type { AskModel } from '../engine/index.ts'

/** The connection to the models for one run. */
export interface RouterConnection {
  ask: AskModel
  /** Which service answers for a provider: itself, `openai` for a self-hosted server instead of the routing provider, or `offline`. */
  servedBy(provider: ProviderName): string
  /** The name shown for a model: its own, or that of the voice that stands in for it. */
  nameOf(model: ModelConfig): string
  /** Warnings about this connection for the caller. */
  warnings: string[]
}

/** Opens connections to models; a caller's own key is used for its connection only. */
export interface ModelRouter {
  connect(routerKey: string | null): RouterConnection
}

/** The name of the built-in stand-in. */
export const OFFLINE = 'offline'
