import { openOnnxEmbedder } from '../adapters/embedders/onnx-embedder.ts'
import { createOpenAiEmbedder } from '../adapters/embedders/openai-embedder.ts'
import type { Settings } from '../config/settings.ts'
import type { Embedder } from '../vectors/embedder.ts'

const OPENAI_ADDRESS = 'https://api.openai.com/v1'

/** The embedding model that EMBEDDER names; the built-in one is open already. */
export async function openEmbedder(settings: Settings, builtin: Embedder): Promise<Embedder> {
  switch (settings.EMBEDDER) {
    case 'builtin':
      return builtin
    case 'onnx':
      return openOnnxEmbedder(settings.EMBEDDER_FOLDER ?? '')
    case 'openai':
      return createOpenAiEmbedder({
        model: settings.EMBEDDER_MODEL,
        ...embeddingAccess(settings),
        timeoutMs: settings.MODEL_TIMEOUT_SECONDS * 1000,
        retries: settings.MODEL_RETRIES,
      })
  }
}

/** Where the embedding endpoint is and which key it gets; a key goes to the address it was given for and no other. */
export function embeddingAccess(
  settings: Pick<Settings, 'EMBEDDER_BASE_URL' | 'EMBEDDER_API_KEY' | 'OPENAI_BASE_URL' | 'OPENAI_API_KEY'>,
): { baseUrl: string; apiKey: string | null } {
  const chatUrl = settings.OPENAI_BASE_URL ?? OPENAI_ADDRESS
  const baseUrl = settings.EMBEDDER_BASE_URL ?? chatUrl
  const plain = (url: string) => url.replace(/(?<!\/)\/+$/, '')
  const sharedKey = plain(baseUrl) === plain(chatUrl) ? settings.OPENAI_API_KEY : undefined
  return { baseUrl, apiKey: settings.EMBEDDER_API_KEY ?? sharedKey ?? null }
}
