import type { AxiomRecord } from '../contract/axiom.ts'
import { EMBEDDING_DIMENSIONS } from '../contract/limits.ts'
import type { OneAtATime } from '../vectors/embed-stored.ts'
import { embedStored } from '../vectors/embed-stored.ts'
import type { Embedder } from '../vectors/embedder.ts'
import { midway } from '../vectors/unit-vector.ts'
import type { VectorStore } from '../vectors/vector-store.ts'

interface AxiomEmbedding {
  embedder: Embedder
  store: VectorStore
  oneAtATime: OneAtATime
  onProgress: (left: number) => void
  /** The vectors of the first axioms, if they are known already. */
  known?: Float32Array
}

/**
 * One vector per axiom, in a table: midway between its statement and the statement with its description, so that a
 * search finds it by either.
 */
export async function embedAxioms(
  records: AxiomRecord[],
  { embedder, store, oneAtATime, onProgress, known = NONE }: AxiomEmbedding,
): Promise<Float32Array> {
  const others = records.slice(known.length / EMBEDDING_DIMENSIONS)
  if (others.length === 0) return known
  const statementOf = new Map(others.map((record) => [entryOf(record), record.axiom]))
  const vectors = await embedStored(others.map(entryOf), {
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
  table.set(known)
  vectors.forEach((vector, place) => {
    table.set(vector, known.length + place * EMBEDDING_DIMENSIONS)
  })
  return table
}

const NONE = new Float32Array(0)

/** Nothing is stored: the built-in model makes its vectors in a moment. */
export const NO_VECTOR_STORE: VectorStore = {
  load: async () => new Map(),
  save: async () => {},
  keepOnly: async () => {},
}

function entryOf({ axiom, description }: AxiomRecord): string {
  return `${axiom} ${description}`
}
