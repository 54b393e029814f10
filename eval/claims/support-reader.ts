import { readSupportModel } from '../../src/adapters/assets/support-model-files.ts'
import { readBuiltinModel } from '../../src/adapters/embedders/builtin-embedder.ts'
import type { ReadSupport } from '../../src/engine/measure/claims/bearing.ts'
import { createSupportReader } from '../../src/engine/measure/claims/support-reader.ts'
import { sentencesOf } from '../../src/language/sentences.ts'
import { createSupportModel, type SupportModel } from '../../src/transformer/support/support-model.ts'

/** Opens the reader that the service ships, in this thread. */
export async function openSupportReader(): Promise<ReadSupport> {
  const read = createSupportReader(await openModel())
  return async (claims, texts, wanted) => read(claims, texts, wanted)
}

/** Opens the model alone: every claim is judged by the first sentences of every text, whatever words they share. */
export async function openBareModel(): Promise<ReadSupport> {
  const model = await openModel()
  return async (claims, texts) =>
    claims.map((claim) =>
      texts.map((text) => {
        const { supports, contradicts } = model.judge(model.read(claim), sentencesOf(text).map(model.read))
        return { supports, contradicts, shared: 0 }
      }),
    )
}

async function openModel(): Promise<SupportModel> {
  const [{ wordPieces }, files] = await Promise.all([readBuiltinModel(), readSupportModel()])
  return createSupportModel({ ...files, encode: wordPieces.encode })
}
