import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createPairModel, type PairModel } from '../../cache/same-question/pair-model/pair-model.ts'
import type { PairShape } from '../../cache/same-question/pair-model/pair-weights.ts'
import { StartError } from '../../contract/start-error.ts'
import type { WordPieces } from '../../vectors/word-pieces.ts'
import { assetFolders } from './package-folder.ts'
import { verifyChecksum } from './verify-checksum.ts'

/** What `model.json` says of the model. */
type Description = PairShape & { weights_sha256: string }

/** Opens the model that compares two questions, see `models/same-question/README.md`. */
export async function openPairModel(
  { encode }: WordPieces,
  folder = assetFolders().sameQuestion,
): Promise<PairModel> {
  const read = (file: string) =>
    readFile(join(folder, file)).catch((error: Error) => {
      throw new StartError(
        `The pair model of the cache cannot be read: ${error.message}. Restore models/same-question from the repository.`,
      )
    })
  const [description, weights] = await Promise.all([read('model.json'), read('weights.bin')])
  const { weights_sha256, ...shape }: Description = JSON.parse(description.toString())
  await verifyChecksum(join(folder, 'weights.bin'), weights, weights_sha256)
  return createPairModel({ shape, weights, encode })
}
