import { EMBEDDING_DIMENSIONS } from '../../../contract/limits.ts'
import { withTimeLimit } from '../../../utils/with-time-limit.ts'
import type { VectorEntry, VectorIndex } from '../../../vectors/vector-index.ts'
import { checkDimensions } from '../exact-vector-index-table.ts'
import { restoreVectors, type VectorsOf } from '../restore-vectors.ts'
import { removeGraphs } from './graph-files.ts'
import type { Report } from './messages.ts'
import { rebuildGraph } from './rebuild-graph.ts'
import { createWorkerLink } from './worker-link.ts'

/** Vectors added per thread in one batch, which bounds how long a search waits. */
const ADDED_AT_A_TIME = 8
/** How long the final save may take. */
const CLOSING_MS = 15_000

interface UsearchOptions {
  /** Where graphs are saved; created when there is something to save. */
  folder: string
  /** Name of the embedding model. */
  embedder: string
  /** How many threads build a graph, in addition to the one that serves. */
  threads?: number
  /** Called with problems that were handled, such as a damaged file. */
  onFault: (error: Error) => void
  /** Called once when the index is gone: no binary for this machine, or its thread failed. */
  onLost: (error: Error) => void
}

/** An index in a separate thread, which may fail as a whole. */
export interface ThreadedVectorIndex extends VectorIndex {
  /** The partition of each id. */
  held: ReadonlyMap<string, string>
  /** Adds many vectors in small batches, so that searches get their turn; resolves when they can be found. */
  addAll(entries: VectorEntry[]): Promise<void>
}

/** Approximate nearest neighbours from graphs in a worker thread, one per partition, saved in files. */
export function createUsearchVectorIndex(options: UsearchOptions): ThreadedVectorIndex {
  const { folder, embedder, threads = 1, onFault, onLost } = options
  const held = new Map<string, string>()
  const watchers = new Set<Set<string>>()
  let source: VectorsOf | null = null
  let isOver = false
  let closing: Promise<void> | null = null

  const link = createWorkerLink({
    folder,
    embedder,
    threads,
    onReport: handleReport,
    onLost(error) {
      isOver = true
      onLost(error)
    },
  })
  /** For tasks whose result is not awaited: if the worker fails, `onLost` is called. */
  const post = (task: Parameters<typeof link.ask>[0]) => void link.ask(task).catch(() => {})

  function handleReport(report: Exclude<Report, { report: 'done' }>): void {
    if (report.report === 'fault') onFault(new Error(report.message))
    else if (report.report === 'loaded') {
      // Changes since the loading began were sent to the worker after it.
      const isChanged = (id: string) => [...watchers].some((changed) => changed.has(id))
      for (const id of report.ids) if (!isChanged(id)) hold(id, report.partition)
    } else if (source !== null) {
      rebuildGraph(report.partition, { held, vectorsOf: source, ask: link.ask, remove: drop }).catch(
        (error) => {
          if (!isOver) onFault(error)
        },
      )
    }
  }

  function hold(id: string, partition: string): void {
    if (held.has(id) && held.get(id) !== partition) drop(id)
    held.set(id, partition)
  }

  function drop(id: string): void {
    const partition = held.get(id)
    if (partition === undefined) return
    held.delete(id)
    post({ task: 'remove', partition, id })
  }

  async function addAll(entries: VectorEntry[], changed: ReadonlySet<string> = new Set()): Promise<void> {
    for (const partition of new Set(entries.map((entry) => entry.partition))) {
      const some = entries.filter((entry) => entry.partition === partition)
      for (let start = 0; start < some.length && !isOver; start += ADDED_AT_A_TIME * threads) {
        const batch = some
          .slice(start, start + ADDED_AT_A_TIME * threads)
          .filter(({ id }) => !changed.has(id))
        const vectors = new Float32Array(batch.length * EMBEDDING_DIMENSIONS)
        for (const [row, { vector }] of batch.entries()) vectors.set(vector, row * EMBEDDING_DIMENSIONS)
        for (const { id } of batch) hold(id, partition)
        await link.ask({ task: 'add', partition, ids: batch.map(({ id }) => id), vectors })
      }
    }
  }

  async function saveAndEnd(): Promise<void> {
    const saved: Promise<unknown> =
      isOver || !link.isStarted() ? Promise.resolve() : link.ask({ task: 'save' })
    isOver = true
    // A hanging worker must not keep the service from stopping: what it held is rebuilt.
    await withTimeLimit(CLOSING_MS, saved).catch(onFault)
    await link.end()
  }

  return {
    held,
    addAll: (entries) => addAll(entries),
    backend: () => 'usearch',
    size: () => held.size,

    add({ id, partition, vector }) {
      checkDimensions(vector)
      if (isOver) return
      for (const changed of watchers) changed.add(id)
      hold(id, partition)
      post({ task: 'add', partition, ids: [id], vectors: vector.slice() })
    },

    remove(id) {
      for (const changed of watchers) changed.add(id)
      if (!isOver) drop(id)
    },

    async search(vector, { partitions, limit }) {
      if (isOver || held.size === 0 || limit === 0) return []
      const asked = [...new Set(partitions)]
      const task = { task: 'search', partitions: asked, limit, vector: vector.slice() } as const
      const matches = await link.ask(task)
      // A match may have been removed while the answer was on its way.
      return matches.filter(({ id }) => held.has(id) && asked.includes(held.get(id)!))
    },

    async restore(expected, vectorsOf) {
      source = vectorsOf
      if (expected.size === 0 && !link.isStarted()) return removeGraphs(folder)
      const changed = new Set<string>()
      watchers.add(changed)
      try {
        await link.ask({ task: 'load', partitions: [...new Set(expected.values())] })
        await restoreVectors({
          expected,
          vectorsOf,
          held,
          changed,
          remove: drop,
          add: (entries) => addAll(entries, changed),
          stopped: () => isOver,
        })
      } finally {
        watchers.delete(changed)
      }
    },

    close() {
      closing ??= saveAndEnd()
      return closing
    },
  }
}
