import type { VectorIndex } from '../vectors/index/vector-index.ts'
import type { KeptResult, KeptResults } from './kept-results.ts'
import type { ResultStore } from './result-store.ts'

/**
 * The questions of stored results in the vector index. Only the newest result of a question is indexed: otherwise a
 * question asked a hundred times would crowd out its neighbours.
 */
export interface IndexedQuestions {
  /** Indexes a result in place of an older one of the same question. */
  put(result: KeptResult, vector: Float32Array): void
  /** Removes a result that is no longer stored; the next newest of its question takes its place. */
  takeOut(result: KeptResult): Promise<void>
  /** Makes the index hold exactly what is stored. */
  restore(): Promise<void>
}

interface QuestionParts {
  kept: KeptResults
  index: VectorIndex
  store: Pick<ResultStore, 'vectorsOf'>
  /** Name of the model whose vectors the index holds. */
  embedder: string
}

/** How many vectors are read at once. */
const READ_AT_ONCE = 128

/** Keeps the index in sync with the stored results. */
export function createIndexedQuestions({ kept, index, store, embedder }: QuestionParts): IndexedQuestions {
  /** The newest result of a question with a vector of this model; others are found by exact text only. */
  const newestEmbedded = (question: KeptResult) =>
    kept.ofSameQuestion(question).find((result) => result.embedder === embedder)

  function put(result: KeptResult, vector: Float32Array): void {
    if (newestEmbedded(result) !== result) return
    for (const other of kept.ofSameQuestion(result)) if (other.indexed) remove(other)
    index.add({ id: result.id, partition: result.partition.name, vector })
    result.indexed = true
  }

  function remove(result: KeptResult): void {
    index.remove(result.id)
    result.indexed = false
  }

  return {
    put,

    async takeOut(result) {
      if (!result.indexed) return
      remove(result)
      const next = newestEmbedded(result)
      const vector = next && (await store.vectorsOf([next.id])).get(next.id)
      // Unless it was removed in the meantime.
      if (next && vector && kept.get(next.id) === next) put(next, vector)
    },

    async restore() {
      const newest = [...kept.all()].filter((result) => newestEmbedded(result) === result)
      for (let start = 0; start < newest.length; start += READ_AT_ONCE) {
        const batch = newest.slice(start, start + READ_AT_ONCE)
        const vectors = await store.vectorsOf(batch.map(({ id }) => id))
        for (const result of batch) {
          const vector = vectors.get(result.id)
          // Unless it was removed in the meantime.
          if (vector && kept.get(result.id) === result) put(result, vector)
        }
      }
    },
  }
}
