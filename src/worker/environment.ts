import type { DurableObjectNamespace, Fetcher } from '@cloudflare/workers-types'

/** What the platform gives a worker: its objects, its files, and the settings as texts. */
export interface Environment {
  ASSETS: Fetcher
  RUNS: DurableObjectNamespace
  MEMORY: DurableObjectNamespace
  LIMITS: DurableObjectNamespace
  COUNTERS: DurableObjectNamespace
  /** Over how many objects the results of a caller are spread. */
  SHARDS?: string
}

/** What an object of ours offers to others: the methods of its stores. */
export interface Callable {
  call(store: string, method: string, parts: unknown[]): Promise<unknown>
}

/** The object of a name. Asked for with each call, because what one request has of it another may not use. */
export function objectOf(objects: DurableObjectNamespace, name: string) {
  return objects.get(objects.idFromName(name)) as unknown as Callable & Pick<typeof globalThis, 'fetch'>
}

/** Opens something when it is first asked for; what failed is tried again the next time. */
export function openedOnce<Opened>(open: () => Promise<Opened>): () => Promise<Opened> {
  let opened: Promise<Opened> | undefined
  return () => {
    opened ??= open().catch((error) => {
      opened = undefined
      throw error
    })
    return opened
  }
}
