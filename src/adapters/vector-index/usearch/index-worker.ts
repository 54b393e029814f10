// The thread that holds the graphs: adding takes a millisecond, loading and saving a good part of a second.
import { parentPort, workerData } from 'node:worker_threads'
import { createGraphKeeper } from './graph-keeper.ts'
import type { Report, Task, WorkerOptions } from './messages.ts'
import { loadNative } from './native-index.ts'

const port = parentPort!
const post = (report: Report) => port.postMessage(report)
const perform = createGraphKeeper({ ...(workerData as WorkerOptions), newNative: loadNative(), post })

let before: Promise<unknown> = Promise.resolve()
port.on('message', ({ call, ...task }: Task & { call: number }) => {
  // One after the other. A failure ends the thread, because the graphs are in an unknown state then.
  before = before.then(async () => post({ report: 'done', call, matches: await perform(task) }))
})
