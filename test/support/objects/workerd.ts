import { randomUUID } from 'node:crypto'
import { createRequire } from 'node:module'
import { describe, inject } from 'vitest'
import { bundleWorker } from '../../../scripts/worker/bundle.mjs'
import { type Answer, type Call, decode, encode } from './wire.ts'

/** Tests on the runtime of workers; where it is not installed they are skipped, and the run says so at its end. */
export const describeWithWorkerd = describe.skipIf(inject('miniflare') === null)

interface Socket {
  accept(): void
  send(text: string): void
  close(): void
  addEventListener(type: string, listener: (event: { data: string }) => void): void
}

/** What is used of miniflare, whose types are not installed with the service. */
interface Miniflare {
  dispatchFetch(url: string, init: object): Promise<{ webSocket: Socket }>
  dispose(): Promise<void>
}

export type Workerd = Awaited<ReturnType<typeof startWorkerd>>

/** Starts workerd with the worker whose objects have every store. */
export async function startWorkerd() {
  const { Miniflare } = createRequire(import.meta.url)(inject('miniflare')!) as {
    Miniflare: new (options: object) => Miniflare
  }
  const { code, modules } = await bundleWorker('test/support/objects/worker.ts')
  const workerd = new Miniflare({
    modules: [
      { type: 'ESModule', path: 'worker.js', contents: code },
      ...[...modules].map(([path, contents]) => ({ type: 'CompiledWasm', path, contents })),
    ],
    compatibilityDate: '2026-07-01',
    compatibilityFlags: ['nodejs_compat'],
    durableObjects: { STORES: { className: 'Stores', useSQLite: true } },
  })
  return {
    /** Connects to an object, a new one unless it is named. */
    async open(name: string = randomUUID()) {
      const { webSocket } = await workerd.dispatchFetch(`http://objects/${name}`, {
        headers: { upgrade: 'websocket' },
      })
      return connect(name, webSocket)
    },
    stop: () => workerd.dispose(),
  }
}

export type RemoteObject = ReturnType<typeof connect>

/** Calls the stores of an object over a socket, in the order in which it is told to. */
function connect(name: string, socket: Socket) {
  const waiting = new Map<number, (answer: Answer) => void>()
  let last = 0
  socket.accept()
  socket.addEventListener('message', ({ data }) => {
    const answer = decode(data) as Answer
    waiting.get(answer.id)?.(answer)
  })
  socket.addEventListener('close', () => {
    const error = { name: 'Error', message: 'The object has closed the connection.' }
    for (const [id, onAnswer] of waiting) onAnswer({ id, error })
  })

  function send(call: Omit<Call, 'id'>, onAnswer: (answer: Answer) => void): number {
    last++
    waiting.set(last, onAnswer)
    socket.send(encode({ id: last, ...call }))
    return last
  }

  function call<Result>(target: string, method: string, args: unknown[], time?: number): Promise<Result> {
    return new Promise((resolve, reject) => {
      const id = send({ target, method, args, ...(time !== undefined && { time }) }, ({ value, error }) => {
        waiting.delete(id)
        if (error === undefined) resolve(value as Result)
        else reject(Object.assign(new Error(error.message), { name: error.name }))
      })
    })
  }

  /** A store of the object. */
  const store = <Store extends object>(target: string, now?: () => number) =>
    new Proxy({} as Store, {
      // Not a promise.
      get: (_, method) =>
        method === 'then'
          ? undefined
          : (...args: unknown[]) =>
              method === 'watch'
                ? watch(...(args as Parameters<typeof watch>))
                : call(target, String(method), args, now?.()),
    })

  async function* watch(taskId: string, { after, signal }: { after: number; signal: AbortSignal }) {
    if (signal.aborted) return
    const answers: Answer[] = []
    let wake = () => {}
    const id = send({ target: 'tasks.events', method: 'watch', args: [taskId, { after }] }, (answer) => {
      answers.push(answer)
      wake()
    })
    const leave = () => socket.send(encode({ leave: id }))
    signal.addEventListener('abort', leave)
    try {
      for (;;) {
        for (const { item, error } of answers.splice(0)) {
          if (error !== undefined) throw new Error(error.message)
          if (item === undefined) return
          yield item
        }
        await new Promise<void>((resolve) => {
          wake = resolve
          if (answers.length > 0) resolve()
        })
      }
    } finally {
      signal.removeEventListener('abort', leave)
      leave()
      waiting.delete(id)
    }
  }

  return {
    name,
    store,
    call: <Result = void>(method: string, ...args: unknown[]) => call<Result>('object', method, args),
    /** The rows that a statement returns. */
    rows: (sql: string, ...values: string[]) =>
      call<Array<Record<string, string | number>>>('object', 'rows', [sql, ...values]),
    /** Ends this instance of the object, as the platform does when it moves or updates one. */
    evict() {
      call('object', 'evict', []).catch(() => {})
      return new Promise<void>((resolve) => socket.addEventListener('close', () => resolve()))
    },
    leave: () => socket.close(),
  }
}
