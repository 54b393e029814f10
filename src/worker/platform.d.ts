declare module 'cloudflare:workers' {
  import type { DurableObjectState } from '@cloudflare/workers-types'

  export abstract class DurableObject<Env> {
    protected readonly ctx: DurableObjectState
    protected readonly env: Env
    constructor(ctx: DurableObjectState, env: Env)
    fetch?(request: Request): Promise<Response>
    alarm?(): Promise<void>
  }

  /** Lets work go on after the response. */
  export function waitUntil(work: Promise<unknown>): void
}
