import { DurableObject } from 'cloudflare:workers'
import { openObjectTasks } from '../adapters/objects/object-stores.ts'
import type { Api } from '../http/shared/request-context.ts'
import { RETENTION_MS } from '../main/parts/runtime.ts'
import type { TaskService } from '../tasks/task-service.ts'
import type { Environment } from './environment.ts'
import { type Isolate, openIsolate } from './isolate.ts'
import { idsAt } from './placing.ts'
import { listedTasks, openService, tasksElsewhere, type WorkerService } from './service.ts'

/** Headers by which a request is passed on to the object that answers it. */
export const PLACE_HEADER = 'x-stretto-place'
export const API_HEADER = 'x-stretto-api'

const PLACE = 'place'
/** After this long an alarm rings that takes up what is left, and again while there is something. */
const SOON_MS = 1_000
const AGAIN_MS = 30_000

/** An object that answers the requests about one question of a caller, and runs its tasks. */
export class Runs extends DurableObject<Environment> {
  #edge: Promise<WorkerService> | undefined
  #local:
    | Promise<{ local: Api; tasks: TaskService; count(): Promise<number>; sweep(): Promise<void> }>
    | undefined
  readonly #underWay = new Set<Promise<void>>()

  override async fetch(request: Request): Promise<Response> {
    const isolate = await openIsolate(this.env)
    const place = request.headers.get(PLACE_HEADER)!
    const api =
      request.headers.get(API_HEADER) === 'local'
        ? await this.#localApi(isolate, place, request)
        : await this.#edgeApi(isolate, place)
    try {
      return await api.fetch(request)
    } finally {
      isolate.counts.send()
    }
  }

  /** Ends once nothing is under way: while it lasts, the platform keeps the object, whoever has left. */
  override async alarm(): Promise<void> {
    const { storage } = this.ctx
    // If this is cut short, it begins again.
    await storage.setAlarm(Date.now() + AGAIN_MS)
    await Promise.all(this.#underWay)
    const place = await storage.get<string>(PLACE)
    if (place === undefined) return storage.deleteAlarm()
    const isolate = await openIsolate(this.env)
    this.#local ??= this.#openLocal(isolate, place)
    const { tasks, sweep, count } = await this.#local
    await tasks.resume()
    await tasks.idle()
    await sweep()
    isolate.counts.send()
    if ((await count()) > 0) return storage.setAlarm(Date.now() + RETENTION_MS)
    await storage.deleteAll()
    this.#local = undefined
  }

  async #edgeApi(isolate: Isolate, place: string): Promise<Api> {
    this.#edge ??= openService(isolate, {
      newId: idsAt(place, () => crypto.randomUUID()),
      tasks: tasksElsewhere(isolate),
      onRun: (ended) => this.#keep(ended),
    })
    return (await this.#edge).edge()
  }

  async #localApi(isolate: Isolate, place: string, { method }: Request): Promise<Api> {
    if (method === 'POST') {
      // Before a task is stored, so that none is left without.
      await this.ctx.storage.put(PLACE, place)
      await this.ctx.storage.setAlarm(Date.now() + SOON_MS)
    }
    this.#local ??= this.#openLocal(isolate, place)
    return (await this.#local).local
  }

  async #openLocal(isolate: Isolate, place: string) {
    const tasks = openObjectTasks(this.ctx.storage, isolate.log)
    const newId = idsAt(place, () => crypto.randomUUID())
    const service = await openService(isolate, { newId, tasks: listedTasks(tasks, isolate) })
    return {
      ...service.openLocal(),
      sweep: () => tasks.store.sweep(Date.now() - RETENTION_MS),
      count: async () =>
        Object.values(await tasks.store.countByStatus()).reduce((sum, count) => sum + count, 0),
    }
  }

  /** Keeps the object until something is over. */
  #keep(work: Promise<void>): void {
    this.#underWay.add(work)
    void work.finally(() => this.#underWay.delete(work))
    this.ctx.waitUntil(this.ctx.storage.setAlarm(Date.now() + SOON_MS))
  }
}
