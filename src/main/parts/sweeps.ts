import type { Cache } from './cache.ts'
import type { Embedding } from './embedding.ts'
import { RETENTION_MS, type Runtime } from './runtime.ts'
import type { Storage } from './storage.ts'

const EVERY_MS = 60_000

/** Deletes what has expired, now and then once a minute; the returned function stops that. */
export function startSweeps(
  { log, wallClock, background }: Runtime,
  { storage, embedding, cache }: { storage: Storage; embedding: Embedding; cache: Cache },
): () => void {
  const sweeps = [
    cache.sweep,
    () => storage.tasks.store.sweep(wallClock() - RETENTION_MS),
    // Until then a question that another model embedded is found by its exact text only.
    () => cache.reembed(embedding.progressOf('queries')),
  ]
  const onFault = (error: unknown) => {
    if (!background.signal.aborted) log.error({ err: error }, 'expired data could not be deleted')
  }
  // One after another; a failure does not prevent the next.
  const run = async () => {
    for (const sweep of sweeps) await sweep().catch(onFault)
  }
  run()
  const timer = setInterval(run, EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
