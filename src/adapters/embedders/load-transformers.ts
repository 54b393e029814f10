import { StartError } from '../../contract/start-error.ts'
import type { SentenceModel } from './sentence-model-folder.ts'

/** Computes vectors of texts; the numbers of all texts are returned in one array. */
type ExtractFeatures = (
  texts: string[],
  options: { pooling: SentenceModel['pooling']; normalize: boolean },
) => Promise<{ dims: number[]; data: ArrayLike<number> }>

/** The part of `@huggingface/transformers` that is used. */
export interface Transformers {
  env: { allowRemoteModels: boolean; localModelPath: string; useFSCache: boolean }
  pipeline(
    task: 'feature-extraction',
    model: string,
    options: { dtype: SentenceModel['precision']; device: 'cpu'; local_files_only: boolean },
  ): Promise<ExtractFeatures>
}

const PACKAGE = '@huggingface/transformers'

/** Loads the optional package that runs ONNX models, or throws an error that says how to install it. */
export async function loadTransformers(
  // Imported through a variable: the package is optional, and compiler and bundler would try to resolve a literal name.
  importPackage: (name: string) => Promise<Transformers> = (name) => import(name),
): Promise<Transformers> {
  try {
    return await importPackage(PACKAGE)
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error)
    throw new StartError(
      words.startsWith(`Cannot find package '${PACKAGE}'`)
        ? `EMBEDDER=onnx requires the package ${PACKAGE}. Install it with: npm install ${PACKAGE}`
        : `EMBEDDER=onnx: the package ${PACKAGE} cannot be loaded: ${words}`,
      { cause: error },
    )
  }
}
