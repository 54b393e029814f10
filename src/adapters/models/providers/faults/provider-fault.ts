import { TEMPORARY } from '../../../../engine/index.ts'

/** What went wrong with one request to a provider, in the provider's words if it gave any. */
export class ProviderFault extends Error {
  override name = 'ProviderFault'
  readonly code: string
  /** How long the provider asks callers to wait; null when it did not say. */
  readonly retryAfterMs: number | null

  constructor(code: string, message: string, retryAfterMs: number | null = null) {
    super(message)
    this.code = code
    this.retryAfterMs = retryAfterMs
  }

  /** Whether a retry may help. */
  get mayPass(): boolean {
    return TEMPORARY.has(this.code)
  }
}
