import { DurableObject } from 'cloudflare:workers'
import { openObjectTasks } from '../adapters/objects/object-stores.ts'
import type { Api } from '../http/shared/request-context.ts'
import { RETENTION_MS } from '../main/parts/runtime.ts'
import type { Storage } from '../main/parts/storage.ts'
import { type Environment, openedOnce } from './environment.ts'
import { openIsolate } from './isolate.ts'
import { idsAt } from './placing.ts'
import { listedTasks, openService, tasksElsewhere } from './service.ts'

/** Headers by which a request is passed on to the object that answers it. */
export const PLACE_HEADER = 'x-stretto-place'
export const API_HEADER = 'x-stretto-api'

const PLACE = 'place'
/** After this long an alarm rings that takes up what is left, and again while there is something. */
const SOON_MS = 1_000
const AGAIN_MS = 30_000

/** An object that answers the requests about one question of a caller, and runs its tasks. */
export class Runs extends DurableObject<Environment> {
  #place = ''
  /** The service for all but tasks of this object. */
  readonly #service = openedOnce(async () => {
    const isolate = await openIsolate(this.env)
    const tasks = tasksElsewhere(isolate)
    return openService(isolate, { newId: this.#newId, tasks, onRun: (ended) => this.#keep(ended) })
  })
  #tasks = openedOnce(() => this.#openTasks())
  readonly #underWay = new Set<Promise<void>>()
  #requests = 0

  override async fetch(request: Request): Promise<Response> {
    this.#requests++
    const isolate = await openIsolate(this.env)
    try {
      return await (await this.#apiFor(request)).fetch(request)
    } finally {
      this.#requests--
      isolate.counts.send()
    }
  }

  /** Ends once nothing is under way: while it lasts, the platform keeps the object, whoever has left. */
  override async alarm(): Promise<void> {
    const { storage } = this.ctx
    // If this is cut short, it begins again.
    await storage.setAlarm(Date.now() + AGAIN_MS)
    await Promise.all(this.#underWay)
    const left = storage.kv.get(PLACE) === undefined ? NOTHING : await this.#finishTasks()
    // Whoever asks meanwhile may leave more, and what could not be claimed is still there.
    if (this.#requests > 0 || this.#underWay.size > 0 || left.unfinished > 0) return
    if (left.finished > 0) return storage.setAlarm(Date.now() + RETENTION_MS)
    this.#tasks = openedOnce(() => this.#openTasks())
    await this.ctx.blockConcurrencyWhile(async () => {
      await storage.deleteAlarm()
      await storage.deleteAll()
    })
  }

  async #finishTasks(): Promise<typeof NOTHING> {
    const { tasks, store } = await this.#tasks()
    await tasks.resume()
    await tasks.idle()
    await store.sweep(Date.now() - RETENTION_MS)
    ;(await openIsolate(this.env)).counts.send()
    const { pending, running, completed, failed } = await store.countByStatus()
    return { unfinished: pending + running, finished: completed + failed }
  }

  async #apiFor({ method, headers }: Request): Promise<Api> {
    const { storage } = this.ctx
    this.#place = headers.get(PLACE_HEADER)!
    if (headers.get(API_HEADER) !== 'local') return (await this.#service()).edge()
    const hasTasks = storage.kv.get(PLACE) !== undefined
    // Anybody can make up ids, which must not leave a database each.
    if (!hasTasks && method !== 'POST') return (await this.#service()).openLocal().local
    // Before a task is stored, so that none is left without; and should one have been lost with the storage.
    if (hasTasks && (method === 'POST' || (await storage.getAlarm()) === null)) await this.#ringSoon()
    return (await this.#tasks()).local
  }

  async #openTasks() {
    const isolate = await openIsolate(this.env)
    this.#place ||= this.ctx.storage.kv.get<string>(PLACE)!
    const tasks = openedOnUse(tasksElsewhere(isolate), () => {
      this.ctx.storage.kv.put(PLACE, this.#place)
      this.ctx.waitUntil(this.#ringSoon())
      return openObjectTasks(this.ctx.storage, isolate.log)
    })
    const service = await openService(isolate, { newId: this.#newId, tasks: listedTasks(tasks, isolate) })
    return { ...service.openLocal(), store: tasks.store }
  }

  readonly #newId = () => idsAt(this.#place, () => crypto.randomUUID())()

  /** Keeps the object until something is over. */
  #keep(work: Promise<void>): void {
    this.#underWay.add(work)
    void work.finally(() => this.#underWay.delete(work))
    this.ctx.waitUntil(this.#ringSoon())
  }

  #ringSoon(): Promise<void> {
    return this.ctx.storage.setAlarm(Date.now() + SOON_MS)
  }
}

const NOTHING = { unfinished: 0, finished: 0 }

type Tasks = Storage['tasks']
type Methods = Record<string, (...parts: unknown[]) => unknown>

/** Stores with these methods that are opened when one is first called: a request that is refused before leaves nothing. */
function openedOnUse(stores: Tasks, open: () => Tasks): Tasks {
  let opened: Tasks | undefined
  const later = (name: keyof Tasks) => (method: string) => [
    method,
    (...parts: unknown[]) => {
      opened ??= open()
      return (opened[name] as unknown as Methods)[method]!(...parts)
    },
  ]
  const entries = (Object.keys(stores) as Array<keyof Tasks>).map((name) => [
    name,
    Object.fromEntries(Object.keys(stores[name]).map(later(name))),
  ])
  return Object.fromEntries(entries)
}
