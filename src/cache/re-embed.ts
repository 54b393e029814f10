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

/** Embeds the queries whose vectors another model made, or none; tells how many are left. */
export function createReembed({ kept, questions, store, embedder, onFault }: EmbeddingParts) {
  let underWay: Promise<void> | null = null

  async function reembedOutdated(onProgress: (left: number) => void): Promise<void> {
    const outdated = [...kept.all()].filter((result) => result.embedder !== embedder.name)
    for (let start = 0; start < outdated.length; start += AT_ONCE) {
      onProgress(outdated.length - start)
      const batch = outdated.slice(start, start + AT_ONCE)
      await adopt(batch).catch((error) => adoptSingly(batch, error))
    }
    onProgress(0)
  }

  /** One query that the model refuses keeps no other from being embedded; where two fail first, the model is away. */
  async function adoptSingly(batch: KeptResult[], error: unknown): Promise<void> {
    let adopted = 0
    for (const [place, result] of batch.entries()) {
      try {
        await adopt([result])
        adopted++
      } catch (single) {
        if (adopted === 0 && (place > 0 || batch.length === 1)) throw error
        onFault(single)
      }
    }
  }

  async function adopt(results: KeptResult[]): Promise<void> {
    const vectors = await embedder.embed(results.map(({ query }) => query))
    const replace = ({ id }: KeptResult, place: number) =>
      store.replaceVector(id, vectors[place]!, embedder.name)
    await Promise.all(results.map(replace))
    for (const [place, result] of results.entries()) {
      // Unless dropped while it was being embedded.
      if (kept.get(result.id) !== result) continue
      result.embedder = embedder.name
      questions.put(result, vectors[place]!)
    }
  }

  /** Asked again while at it, it is done once. */
  return (onProgress: (left: number) => void): Promise<void> => {
    underWay ??= reembedOutdated(onProgress).finally(() => {
      underWay = null
    })
    return underWay
  }
}
