import type { Worker } from 'node:worker_threads'
import { withTimeLimit } from '../../../utils/with-time-limit.ts'
import type { VectorMatch } from '../../../vectors/vector-index.ts'
import { startWorker } from '../../worker/start-worker.ts'
import type { Report, Task, WorkerOptions } from './messages.ts'

interface LinkOptions extends WorkerOptions {
  onReport: (report: Exclude<Report, { report: 'done' }>) => void
  /** Called once when the worker has failed; everything it held is gone. */
  onLost: (error: Error) => void
}

/** The connection to the worker thread, which starts with the first task. */
export interface WorkerLink {
  isStarted(): boolean
  /** Resolves when the worker has completed this task, and therefore all earlier ones. */
  ask(task: Task): Promise<VectorMatch[]>
  /** Terminates the worker, whatever it is doing. */
  end(): Promise<void>
}

/** How long to wait for the thread to end. */
const TERMINATION_MS = 2_000

/** Sends tasks to a worker thread and receives its reports; an idle worker does not keep the process alive. */
export function createWorkerLink({ onReport, onLost, ...options }: LinkOptions): WorkerLink {
  const waiting = new Map<
    number,
    { resolve: (matches: VectorMatch[]) => void; reject: (error: Error) => void }
  >()
  let worker: Worker | null = null
  let failure: Error | null = null
  let calls = 0

  function lose(error: Error): void {
    if (failure !== null) return
    failure = error
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
    onLost(error)
  }

  function handleReport(report: Report): void {
    if (report.report !== 'done') {
      onReport(report)
      return
    }
    waiting.get(report.call)?.resolve(report.matches)
    waiting.delete(report.call)
    if (waiting.size === 0) worker?.unref()
  }

  function start(): Worker {
    const started = startWorker('../vector-index/usearch/index-worker.ts', './index-worker.js', options)
    started.on('message', handleReport)
    started.on('error', lose)
    started.on('messageerror', lose)
    started.on('exit', () => lose(new Error('The thread of the vector index has ended.')))
    return started
  }

  return {
    isStarted: () => worker !== null,

    ask(task) {
      if (failure !== null) return Promise.reject(failure)
      worker ??= start()
      worker.ref()
      const call = ++calls
      // Vectors are transferred to the worker; callers pass a copy.
      worker.postMessage({ ...task, call }, transferables(task))
      return new Promise((resolve, reject) => waiting.set(call, { resolve, reject }))
    },

    async end() {
      failure ??= new Error('The vector index is closed.')
      for (const { reject } of waiting.values()) reject(failure)
      waiting.clear()
      // A thread stuck in native code may never end; the process does not wait for it.
      worker?.unref()
      if (worker) await withTimeLimit(TERMINATION_MS, worker.terminate()).catch(() => {})
    },
  }
}

function transferables(task: Task): ArrayBuffer[] {
  if ('vectors' in task) return [task.vectors.buffer as ArrayBuffer]
  return 'vector' in task ? [task.vector.buffer as ArrayBuffer] : []
}
