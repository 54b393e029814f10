import { DurableObject } from 'cloudflare:workers'
import { createObjectRateLimiter } from '../adapters/objects/object-rate-limiter.ts'
import { type Series, sumOf } from '../adapters/telemetry/series.ts'
import type { Callable, Environment } from './environment.ts'

/** An object that counts the requests of one address or key. */
export class Limits extends DurableObject<Environment> implements Callable {
  readonly #limiter = createObjectRateLimiter(this.ctx.storage, Date.now)

  async call(_: string, method: string, parts: unknown[]): Promise<unknown> {
    const limiter = this.#limiter as unknown as Record<string, (...given: unknown[]) => unknown>
    return limiter[method]!(...parts)
  }

  override alarm(): Promise<void> {
    return this.#limiter.alarm()
  }
}

const SERIES = 'series'
/** Counts are stored at most so often; what an object that is moved has not stored is lost. */
const STORED_EVERY_MS = 10_000

/** An object that sums what many isolates count. */
export class Counters extends DurableObject<Environment> implements Callable {
  #series: Series = this.ctx.storage.kv.get<Series>(SERIES) ?? {}
  #isDue = false

  async call(_: string, method: string, [counted]: unknown[]): Promise<Series> {
    if (method === 'add') {
      this.#series = sumOf([this.#series, counted as Series])
      if (!this.#isDue) await this.ctx.storage.setAlarm(Date.now() + STORED_EVERY_MS)
      this.#isDue = true
    }
    return method === 'read' ? this.#series : {}
  }

  override async alarm(): Promise<void> {
    this.#isDue = false
    this.ctx.storage.kv.put(SERIES, this.#series)
  }
}
