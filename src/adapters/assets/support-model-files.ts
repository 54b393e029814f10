import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { StartError } from '../../contract/start-error.ts'
import { createSupportModel, type SupportModel } from '../../transformer/support/support-model.ts'
import { supportModelBytes } from '../../transformer/support/support-weights.ts'
import type { WordPieces } from '../../vectors/word-pieces.ts'
import { projectRoot } from './data-files.ts'
import { verifyChecksum } from './verify-checksum.ts'

const Description = z.object({
  rows: z.int(),
  piece: z.int(),
  width: z.int(),
  heads: z.int(),
  alone: z.int(),
  across: z.int(),
  inner: z.int(),
  reach: z.int(),
  judge: z.int(),
  weights_sha256: z.string(),
})

/** Opens the model that judges claims by sentences, see `models/support/README.md`. */
export async function openSupportModel(
  { encode }: Pick<WordPieces, 'encode'>,
  folder = join(projectRoot(), 'models', 'support'),
): Promise<SupportModel> {
  const read = (file: string) =>
    readFile(join(folder, file)).catch((error: Error) => {
      throw new StartError(
        `The support model cannot be read: ${error.message}. Restore models/support from the repository.`,
      )
    })
  const [description, weights] = await Promise.all([read('model.json'), read('weights.bin')])
  const { weights_sha256, ...shape } = Description.parse(JSON.parse(description.toString()))
  verifyChecksum(join(folder, 'weights.bin'), weights, weights_sha256)
  if (weights.length !== supportModelBytes(shape)) {
    throw new Error(
      `${join(folder, 'weights.bin')} has ${weights.length} bytes, which does not match model.json.`,
    )
  }
  return createSupportModel({ shape, weights, encode })
}
