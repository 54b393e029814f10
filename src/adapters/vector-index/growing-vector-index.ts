import type { VectorEntry, VectorIndex } from '../../vectors/vector-index.ts'
import { createExactVectorIndex } from './exact-vector-index.ts'
import { mergeNearest } from './nearest-matches.ts'
import { restoreVectors, type VectorsOf } from './restore-vectors.ts'
import type { ThreadedVectorIndex } from './usearch/usearch-vector-index.ts'

/**
 * From this size on a partition is searched by graph. A scan of this many blocks the event loop for about 3 ms. A graph
 * does not, but needs a thread and a native module, which is not worthwhile for smaller partitions.
 */
const HAND_OVER_AT = 2000
/** How many vectors are handed over before other work gets its turn. */
const HANDED_AT_A_TIME = 8

interface GrowingOptions {
  /** Creates the index for large partitions; nothing is loaded or started before it is used. */
  openLarge: (onLost: (error: Error) => void) => ThreadedVectorIndex
  handOverAt?: number
  /** Called once with the reason when large partitions must be scanned too. */
  onFault: (error: Error) => void
}

/** Scans small partitions in process and moves large ones to a graph index; scans all if that is unavailable. */
export function createGrowingVectorIndex(options: GrowingOptions): VectorIndex {
  const { openLarge, handOverAt = HAND_OVER_AT, onFault } = options
  const exact = createExactVectorIndex()
  const large = openLarge(fallBack)
  /** Partitions that the large index serves, and those it is being filled with while the scan still serves them. */
  const served = new Set<string>()
  const moving = new Set<string>()
  const watchers = new Set<Set<string>>()
  let source: VectorsOf | null = null
  let recovering: Promise<void> | null = null
  let isClosed = false

  /** Runs work that must know what was added or removed in the meantime. */
  async function watching(work: (changed: ReadonlySet<string>) => Promise<void>): Promise<void> {
    const changed = new Set<string>()
    watchers.add(changed)
    await work(changed).finally(() => watchers.delete(changed))
  }

  function noteChange(id: string): void {
    for (const changed of watchers) changed.add(id)
  }

  /** The large index failed: its content is fetched again and scanned from now on. */
  function fallBack(error: Error): void {
    if (isClosed) return
    const lost = new Map([...large.held].filter(([, partition]) => served.has(partition)))
    served.clear()
    moving.clear()
    recovering = watching((changed) => fetchAgain(lost, changed)).catch(onFault)
    onFault(error)
  }

  async function fetchAgain(lost: Map<string, string>, changed: ReadonlySet<string>): Promise<void> {
    if (source === null) return
    await restoreVectors({
      expected: lost,
      vectorsOf: source,
      held: exact.held,
      changed,
      remove() {},
      add: (entries) => entries.forEach(exact.add),
      stopped: () => isClosed,
    })
  }

  async function handOver(partition: string): Promise<void> {
    moving.add(partition)
    const ids = exact.table(partition)?.ids() ?? []
    for (let start = 0; start < ids.length; start += HANDED_AT_A_TIME) {
      const entries = ids.slice(start, start + HANDED_AT_A_TIME).flatMap((id): VectorEntry[] => {
        const vector = exact.table(partition)?.get(id)
        return vector ? [{ id, partition, vector }] : []
      })
      await large.addAll(entries)
      if (isClosed || !moving.has(partition)) return
    }
    moving.delete(partition)
    served.add(partition)
    for (const id of exact.table(partition)?.ids() ?? []) exact.remove(id)
  }

  /** Hands over what was added before the first restore, if it is expected. */
  function moveExpected(partition: string, expected: Map<string, string>): void {
    for (const id of exact.table(partition)?.ids() ?? []) {
      if (expected.get(id) === partition)
        large.add({ id, partition, vector: exact.table(partition)!.get(id)! })
      exact.remove(id)
    }
  }

  function add(entry: VectorEntry): void {
    const { id, partition } = entry
    noteChange(id)
    if (served.has(partition)) {
      large.add(entry)
      exact.remove(id)
      return
    }
    exact.add(entry)
    if (moving.has(partition)) large.add(entry)
    else {
      large.remove(id)
      const isLarge = (exact.table(partition)?.size() ?? 0) >= handOverAt
      // If it fails the scan continues, and `fallBack` has reported it.
      if (isLarge && recovering === null && !isClosed)
        handOver(partition).catch(() => moving.delete(partition))
    }
  }

  return {
    backend: () => (served.size === 0 ? 'exact' : 'exact, usearch'),

    add,

    remove(id) {
      noteChange(id)
      exact.remove(id)
      large.remove(id)
    },

    async search(vector, { partitions, limit }) {
      const isServed = (partition: string) => served.has(partition)
      const [far, near] = [partitions.filter(isServed), partitions.filter((name) => !isServed(name))]
      const found = await Promise.all([
        exact.search(vector, { partitions: near, limit }),
        // A failure during a search is a miss; `fallBack` repairs it.
        far.length === 0 ? [] : large.search(vector, { partitions: far, limit }).catch(() => []),
      ])
      return mergeNearest(found, limit)
    },

    async restore(expected, vectorsOf) {
      source = vectorsOf
      const sizes = new Map<string, number>()
      for (const partition of expected.values()) sizes.set(partition, (sizes.get(partition) ?? 0) + 1)
      for (const [partition, size] of sizes)
        if (recovering === null && size >= handOverAt) served.add(partition)
      const [many, few] = [new Map<string, string>(), new Map<string, string>()]
      for (const [id, partition] of expected) (served.has(partition) ? many : few).set(id, partition)
      await watching(async (changed) => {
        const ofLarge = large.restore(many, vectorsOf).catch(async (error) => {
          // Lost on the way: scan the rest of what it should have held, too.
          if (recovering === null) throw error
          await recovering
          await fetchAgain(many, changed)
        })
        // After files are loaded, because an earlier addition would interfere with that.
        for (const partition of sizes.keys()) if (served.has(partition)) moveExpected(partition, many)
        await Promise.all([exact.restore(few, vectorsOf), ofLarge])
      })
    },

    size() {
      if (recovering !== null) return exact.size()
      const twice = [...moving].flatMap((partition) => exact.table(partition)?.ids() ?? [])
      return exact.size() + large.size() - twice.filter((id) => large.held.has(id)).length
    },

    async close() {
      isClosed = true
      await large.close()
    },
  }
}
