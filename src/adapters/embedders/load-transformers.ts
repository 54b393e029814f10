import { StartError } from '../../contract/start-error.ts'
import type { SentenceModel } from './sentence-model-folder.ts'

/** Makes vectors of texts; the numbers of all of them come in one row. */
type ExtractFeatures = (
  texts: string[],
  options: { pooling: SentenceModel['pooling']; normalize: boolean },
) => Promise<{ dims: number[]; data: ArrayLike<number> }>

/** As much of `@huggingface/transformers` as is used. */
export interface Transformers {
  env: { allowRemoteModels: boolean; localModelPath: string; useFSCache: boolean }
  pipeline(
    task: 'feature-extraction',
    model: string,
    options: { dtype: SentenceModel['precision']; device: 'cpu'; local_files_only: boolean },
  ): Promise<ExtractFeatures>
}

const PACKAGE = '@huggingface/transformers'

/** Loads the optional package that runs ONNX models, or says how to get it. */
export async function loadTransformers(
  // Imported by a variable: the package is optional, and compiler and bundler would look for one named in place.
  importPackage: (name: string) => Promise<Transformers> = (name) => import(name),
): Promise<Transformers> {
  try {
    return await importPackage(PACKAGE)
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error)
    throw new StartError(
      words.startsWith(`Cannot find package '${PACKAGE}'`)
        ? `EMBEDDER=onnx needs the package ${PACKAGE}: npm install ${PACKAGE}`
        : `EMBEDDER=onnx: the package ${PACKAGE} cannot be loaded: ${words}`,
      { cause: error },
    )
  }
}
