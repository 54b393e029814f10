import { EMBEDDING_DIMENSIONS } from '../../contract/limits.ts'
import { mapAtMost } from '../../utils/map-at-most.ts'
import type { Embedder } from '../../vectors/embedder.ts'
import { pauseBeforeRetry, startDeadline } from '../models/providers/attempt-timing.ts'
import { ProviderFault } from '../models/providers/provider-fault.ts'
import { checkedVector, UnfitVector } from './checked-vector.ts'
import { defaultRelevance } from './default-relevance.ts'
import { embeddingFailure } from './embedding-failure.ts'
import { requestEmbeddings } from './request-embeddings.ts'
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
  const { model, baseUrl, apiKey, timeoutMs, retries } = options
  const name = `openai:${model}`
  const url = `${baseUrl.replace(/\/$/, '')}/embeddings`
  // Servers that need no key accept any.
  const headers = { authorization: `Bearer ${apiKey ?? 'none'}` }
  let takesDimensions = true

  /** Embeds one batch, first requesting the dimensions, then without if the server rejects that. */
  async function embedBatch(texts: string[], signal: AbortSignal): Promise<Float32Array[]> {
    signal.throwIfAborted()
    if (!takesDimensions) return ask(texts, signal)
    try {
      return await ask(texts, signal, EMBEDDING_DIMENSIONS)
    } catch (error) {
      if (!(error instanceof ProviderFault && error.code === 'bad_request')) throw error
      const vectors = await ask(texts, signal)
      // Remembered only once it has helped: the rejection may have had another cause.
      takesDimensions = false
      return vectors
    }
  }

  async function ask(texts: string[], signal: AbortSignal, dimensions?: number): Promise<Float32Array[]> {
    const body = { model, input: texts, encoding_format: 'float', dimensions }
    const embeddings = await request(body, signal)
    if (embeddings.length !== texts.length) {
      throw new UnfitVector(
        `${name} returned ${embeddings.length} vectors for ${texts.length} texts. Check that EMBEDDER_BASE_URL points to an OpenAI-compatible server and that EMBEDDER_MODEL is an embedding model.`,
      )
    }
    return embeddings.map((numbers) => checkedVector(numbers, name))
  }

  /** Sends a request, and again while that may help. */
  async function request(body: object, signal: AbortSignal): Promise<number[][]> {
    for (let tried = 0; ; tried++) {
      const deadline = startDeadline({ timeoutMs, signal })
      try {
        return await requestEmbeddings(url, { headers, body, signal: deadline.signal })
      } catch (error) {
        const fault = deadline.signal.aborted ? deadline.signal.reason : error
        if (!(await pauseBeforeRetry(fault, tried, { retries, signal }))) throw fault
      } finally {
        deadline.end()
      }
    }
  }

  return {
    name: `${name}${elsewhere(baseUrl)}`,
    async embed(texts) {
      const abandon = new AbortController()
      try {
        const batches = await mapAtMost(CALLS_AT_ONCE, textBatches(texts), (batch) =>
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
