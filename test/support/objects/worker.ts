import type { DurableObjectNamespace, DurableObjectState, WebSocket } from '@cloudflare/workers-types'
import { createObjectRateLimiter } from '../../../src/adapters/objects/object-rate-limiter.ts'
import { openObjectStores } from '../../../src/adapters/objects/object-stores.ts'
import type { PastQuestions } from '../../../src/cache/past-questions.ts'
import { type Answer, type Call, decode, encode } from './wire.ts'

/** A worker whose objects do what a test tells them over a socket; the name of the object is the path. */
export default {
  fetch(request: Request, { STORES }: { STORES: DurableObjectNamespace }) {
    return STORES.get(STORES.idFromName(new URL(request.url).pathname)).fetch(request.url, {
      headers: { upgrade: 'websocket' },
    })
  },
}

type Method = (...args: unknown[]) => unknown

const log = {
  info() {},
  error() {},
}

/** One object with every store. */
export class Stores {
  private readonly state: DurableObjectState
  private opened: ReturnType<typeof openObjectStores> | null = null
  private limits: ReturnType<typeof createObjectRateLimiter> | null = null
  private readonly past: PastQuestions[] = []
  private time = 0

  constructor(state: DurableObjectState) {
    this.state = state
  }

  fetch() {
    const { WebSocketPair } = globalThis as unknown as { WebSocketPair: new () => [WebSocket, WebSocket] }
    const { 0: outside, 1: socket } = new WebSocketPair()
    socket.accept()
    const leaving = new Map<number, AbortController>()
    socket.addEventListener('message', ({ data }) => {
      const message = decode(String(data)) as Call | { leave: number }
      if ('leave' in message) return leaving.get(message.leave)?.abort()
      const leave = new AbortController()
      leaving.set(message.id, leave)
      void this.answer(message, leave.signal, (answer) => socket.send(encode(answer)))
    })
    return new Response(null, { status: 101, webSocket: outside } as ResponseInit)
  }

  alarm() {
    return this.limiter().alarm()
  }

  private async answer(call: Call, signal: AbortSignal, send: (answer: Answer) => void): Promise<void> {
    const { id, target, method, args } = call
    this.time = call.time ?? this.time
    try {
      if (method === 'watch') {
        const [taskId, wanted] = args as [string, { after: number }]
        const items = this.stores().tasks.events.watch(taskId, { ...wanted, signal })
        for await (const item of items) send({ id, item })
        return send({ id })
      }
      const store = this.find(target) as Record<string, Method>
      send({ id, value: await store[method]!(...args) })
    } catch (error) {
      const { name, message } = error as Error
      send({ id, error: { name, message } })
    }
  }

  private find(target: string): unknown {
    if (target === 'object') return this.own
    if (target === 'limiter') return this.limiter()
    if (target.startsWith('past ')) return this.past[Number(target.slice(5))]
    return target
      .split('.')
      .filter(Boolean)
      .reduce<object>((store, name) => (store as Record<string, object>)[name]!, this.stores())
  }

  private stores() {
    this.opened ??= openObjectStores(this.state.storage, { log, mostQuestions: 1_000 })
    return this.opened
  }

  private limiter() {
    this.limits ??= createObjectRateLimiter(this.state.storage, () => this.time)
    return this.limits
  }

  /** What tests do with the object itself. */
  private readonly own = {
    openPast: async (embedder: string) => this.past.push(await this.stores().openPastQuestions(embedder)) - 1,
    /** Rows of a statement, of numbers and texts. */
    rows: (sql: string, ...values: string[]) => {
      this.stores()
      return this.state.storage.sql.exec(sql, ...values).toArray()
    },
    close: async () => {
      await this.opened?.close(() => {})
      await this.state.storage.sync()
    },
    evict: () => this.state.abort('evicted by a test'),
    counts: () => this.state.storage.kv.get('counts') ?? null,
  }
}
