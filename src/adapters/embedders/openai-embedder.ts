import { APICallError, type EmbeddingModelV3 } from '@ai-sdk/provider'
import pLimit from 'p-limit'
import { z } from 'zod'
import { EMBEDDING_DIMENSIONS } from '../../contract/limits.ts'
import type { Embedder } from '../../vectors/embedder.ts'
import { retryCall } from '../models/providers/retries/retry-call.ts'
import { checkedVector, UnfitVector } from './checked-vector.ts'
import { defaultRelevance } from './default-relevance.ts'
import { embeddingFailure } from './embedding-failure.ts'
import { textBatches } from './text-batches.ts'

interface OpenAiEmbedderOptions {
  model: string
  baseUrl: string
  /** Null for a local server that needs no key. */
  apiKey: string | null
  timeoutMs: number
  retries: number
}

/** How many batches of one request are in flight at once. */
const CALLS_AT_ONCE = 4

/** Embeds with any OpenAI-compatible server: OpenAI, Ollama, vLLM, LM Studio. */
export function createOpenAiEmbedder(options: OpenAiEmbedderOptions): Embedder {
  const { model, apiKey, timeoutMs, retries } = options
  const name = `openai:${model}`
  let client: Promise<EmbeddingModelV3> | null = null
  let takesDimensions = true

  /** Embeds one batch, first requesting the dimensions, then without if the server rejects that. */
  async function embedBatch(texts: string[], signal: AbortSignal): Promise<Float32Array[]> {
    signal.throwIfAborted()
    if (!takesDimensions) return ask(texts, signal, {})
    try {
      return await ask(texts, signal, { dimensions: EMBEDDING_DIMENSIONS })
    } catch (error) {
      if (!refusesRequest(error)) throw error
      const vectors = await ask(texts, signal, {})
      // Remembered only once it has helped: the rejection may have had another cause.
      takesDimensions = false
      return vectors
    }
  }

  async function ask(
    texts: string[],
    signal: AbortSignal,
    openai: { dimensions?: number },
  ): Promise<Float32Array[]> {
    client ??= openClient(options)
    const endpoint = await client
    const { embeddings, response } = await retryCall(
      (abortSignal) => endpoint.doEmbed({ values: texts, abortSignal, providerOptions: { openai } }),
      { retries, timeoutMs, signal },
    )
    if (embeddings.length !== texts.length) {
      throw new UnfitVector(
        `${name} returned ${embeddings.length} vectors for ${texts.length} texts. Check that EMBEDDER_BASE_URL points to an OpenAI-compatible server and that EMBEDDER_MODEL is an embedding model.`,
      )
    }
    return inOrder(embeddings, response?.body).map((numbers) => checkedVector(numbers, name))
  }

  return {
    name: `${name}${elsewhere(options.baseUrl)}`,
    async embed(texts) {
      const abandon = new AbortController()
      try {
        const batches = await pLimit(CALLS_AT_ONCE).map(textBatches(texts), (batch) =>
          embedBatch(batch, abandon.signal),
        )
        return batches.flat()
      } catch (error) {
        abandon.abort()
        throw embeddingFailure(error, name, apiKey)
      }
    },
    relevance: defaultRelevance,
  }
}

/** Distinguishes two servers that serve a model of the same name. */
function elsewhere(baseUrl: string): string {
  const { host } = new URL(baseUrl)
  return host === 'api.openai.com' ? '' : `@${host}`
}

/** The provider's client, loaded when it is first needed. */
async function openClient({ model, baseUrl, apiKey }: OpenAiEmbedderOptions): Promise<EmbeddingModelV3> {
  const { createOpenAI } = await import('@ai-sdk/openai')
  // Without a key the client would read one from the environment; servers that need no key accept any.
  return createOpenAI({ baseURL: baseUrl, apiKey: apiKey ?? 'none' }).embedding(model)
}

/** Whether a server rejected the request itself, as one does that does not support `dimensions`. */
function refusesRequest(error: unknown): boolean {
  return APICallError.isInstance(error) && (error.statusCode === 400 || error.statusCode === 422)
}

const Places = z.object({ data: z.array(z.object({ index: z.int() })) })

/** The vectors in the order of the texts: sorted by their `index`, which the client drops, if each has its own. */
function inOrder(embeddings: number[][], body: unknown): number[][] {
  const places = Places.safeParse(body).data?.data.map(({ index }) => index) ?? []
  const ordered: number[][] = []
  places.forEach((place, received) => {
    ordered[place] = embeddings[received]!
  })
  const complete = embeddings.every((_, place) => ordered[place] !== undefined)
  return complete && ordered.length === embeddings.length ? ordered : embeddings
}
