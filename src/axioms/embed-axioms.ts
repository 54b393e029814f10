import type { AxiomRecord } from '../contract/axiom.ts'
import { EMBEDDING_DIMENSIONS } from '../contract/limits.ts'
import type { OneAtATime } from '../locks/one-at-a-time.ts'
import { embedStored } from '../vectors/embed-stored.ts'
import type { Embedder } from '../vectors/embedder.ts'
import { midway } from '../vectors/unit-vector.ts'
import type { VectorStore } from '../vectors/vector-store.ts'

interface AxiomEmbedding {
  embedder: Embedder
  store: VectorStore
  oneAtATime: OneAtATime
  onProgress: (left: number) => void
}

/**
 * One vector per axiom, in a table: midway between its statement and the statement with its description, so that a
 * search finds it by either.
 */
export async function embedAxioms(
  records: AxiomRecord[],
  { embedder, store, oneAtATime, onProgress }: AxiomEmbedding,
): Promise<Float32Array> {
  const statementOf = new Map(records.map((record) => [entryOf(record), record.axiom]))
  const vectors = await embedStored(records.map(entryOf), {
    // How the two are combined is part of what a stored vector means.
    embedder: `${embedder.name}|midway`,
    async embed(entries) {
      const statements = entries.map((entry) => statementOf.get(entry)!)
      const made = await embedder.embed([...statements, ...entries])
      return entries.map((_, place) => midway(made[place]!, made[entries.length + place]!))
    },
    store,
    oneAtATime,
    onProgress,
  })
  const table = new Float32Array(records.length * EMBEDDING_DIMENSIONS)
  vectors.forEach((vector, place) => {
    table.set(vector, place * EMBEDDING_DIMENSIONS)
  })
  return table
}

function entryOf({ axiom, description }: AxiomRecord): string {
  return `${axiom} ${description}`
}
