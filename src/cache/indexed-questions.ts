import type { VectorIndex } from '../vectors/vector-index.ts'
import type { KeptResult, KeptResults } from './kept-results.ts'
import type { ResultStore } from './result-store.ts'

/**
 * The questions of kept results in the vector index. The newest result of a question stands for all of them: asked a
 * hundred times, it would otherwise crowd out its neighbours.
 */
export interface IndexedQuestions {
  /** Puts a result in the place of an older one of the same question. */
  put(result: KeptResult, vector: Float32Array): void
  /** Takes out a result that is no longer kept; the next newest of its question takes its place. */
  takeOut(result: KeptResult): Promise<void>
  /** Makes the index hold what is kept and nothing else. */
  restore(): Promise<void>
}

interface QuestionParts {
  kept: KeptResults
  index: VectorIndex
  store: Pick<ResultStore, 'vectorsOf'>
  /** Name of the model whose vectors the index holds. */
  embedder: string
}

/** Keeps the index in step with what is kept. */
export function createIndexedQuestions({ kept, index, store, embedder }: QuestionParts): IndexedQuestions {
  /** The newest result of a question that has a vector of this model; those without are found by exact text alone. */
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
      // Unless it went as well meanwhile.
      if (next && vector && kept.get(next.id) === next) put(next, vector)
    },

    async restore() {
      const expected = new Map<string, string>()
      for (const result of kept.all()) {
        if (newestEmbedded(result) !== result) continue
        expected.set(result.id, result.partition.name)
        result.indexed = true
      }
      await index.restore(expected, (ids) => store.vectorsOf(ids))
    },
  }
}
