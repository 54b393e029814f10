import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { StartError } from '../../contract/start-error.ts'
import { type SupportShape, supportModelBytes } from '../../transformer/support/support-weights.ts'
import { assetFolders } from './package-folder.ts'
import { shared } from './shared-bytes.ts'
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

/** The files of the support model, read and checked; the weights can be shared by threads. */
export interface SupportModelFiles {
  shape: SupportShape
  weights: Uint8Array
}

/** Reads the model that judges claims by sentences, see `models/support/README.md`. */
export async function readSupportModel(folder = assetFolders().support): Promise<SupportModelFiles> {
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
  return { shape, weights: shared(weights) }
}
