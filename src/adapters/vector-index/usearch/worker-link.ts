import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { withTimeLimit } from '../../../utils/with-time-limit.ts'
import type { VectorMatch } from '../../../vectors/vector-index.ts'
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
    const started = startWorker(options)
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

/** The build puts the worker next to the bundle of this file; from source it is TypeScript and is bundled here. */
function startWorker(workerData: WorkerOptions): Worker {
  if (!import.meta.url.endsWith('.ts')) {
    return new Worker(new URL('./index-worker.js', import.meta.url), { workerData, execArgv: [] })
  }
  bundled ??= bundle(fileURLToPath(new URL('./index-worker.ts', import.meta.url)))
  return new Worker(bundled, { eval: true, workerData, execArgv: [] })
}

let bundled: string | null = null

function bundle(file: string): string {
  const { buildSync } = createRequire(import.meta.url)('esbuild') as typeof import('esbuild')
  const { outputFiles } = buildSync({
    entryPoints: [file],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    packages: 'external',
    define: { 'import.meta.url': JSON.stringify(import.meta.url) },
    logLevel: 'error',
  })
  return outputFiles[0]!.text
}
