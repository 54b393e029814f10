import { EMBEDDING_DIMENSIONS } from '../../contract/limits.ts'
import type { VectorEntry } from '../../vectors/vector-index.ts'

/** How many vectors are fetched at once. */
const BATCH = 128
/** How many ids are compared before others get their turn. */
const COMPARED_AT_A_TIME = 5000

/** Gives the vectors of ids, of those it still knows. */
export type VectorsOf = (ids: string[]) => Promise<Map<string, Float32Array>>

interface Restoring {
  expected: Map<string, string>
  vectorsOf: VectorsOf
  /** What the index holds now: ids and their partitions. */
  held: ReadonlyMap<string, string>
  /** Ids that were added or removed since the restoring began: what happened to them counts, not what was expected. */
  changed: ReadonlySet<string>
  add(entries: VectorEntry[]): Promise<void> | void
  remove(id: string): void
  /** Whether there is nobody left to restore for. */
  stopped?: () => boolean
}

/** Drops what is not expected, fetches what is missing, and leaves alone what changes meanwhile. */
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
      // A vector of another length is of another model: it is made anew, and added then.
      if (vector === undefined || vector.length !== EMBEDDING_DIMENSIONS || changed.has(id)) return []
      return [{ id, partition: expected.get(id)!, vector }]
    })
    await add(entries)
  }
}
