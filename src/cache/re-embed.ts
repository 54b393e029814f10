import type { Embedder } from '../vectors/embedder.ts'
import type { OutdatedQuestion, PastQuestions } from './past-questions.ts'

/** How many stored queries are embedded at once. */
const AT_ONCE = 64

interface EmbeddingParts {
  questions: Pick<PastQuestions, 'countOutdated' | 'outdated' | 'setVectors'>
  embedder: Embedder
  onFault: (error: unknown) => void
}

/** Re-embeds the queries whose vectors come from another model or are missing; reports how many are left. */
export function createReembed({ questions, embedder, onFault }: EmbeddingParts) {
  let running: Promise<void> | null = null

  async function reembedOutdated(onProgress: (left: number) => void): Promise<void> {
    let left = await questions.countOutdated()
    for (let after = 0; left > 0; ) {
      const batch = await questions.outdated(after, AT_ONCE)
      const last = batch.at(-1)
      if (last === undefined) break
      onProgress(left)
      await embedBatch(batch).catch((error) => embedOneByOne(batch, error))
      after = last.number
      left = Math.max(0, left - batch.length)
    }
    onProgress(0)
  }

  /** A query that the model rejects does not stop the others; if the first two fail, the model is unavailable. */
  async function embedOneByOne(batch: OutdatedQuestion[], error: unknown): Promise<void> {
    let embedded = 0
    for (const [place, question] of batch.entries()) {
      try {
        await embedBatch([question])
        embedded++
      } catch (single) {
        if (embedded === 0 && (place > 0 || batch.length === 1)) throw error
        onFault(single)
      }
    }
  }

  async function embedBatch(batch: OutdatedQuestion[]): Promise<void> {
    const vectors = await embedder.embed(batch.map(({ query }) => query))
    await questions.setVectors(new Map(batch.map(({ number }, place) => [number, vectors[place]!])))
  }

  /** Calls made while it is running share that run. */
  return (onProgress: (left: number) => void): Promise<void> => {
    running ??= reembedOutdated(onProgress).finally(() => {
      running = null
    })
    return running
  }
}
