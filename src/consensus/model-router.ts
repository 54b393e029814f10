import type { ModelConfig } from '../contract/panel.ts'
import type { AskModel } from '../engine/index.ts'

/** The connection to the models for one run. */
export interface RouterConnection {
  ask: AskModel
  /**
   * Which service answers for a model: its provider; instead of the routing provider, without a key for it, the vendor that
   * the id names, or `openai` for a self-hosted server; or `offline`.
   */
  servedBy(model: ModelIdentity): string
  /** Who made a model; null where that is not known. */
  vendorOf(model: ModelIdentity): string | null
  /** The name shown for a model: its own, or that of the voice that stands in for it. */
  nameOf(model: ModelConfig): string
  /** Warnings about this connection for the caller. */
  warnings: string[]
}

/** Opens connections to models; a caller's own key is used for its connection only. */
export interface ModelRouter {
  connect(routerKey: string | null): RouterConnection
  /**
   * The provider of a model that is named by its id alone: the one that the prefix of the id names, otherwise the routing
   * provider. A caller with a key for that one pays for the models of vendors with it.
   */
  providerOf(id: string, routerKey: string | null): string
  /** The servers that a caller can ask for models: vendors, endpoints, then the routing provider. */
  servers(routerKey: string | null): string[]
}

/** The name of the built-in stand-in. */
export const OFFLINE = 'offline'

/** A model, whatever its display name in a panel. */
export interface ModelIdentity {
  provider: string
  model: string
}
