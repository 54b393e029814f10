import type { OneAtATime } from '../vectors/embed-stored.ts'
import type { Embedder } from '../vectors/embedder.ts'
import { embeddedText } from './normalise-query.ts'
import type { OutdatedQuestion, PastQuestions } from './past-questions.ts'

/** How many stored queries are embedded at once. */
const AT_ONCE = 64

interface EmbeddingParts {
  questions: Pick<PastQuestions, 'countOutdated' | 'outdated' | 'setVectors'>
  embedder: Embedder
  oneAtATime: OneAtATime
  onFault: (error: unknown) => void
}

/** Re-embeds the queries whose vectors come from another model or are missing; reports how many are left. */
export function createReembed({ questions, embedder, oneAtATime, onFault }: EmbeddingParts) {
  let running: Promise<void> | null = null
  /** Questions up to this number are not embedded again, or processes with different models would never end. */
  let done = 0

  async function reembedOutdated(onProgress: (left: number) => void): Promise<void> {
    if ((await questions.countOutdated(done)) > 0)
      await oneAtATime('embed past questions', () => reembedAll(onProgress))
    onProgress(0)
  }

  async function reembedAll(onProgress: (left: number) => void): Promise<void> {
    let left = await questions.countOutdated(done)
    for (;;) {
      const batch = await questions.outdated(done, AT_ONCE)
      const last = batch.at(-1)
      if (last === undefined) return
      onProgress(left)
      await embedBatch(batch).catch((error) => embedOneByOne(batch, error))
      done = last.number
      left = Math.max(0, left - batch.length)
    }
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
    const vectors = await embedder.embed(batch.map(({ query }) => embeddedText(query)))
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
