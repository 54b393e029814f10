import { DurableObject } from 'cloudflare:workers'
import { openObjectStores } from '../adapters/objects/object-stores.ts'
import { openReliability } from '../main/parts/runs.ts'
import { RETENTION_MS } from '../main/parts/runtime.ts'
import { openCache, sweepsOf } from '../main/parts/service.ts'
import type { Callable, Environment } from './environment.ts'
import { openIsolate } from './isolate.ts'
import { createListing, LISTING_TABLE } from './listing.ts'

const SWEEP_MS = 60 * 60 * 1000

type Stores = Record<string, Record<string, (...parts: unknown[]) => unknown>>

/** An object that keeps what a caller has: past questions with results, responses, counted runs, and what is listed. */
export class Memory extends DurableObject<Environment> implements Callable {
  #opened: Promise<{ stores: Stores; sweep(): Promise<void> }> | undefined

  async call(store: string, method: string, parts: unknown[]): Promise<unknown> {
    const { stores } = await this.#whenOpen()
    return stores[store]![method]!(...parts)
  }

  override async alarm(): Promise<void> {
    const { sweep } = await this.#whenOpen()
    await sweep()
    await this.ctx.storage.setAlarm(Date.now() + SWEEP_MS)
  }

  #whenOpen() {
    this.#opened ??= this.#open().catch((error) => {
      this.#opened = undefined
      throw error
    })
    return this.#opened
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
    const stores = {
      questions: {
        ...questions,
        async save(...parts: Parameters<typeof questions.save>) {
          await questions.save(...parts)
          await questions.evict(bounds)
        },
      },
      pairs: own.pairs,
      tallies: own.tallies,
      ledger: own.ledger,
      responses: own.responses,
      vectors: own.vectors,
      listing,
      reliability: openReliability(runtime, {
        storage: own,
        catalogue: { servedAs: () => undefined },
        assets,
      }),
    }
    const sweeps = [
      ...sweepsOf(runtime, { storage, embedding, cache }),
      () => listing.sweep(Date.now() - RETENTION_MS),
    ]
    return {
      stores: stores as unknown as Stores,
      async sweep() {
        for (const sweep of sweeps)
          await sweep().catch((error) => log.error({ err: error }, 'expired data could not be deleted'))
      },
    }
  }
}
