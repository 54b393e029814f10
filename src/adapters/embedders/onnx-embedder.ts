import { basename, dirname, resolve } from 'node:path'
import { EMBEDDING_DIMENSIONS } from '../../contract/limits.ts'
import { StartError } from '../../contract/start-error.ts'
import type { Embedder } from '../../vectors/embedder.ts'
import { checkedVector } from './checked-vector.ts'
import { defaultRelevance } from './default-relevance.ts'
import { loadTransformers, type Transformers } from './load-transformers.ts'
import { readSentenceModel } from './sentence-model-folder.ts'

/** Opens a sentence model from a local folder with its ONNX file and tokenizer; nothing is downloaded. */
export async function openOnnxEmbedder(
  folder: string,
  load: () => Promise<Transformers> = loadTransformers,
): Promise<Embedder> {
  const path = resolve(folder)
  const { precision, pooling, digest } = await readSentenceModel(path)
  const { env, pipeline } = await load()
  env.allowRemoteModels = false
  env.localModelPath = dirname(path)
  // A previously downloaded model of the same name must not replace the one in the folder.
  env.useFSCache = false
  const name = `onnx:${basename(path)}`
  const extract = await pipeline('feature-extraction', basename(path), {
    dtype: precision,
    device: 'cpu',
    local_files_only: true,
  }).catch((error: unknown) => {
    const words = error instanceof Error ? error.message : String(error)
    throw new StartError(`EMBEDDER_FOLDER: the model in ${path} cannot be opened: ${words}`)
  })
  // One text at a time: in a batch, a quantised model returns different numbers for a text, and other work waits longer.
  const numbersOf = (text: string) => extract([text], { pooling, normalize: true })

  const dimensions = (await numbersOf('How many dimensions?')).dims.at(-1)
  if (dimensions !== EMBEDDING_DIMENSIONS) {
    throw new StartError(
      `EMBEDDER_FOLDER: the model in ${path} returns vectors with ${dimensions} dimensions, but this service needs ${EMBEDDING_DIMENSIONS}. Choose a model with ${EMBEDDING_DIMENSIONS} dimensions, for example bge-base-en-v1.5.`,
    )
  }
  return {
    name: `${name}+${digest}`,
    async embed(texts) {
      const vectors: Float32Array[] = []
      for (const text of texts) vectors.push(checkedVector((await numbersOf(text)).data, name))
      return vectors
    },
    relevance: defaultRelevance,
  }
}
