import type { Worker } from 'node:worker_threads'
import type { Bearing, ReadSupport } from '../../engine/index.ts'
import { startWorker } from '../worker/start-worker.ts'
import { type SupportReport, type SupportWorkerOptions, unpackBearings } from './messages.ts'

/** Reads claims in a thread of its own, which starts with the first question that needs it. */
export interface SupportReader {
  read: ReadSupport
  close(): Promise<void>
}

interface Waiting {
  claims: number
  resolve: (bearings: Bearing[][]) => void
  reject: (error: Error) => void
}

/** Opens the reader; an idle thread does not keep the process alive, and one that ended is started again. */
export function openSupportReader(options: SupportWorkerOptions): SupportReader {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | null = null
  let isClosed = false
  let calls = 0

  function settle({ call, bearings }: SupportReport): void {
    const caller = waiting.get(call)
    caller?.resolve(unpackBearings(bearings, caller.claims))
    waiting.delete(call)
    if (waiting.size === 0) worker?.unref()
  }

  function start(): Worker {
    const started = startWorker('../support-reader/support-worker.ts', './support-worker.js', options)
    const lose = (error: Error) => {
      if (worker !== started) return
      worker = null
      for (const { reject } of waiting.values()) reject(error)
      waiting.clear()
    }
    started.on('message', settle)
    started.on('error', lose)
    started.on('exit', () => lose(new Error('The thread that reads claims has ended.')))
    return started
  }

  return {
    read(claims, texts, wanted) {
      if (isClosed) return Promise.reject(new Error('The reader of claims is closed.'))
      if (claims.length === 0 || texts.length === 0) return Promise.resolve(claims.map(() => []))
      worker ??= start()
      worker.ref()
      const call = ++calls
      worker.postMessage({ call, claims, texts, wanted })
      return new Promise((resolve, reject) => waiting.set(call, { claims: claims.length, resolve, reject }))
    },
    async close() {
      isClosed = true
      await worker?.terminate()
    },
  }
}
