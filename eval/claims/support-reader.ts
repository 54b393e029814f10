import { readSupportModel } from '../../src/adapters/assets/support-model-files.ts'
import { readBuiltinModel } from '../../src/adapters/embedders/builtin-embedder.ts'
import type { ReadSupport } from '../../src/engine/measure/claims/bearing.ts'
import { createSupportReader } from '../../src/engine/measure/claims/support-reader.ts'
import { createSupportModel } from '../../src/transformer/support/support-model.ts'

/** Opens the reader that the service ships, in this thread. */
export async function openSupportReader(): Promise<ReadSupport> {
  const [{ wordPieces }, files] = await Promise.all([readBuiltinModel(), readSupportModel()])
  const read = createSupportReader(createSupportModel({ ...files, encode: wordPieces.encode }))
  return async (claims, texts, wanted) => read(claims, texts, wanted)
}
