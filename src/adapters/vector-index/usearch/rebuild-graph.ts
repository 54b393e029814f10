import { EMBEDDING_DIMENSIONS } from '../../../contract/limits.ts'
import type { VectorsOf } from '../restore-vectors.ts'
import type { WorkerLink } from './worker-link.ts'

/** How many vectors are added before searches get their turn. */
const BATCH = 8

interface Renewal {
  held: ReadonlyMap<string, string>
  vectorsOf: VectorsOf
  ask: WorkerLink['ask']
  remove: (id: string) => void
}

/** Rebuilds the graph of a partition; the old one serves until the new one is complete. */
export async function rebuildGraph(partition: string, renewal: Renewal): Promise<void> {
  await renewal.ask({ task: 'renew', partition })
  try {
    await fillReplacement(partition, renewal)
  } catch (error) {
    await renewal.ask({ task: 'renew-drop', partition })
    throw error
  }
  await renewal.ask({ task: 'renew-end', partition })
}

async function fillReplacement(partition: string, { held, vectorsOf, ask, remove }: Renewal): Promise<void> {
  const ids = [...held].filter(([, other]) => other === partition).map(([id]) => id)
  for (let start = 0; start < ids.length; start += BATCH) {
    const batch = ids.slice(start, start + BATCH).filter((id) => held.get(id) === partition)
    if (batch.length === 0) continue
    const found = await vectorsOf(batch)
    const known = batch.filter((id) => found.get(id)?.length === EMBEDDING_DIMENSIONS)
    const vectors = new Float32Array(known.length * EMBEDDING_DIMENSIONS)
    for (const [row, id] of known.entries()) vectors.set(found.get(id)!, row * EMBEDDING_DIMENSIONS)
    for (const id of batch) if (!known.includes(id)) remove(id)
    if (known.length > 0) await ask({ task: 'renew-add', partition, ids: known, vectors })
  }
}
