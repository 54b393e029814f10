import { EMBEDDING_DIMENSIONS } from '../../../contract/limits.ts'
import { withTimeLimit } from '../../../utils/with-time-limit.ts'
import type { VectorEntry, VectorIndex } from '../../../vectors/vector-index.ts'
import { checkDimensions } from '../exact-vector-index-table.ts'
import { restoreVectors, type VectorsOf } from '../restore-vectors.ts'
import { removeGraphs } from './graph-files.ts'
import type { Report } from './messages.ts'
import { renewGraph } from './renew-graph.ts'
import { createWorkerLink } from './worker-link.ts'

/** Vectors that are added in one go, for each thread: a search waits no longer than that. */
const ADDED_AT_A_TIME = 8
/** How long the last saving may take. */
const CLOSING_MS = 15_000

interface UsearchOptions {
  /** Where graphs are kept; made when there is something to keep. */
  folder: string
  /** Name of the model that makes the vectors. */
  embedder: string
  /** How many threads build a graph, beside the one that serves. */
  threads?: number
  /** Hears what went wrong and was got over, such as a damaged file. */
  onFault: (error: Error) => void
  /** Hears once that the index is gone: no binary for this machine, or its thread has failed. */
  onLost: (error: Error) => void
}

/** An index in a thread of its own, which may fail as a whole. */
export interface ThreadedVectorIndex extends VectorIndex {
  /** Which partition each id is in. */
  held: ReadonlyMap<string, string>
  /** Adds many, a few at a time, so that searches get their turn; resolves when they can be found. */
  addAll(entries: VectorEntry[]): Promise<void>
}

/** Approximate neighbours from graphs in a worker thread, one a partition, kept in files. */
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
    onReport: hear,
    onLost(error) {
      isOver = true
      onLost(error)
    },
  })
  /** For tasks nobody waits for: when the worker fails, `onLost` hears of it. */
  const tell = (task: Parameters<typeof link.ask>[0]) => void link.ask(task).catch(() => {})

  function hear(report: Exclude<Report, { report: 'done' }>): void {
    if (report.report === 'fault') onFault(new Error(report.message))
    else if (report.report === 'loaded') {
      // What changed since the loading began has been told to the worker behind it.
      const isChanged = (id: string) => [...watchers].some((changed) => changed.has(id))
      for (const id of report.ids) if (!isChanged(id)) hold(id, report.partition)
    } else if (source !== null) {
      renewGraph(report.partition, { held, vectorsOf: source, ask: link.ask, remove: drop }).catch(
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
    tell({ task: 'remove', partition, id })
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
    // A worker that hangs must not keep the service from stopping: what it held is built again.
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
      tell({ task: 'add', partition, ids: [id], vectors: vector.slice() })
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
      // One may have been removed while the answer was on its way.
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
