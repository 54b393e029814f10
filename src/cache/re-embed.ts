import type { Embedder } from '../vectors/embedder.ts'
import type { IndexedQuestions } from './indexed-questions.ts'
import type { KeptResult, KeptResults } from './kept-results.ts'
import type { ResultStore } from './result-store.ts'

/** How many stored queries are embedded at once. */
const AT_ONCE = 64

interface EmbeddingParts {
  kept: KeptResults
  questions: IndexedQuestions
  store: Pick<ResultStore, 'replaceVector'>
  embedder: Embedder
  onFault: (error: unknown) => void
}

/** Re-embeds the queries whose vectors come from another model or are missing; reports how many are left. */
export function createReembed({ kept, questions, store, embedder, onFault }: EmbeddingParts) {
  let running: Promise<void> | null = null

  async function reembedOutdated(onProgress: (left: number) => void): Promise<void> {
    const outdated = [...kept.all()].filter((result) => result.embedder !== embedder.name)
    for (let start = 0; start < outdated.length; start += AT_ONCE) {
      onProgress(outdated.length - start)
      const batch = outdated.slice(start, start + AT_ONCE)
      await embedBatch(batch).catch((error) => embedOneByOne(batch, error))
    }
    onProgress(0)
  }

  /** A query that the model rejects does not stop the others; if the first two fail, the model is unavailable. */
  async function embedOneByOne(batch: KeptResult[], error: unknown): Promise<void> {
    let embedded = 0
    for (const [place, result] of batch.entries()) {
      try {
        await embedBatch([result])
        embedded++
      } catch (single) {
        if (embedded === 0 && (place > 0 || batch.length === 1)) throw error
        onFault(single)
      }
    }
  }

  async function embedBatch(results: KeptResult[]): Promise<void> {
    const vectors = await embedder.embed(results.map(({ query }) => query))
    const replace = ({ id }: KeptResult, place: number) =>
      store.replaceVector(id, vectors[place]!, embedder.name)
    await Promise.all(results.map(replace))
    for (const [place, result] of results.entries()) {
      // Unless it was dropped while being embedded.
      if (kept.get(result.id) !== result) continue
      result.embedder = embedder.name
      questions.put(result, vectors[place]!)
    }
  }

  /** Calls made while it is running share that run. */
  return (onProgress: (left: number) => void): Promise<void> => {
    running ??= reembedOutdated(onProgress).finally(() => {
      running = null
    })
    return running
  }
}
