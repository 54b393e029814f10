import { startSweeping } from '../sweep.ts'
import type { Cache } from './cache.ts'
import type { Embedding } from './embedding.ts'
import { RETENTION_MS, type Runtime } from './runtime.ts'
import type { Storage } from './storage.ts'

/** Starts deleting what has expired, once a minute; the returned function stops that. */
export function startSweeps(
  { log, wallClock, background }: Runtime,
  { storage, embedding, cache }: { storage: Storage; embedding: Embedding; cache: Cache },
): () => void {
  return startSweeping({
    everyMs: 60_000,
    sweeps: [
      cache.sweep,
      () => storage.tasks.sweep(wallClock() - RETENTION_MS),
      // Until then a question that another model embedded is found by its exact text only.
      () => cache.reembed(embedding.progressOf('queries')),
    ],
    onFault: storage.unlessDamaged('expired data', (error) => {
      if (!background.signal.aborted) log.error({ err: error }, 'expired data could not be deleted')
    }),
  })
}
