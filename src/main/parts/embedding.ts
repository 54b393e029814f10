import { createBuiltinEmbedder } from '../../adapters/embedders/builtin-embedder.ts'
import type { Settings } from '../../config/settings.ts'
import { type Embedder, rememberVectors } from '../../vectors/embedder.ts'
import type { Assets } from './node-parts.ts'
import type { Runtime } from './runtime.ts'

export type Embedding = Awaited<ReturnType<typeof openEmbedding>>

const OPENAI_ADDRESS = 'https://api.openai.com/v1'

/** Opens the built-in embedding model, and the one that EMBEDDER names. */
export async function openEmbedding({ settings, log, metrics, turns, loadHttp }: Runtime, assets: Assets) {
  const builtin = createBuiltinEmbedder(assets.embedding, turns.take)
  const chosen = await openEmbedder(settings, builtin, loadHttp)
  return {
    /** The model that EMBEDDER names, with the vectors of late remembered; every call of the model is measured. */
    embedder: rememberVectors(measured(chosen, metrics.embeddingEnd)),
    builtin: measured(builtin, metrics.embeddingEnd),
    isBuiltin: settings.EMBEDDER === 'builtin',
    /** For background work, which would distort the metrics of requests. */
    unmeasured: chosen,
    progressOf: (subject: 'axioms' | 'queries') => (left: number) => {
      metrics.embeddingLeft(subject, left)
      log.debug({ subject, left, embedder: chosen.name }, 'embedding')
    },
  }
}

/** The embedding model that EMBEDDER names; the built-in one is open already, and no other is loaded unless it is named. */
export async function openEmbedder(
  settings: Settings,
  builtin: Embedder,
  loadHttp: Runtime['loadHttp'],
): Promise<Embedder> {
  if (settings.EMBEDDER === 'builtin') return builtin
  const { createOpenAiEmbedder } = await import('../../adapters/embedders/openai-embedder.ts')
  return createOpenAiEmbedder({
    model: settings.EMBEDDER_MODEL,
    ...embeddingAccess(settings),
    timeoutMs: settings.MODEL_TIMEOUT_SECONDS * 1000,
    retries: settings.MODEL_RETRIES,
    openHttp: await loadHttp(),
  })
}

/** The address and key of the embedding endpoint; a key is sent only to the address it was configured for. */
export function embeddingAccess(
  settings: Pick<Settings, 'EMBEDDER_BASE_URL' | 'EMBEDDER_API_KEY' | 'OPENAI_BASE_URL' | 'OPENAI_API_KEY'>,
): { baseUrl: string; apiKey: string | null } {
  const chatUrl = settings.OPENAI_BASE_URL ?? OPENAI_ADDRESS
  const baseUrl = settings.EMBEDDER_BASE_URL ?? chatUrl
  const plain = (url: string) => url.replace(/(?<!\/)\/+$/, '')
  const sharedKey = plain(baseUrl) === plain(chatUrl) ? settings.OPENAI_API_KEY : undefined
  return { baseUrl, apiKey: settings.EMBEDDER_API_KEY ?? sharedKey ?? null }
}

function measured(embedder: Embedder, onEnd: (durationMs: number) => void): Embedder {
  return {
    ...embedder,
    async embed(texts, caller) {
      const startedAt = performance.now()
      const vectors = await embedder.embed(texts, caller)
      onEnd(performance.now() - startedAt)
      return vectors
    },
  }
}
