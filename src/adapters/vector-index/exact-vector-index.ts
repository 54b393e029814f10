import type { VectorIndex, VectorMatch } from '../../vectors/vector-index.ts'
import {
  checkDimensions,
  createVectorTable,
  ROWS_AT_A_TIME,
  type VectorTable,
} from './exact-vector-index-table.ts'
import { mergeNearest } from './nearest-matches.ts'
import { restoreVectors } from './restore-vectors.ts'

/** The exact index, with access to its content. */
export interface ExactVectorIndex extends VectorIndex {
  /** The vectors of a partition, or null when it has none. */
  table(partition: string): VectorTable | null
  /** The partition of each id. */
  held: ReadonlyMap<string, string>
}

/** Compares with every vector of a partition: exact, in process, and fast for a few thousand. */
export function createExactVectorIndex(): ExactVectorIndex {
  const held = new Map<string, string>()
  const tables = new Map<string, VectorTable>()
  const watchers = new Set<Set<string>>()

  function put(id: string, partition: string, vector: Float32Array): void {
    if (held.get(id) !== partition) drop(id)
    const table = tables.get(partition) ?? createVectorTable()
    tables.set(partition, table)
    table.set(id, vector)
    held.set(id, partition)
  }

  function drop(id: string): void {
    const partition = held.get(id)
    if (partition === undefined) return
    const table = tables.get(partition)!
    table.remove(id)
    if (table.size() === 0) tables.delete(partition)
    held.delete(id)
  }

  return {
    held,
    table: (partition) => tables.get(partition) ?? null,
    backend: () => 'exact',
    size: () => held.size,

    add({ id, partition, vector }) {
      checkDimensions(vector)
      for (const changed of watchers) changed.add(id)
      put(id, partition, vector)
    },

    remove(id) {
      for (const changed of watchers) changed.add(id)
      drop(id)
    },

    async search(vector, { partitions, limit }) {
      const asked = [...new Set(partitions)].flatMap((partition) => tables.get(partition) ?? [])
      const found: VectorMatch[][] = []
      let scanned = 0
      for (const table of asked) {
        // Other work gets its turn between tables as well as within one.
        if (scanned > ROWS_AT_A_TIME) {
          await new Promise((resolve) => setImmediate(resolve))
          scanned = 0
        }
        scanned += table.size()
        found.push(await table.search(vector, limit))
      }
      return mergeNearest(found, limit)
    },

    async restore(expected, vectorsOf) {
      const changed = new Set<string>()
      watchers.add(changed)
      try {
        await restoreVectors({
          expected,
          vectorsOf,
          held,
          changed,
          remove: drop,
          add(entries) {
            for (const { id, partition, vector } of entries) put(id, partition, vector)
          },
        })
      } finally {
        watchers.delete(changed)
      }
    },

    async close() {},
  }
}
