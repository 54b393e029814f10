import { DurableObject } from 'cloudflare:workers'
import { openObjectStores } from '../adapters/objects/object-stores.ts'
import { openReliability } from '../main/parts/runs.ts'
import { RETENTION_MS } from '../main/parts/runtime.ts'
import { openCache, sweepOf } from '../main/parts/service.ts'
import { type Callable, type Environment, openedOnce } from './environment.ts'
import { openIsolate } from './isolate.ts'
import { createListing, LISTING_TABLE } from './listing.ts'

const SWEEP_MS = 60 * 60 * 1000

type Stores = Record<string, Record<string, (...parts: unknown[]) => unknown>>

/** An object that keeps what a caller has: past questions with results, responses, counted runs, and what is listed. */
export class Memory extends DurableObject<Environment> implements Callable {
  readonly #opened = openedOnce(() => this.#open())

  async call(store: string, method: string, parts: unknown[]): Promise<unknown> {
    const { stores } = await this.#opened()
    return stores[store]![method]!(...parts)
  }

  override async alarm(): Promise<void> {
    const { sweep } = await this.#opened()
    await sweep()
    await this.ctx.storage.setAlarm(Date.now() + SWEEP_MS)
  }

  async #open() {
    const isolate = await openIsolate(this.env)
    const { log, settings, assets, axioms, embedding } = isolate
    const { storage: disk } = this.ctx
    const own = openObjectStores(disk, { log, mostQuestions: settings.CACHE_MAX_ENTRIES })
    disk.sql.exec(LISTING_TABLE)
    if ((await disk.getAlarm()) === null) await disk.setAlarm(Date.now() + SWEEP_MS)
    const runtime = isolate.runtimeFor()
    const questions = await own.openPastQuestions(embedding.embedder.name)
    const storage = { ...own, openPastQuestions: async () => questions }
    const cache = await openCache(runtime, { assets, axioms, storage, embedding })
    const listing = createListing(own.sql)
    const bounds = { entries: settings.CACHE_MAX_ENTRIES, bytes: settings.CACHE_MAX_BYTES }
    const curve = assets.measures.calibration.weighed
    const stores = {
      ...own,
      questions: {
        ...questions,
        async save(...parts: Parameters<typeof questions.save>) {
          await questions.save(...parts)
          await questions.evict(bounds)
        },
      },
      listing,
      reliability: openReliability(runtime, { ledger: own.ledger, servedAs: () => undefined, curve }),
    }
    const sweep = sweepOf(runtime, { storage, embedding, cache }, () =>
      listing.sweep(Date.now() - RETENTION_MS),
    )
    return { stores: stores as unknown as Stores, sweep }
  }
}
