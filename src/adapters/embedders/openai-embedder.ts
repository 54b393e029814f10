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
  /** None for a local server that asks for none. */
  apiKey: string | null
  timeoutMs: number
  retries: number
}

/** How many batches of one request are under way at once. */
const CALLS_AT_ONCE = 4

/** Embeds with any server that speaks OpenAI's protocol: OpenAI, Ollama, vLLM, LM Studio. */
export function createOpenAiEmbedder(options: OpenAiEmbedderOptions): Embedder {
  const { model, apiKey, timeoutMs, retries } = options
  const name = `openai:${model}`
  let client: Promise<EmbeddingModelV3> | null = null
  let takesDimensions = true

  /** One batch, first with the dimensions wanted, then without if the server refuses to be asked for them. */
  async function embedBatch(texts: string[], signal: AbortSignal): Promise<Float32Array[]> {
    signal.throwIfAborted()
    if (!takesDimensions) return ask(texts, signal, {})
    try {
      return await ask(texts, signal, { dimensions: EMBEDDING_DIMENSIONS })
    } catch (error) {
      if (!refusesRequest(error)) throw error
      const vectors = await ask(texts, signal, {})
      // Remembered only once it has helped: the refusal may have been about something else.
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
        `${name} gave ${embeddings.length} vectors for ${texts.length} texts. Check that EMBEDDER_BASE_URL is an OpenAI-compatible address and EMBEDDER_MODEL an embedding model.`,
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

/** Tells two servers with a model of the same name apart. */
function elsewhere(baseUrl: string): string {
  const { host } = new URL(baseUrl)
  return host === 'api.openai.com' ? '' : `@${host}`
}

/** The provider's client, loaded when it is first needed. */
async function openClient({ model, baseUrl, apiKey }: OpenAiEmbedderOptions): Promise<EmbeddingModelV3> {
  const { createOpenAI } = await import('@ai-sdk/openai')
  // Without a key the client would look for one in the environment; servers that ask for none take any.
  return createOpenAI({ baseURL: baseUrl, apiKey: apiKey ?? 'none' }).embedding(model)
}

/** Whether a server found fault with the request itself, as one does that knows no `dimensions`. */
function refusesRequest(error: unknown): boolean {
  return APICallError.isInstance(error) && (error.statusCode === 400 || error.statusCode === 422)
}

const Places = z.object({ data: z.array(z.object({ index: z.int() })) })

/** The vectors in the order of the texts: by their `index`, which the client leaves out, where the server gives each its own. */
function inOrder(embeddings: number[][], body: unknown): number[][] {
  const places = Places.safeParse(body).data?.data.map(({ index }) => index) ?? []
  const ordered: number[][] = []
  places.forEach((place, received) => {
    ordered[place] = embeddings[received]!
  })
  const complete = embeddings.every((_, place) => ordered[place] !== undefined)
  return complete && ordered.length === embeddings.length ? ordered : embeddings
}
