/** A model, whatever its display name in a panel. */
export interface ModelIdentity {
  provider: string
  model: string
}
