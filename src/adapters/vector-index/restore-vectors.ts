import { EMBEDDING_DIMENSIONS } from '../../contract/limits.ts'
import type { VectorEntry } from '../../vectors/vector-index.ts'

/** How many vectors are fetched at once. */
const BATCH = 128
/** How many ids are compared before other work gets its turn. */
const COMPARED_AT_A_TIME = 5000

/** Returns the vectors of ids, for those it still knows. */
export type VectorsOf = (ids: string[]) => Promise<Map<string, Float32Array>>

interface Restoring {
  expected: Map<string, string>
  vectorsOf: VectorsOf
  /** The current content of the index: ids and their partitions. */
  held: ReadonlyMap<string, string>
  /** Ids added or removed since the restore began: these changes take precedence over what was expected. */
  changed: ReadonlySet<string>
  add(entries: VectorEntry[]): Promise<void> | void
  remove(id: string): void
  /** Whether the index was closed, so that the restore can stop. */
  stopped?: () => boolean
}

/** Drops unexpected vectors, fetches missing ones, and leaves concurrent changes alone. */
export async function restoreVectors(restoring: Restoring): Promise<void> {
  const { expected, vectorsOf, held, changed, add, remove, stopped = () => false } = restoring
  let compared = 0
  const takeTurns = async () => {
    if (++compared % COMPARED_AT_A_TIME === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  for (const [id, partition] of held) {
    if (!changed.has(id) && expected.get(id) !== partition) remove(id)
    await takeTurns()
  }
  const missing: string[] = []
  for (const id of expected.keys()) {
    if (!held.has(id)) missing.push(id)
    await takeTurns()
  }
  for (let start = 0; start < missing.length && !stopped(); start += BATCH) {
    const batch = missing.slice(start, start + BATCH).filter((id) => !changed.has(id))
    const vectors = batch.length === 0 ? new Map<string, Float32Array>() : await vectorsOf(batch)
    const entries = batch.flatMap((id) => {
      const vector = vectors.get(id)
      // A vector of another length comes from another model: it will be recomputed and added later.
      if (vector === undefined || vector.length !== EMBEDDING_DIMENSIONS || changed.has(id)) return []
      return [{ id, partition: expected.get(id)!, vector }]
    })
    await add(entries)
  }
}
