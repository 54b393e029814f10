import { openSupportModel } from '../../src/adapters/assets/support-model-files.ts'
import { readBuiltinModel } from '../../src/adapters/embedders/builtin-embedder.ts'
import type { ReadSupport } from '../../src/engine/measure/claims/bearing.ts'
import { createSupportReader } from '../../src/engine/measure/claims/support-reader.ts'

/** Opens the reader that the service ships, in this thread. */
export async function openSupportReader(): Promise<ReadSupport> {
  const { wordPieces } = await readBuiltinModel()
  const read = createSupportReader(await openSupportModel(wordPieces))
  return async (claims, texts) => read(claims, texts)
}
