import { z } from 'zod'
import { StrettoError } from '../../contract/error-codes.ts'
import { parseJson } from '../../contract/json-text.ts'
import { EMBEDDING_DIMENSIONS } from '../../contract/limits.ts'
import { mapAtMost } from '../../utils/map-at-most.ts'
import type { Embedder } from '../../vectors/embedder.ts'
import { pauseBeforeRetry, startDeadline, TryTimedOut } from '../models/providers/attempt-timing.ts'
import type { OpenHttp, OpenResponse } from '../models/providers/open-http.ts'
import {
  faultIn,
  isGood,
  networkFault,
  ProviderFault,
  redirected,
  wordsWithoutKey,
} from '../models/providers/provider-fault.ts'
import { boundedBody } from '../models/providers/read-response.ts'
import { checkedVector, defaultRelevance, UnfitVector } from './foreign-model.ts'

interface OpenAiEmbedderOptions {
  model: string
  baseUrl: string
  /** Null for a local server that needs no key. */
  apiKey: string | null
  timeoutMs: number
  retries: number
  openHttp: OpenHttp
}

const CALLS_AT_ONCE = 4

/** Embeds with any OpenAI-compatible server: OpenAI, Ollama, vLLM, LM Studio. */
export function createOpenAiEmbedder(options: OpenAiEmbedderOptions): Embedder {
  const { model, baseUrl, apiKey, timeoutMs, retries, openHttp } = options
  const name = `openai:${model}`
  const url = `${baseUrl.replace(/\/$/, '')}/embeddings`
  const { host } = new URL(baseUrl)
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
    if (embeddings.length !== texts.length)
      throw new UnfitVector(
        `${name} returned ${embeddings.length} vectors for ${texts.length} texts. Check that EMBEDDER_BASE_URL points to an OpenAI-compatible server and that EMBEDDER_MODEL is an embedding model.`,
      )
    return embeddings.map((numbers) => checkedVector(numbers, name))
  }

  async function request(body: object, signal: AbortSignal): Promise<number[][]> {
    for (let tried = 0; ; tried++) {
      const deadline = startDeadline({ timeoutMs, signal })
      let response: OpenResponse | null = null
      try {
        response = await openHttp(url, { headers, body, signal: deadline.signal })
        if (response.status >= 300 && response.status < 400) throw redirected(response)
        return embeddingsIn(response, await boundedBody(response, MOST_BYTES))
      } catch (error) {
        const fault = deadline.signal.aborted
          ? deadline.signal.reason
          : networkFault(error, response !== null)
        if (!(await pauseBeforeRetry(fault, tried, { retries, signal }))) throw fault
      } finally {
        deadline.end()
      }
    }
  }

  return {
    // Two servers may serve a model of the same name.
    name: host === 'api.openai.com' ? name : `${name}@${host}`,
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

const MOST_BATCH_TEXTS = 96
/** OpenAI accepts 300,000 tokens per call, and a token has at least one byte. */
const MOST_BATCH_BYTES = 300_000

function textBatches(texts: string[]): string[][] {
  const batches: string[][] = []
  let bytes = 0
  for (const text of texts) {
    const size = Buffer.byteLength(text)
    const open = batches.at(-1)
    if (open === undefined || open.length === MOST_BATCH_TEXTS || bytes + size > MOST_BATCH_BYTES) {
      batches.push([text])
      bytes = size
    } else {
      open.push(text)
      bytes += size
    }
  }
  return batches
}

/** Why an embedding endpoint failed, in its own words, with the API key masked if they repeat it. */
function embeddingFailure(error: unknown, name: string, apiKey: string | null): StrettoError {
  // Without its cause, which may contain what was sent.
  if (error instanceof UnfitVector) return new StrettoError('upstream_error', error.message)
  const message = error instanceof Error ? error.message : String(error)
  const words = wordsWithoutKey(message, apiKey ?? '')
    .slice(0, 500)
    .replace(/\.?$/, '.')
  const mayPass = error instanceof TryTimedOut || (error instanceof ProviderFault && error.mayPass)
  const advice = mayPass
    ? 'Try again later.'
    : 'Check EMBEDDER_MODEL, EMBEDDER_BASE_URL and EMBEDDER_API_KEY.'
  return new StrettoError('upstream_error', `The embedding model ${name} failed: ${words} ${advice}`)
}

/** 96 vectors of 8,192 numbers, far more than are needed, take 20 MB. */
const MOST_BYTES = 32 * 1024 * 1024

const Vectors = z.object({
  data: z.array(z.object({ embedding: z.array(z.number()), index: z.int().catch(-1) })),
})

function embeddingsIn(response: OpenResponse, text: string): number[][] {
  const body = parseJson(text)
  const fault = faultIn(response, text, body)
  // Not one that may pass: an address that is not an embeddings endpoint will not become one.
  if (fault !== null) throw isGood(response) ? new Error(fault.message) : fault
  const vectors = Vectors.safeParse(body)
  if (!vectors.success) throw new Error('its response is not a list of numeric vectors')
  const received = vectors.data.data
  // Some servers send no index, or the same for each.
  const sorted = received.toSorted((one, other) => one.index - other.index)
  const isComplete = sorted.every(({ index }, place) => index === place)
  return (isComplete ? sorted : received).map(({ embedding }) => embedding)
}
