import { createHash, webcrypto } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { PreparedAxioms } from '../../axioms/axiom-vectors.ts'
import type { AxiomRecord } from '../../contract/axiom.ts'
import { ENGINE_VERSION } from '../../engine/index.ts'
import { readBuiltinModel } from '../embedders/builtin-embedder.ts'
import { type AssetFolders, readAxioms, readMeasures } from './data-files.ts'

/** Reads what a panel needs to deliberate: the axioms, the models, and everything that was fitted on recorded data. */
export async function readPanelAssets(folders: AssetFolders) {
  // The model is begun first: it is the largest, and other threads read it meanwhile.
  const [embedding, found, fitted] = await Promise.all([
    readBuiltinModel(folders.embedding),
    readPrepared(folders.preparedAxioms),
    readFitted(folders),
  ])
  const isCurrent = found?.key === preparationKey(fitted.axioms, embedding.name)
  return {
    ...fitted,
    embedding,
    /** What the build computed from these axioms; null where it must be computed now. */
    prepared: isCurrent ? found!.prepared : null,
  }
}

/** Rejects rather than throws, so that the model, which is being read already, is waited for as well. */
async function readFitted({ data, axioms }: AssetFolders) {
  return { axioms: readAxioms(axioms), measures: readMeasures(data) }
}

/** What the file of prepared axioms says in its first line, after the digest of all that follows; then come the numbers. */
interface Header {
  key: string
  axioms: number
  words: string[]
  /** How many numbers of four bytes each part has, in this order. */
  lengths: { vectors: number; counts: number; places: number; covers: number; focuses: number }
}

const FORM = 1
export const NUMBER_BYTES = 4
const DIGEST_BYTES = 32

/** Identifies what axioms are prepared with: the code, the embedder and the axioms. */
export function preparationKey(axioms: AxiomRecord[], embedder: string): string {
  return createHash('sha256')
    .update(JSON.stringify([FORM, ENGINE_VERSION, embedder, axioms]))
    .digest('hex')
}

/** Reads the file of prepared axioms; null if there is none or it is damaged. */
export async function readPrepared(file: string): Promise<Prepared> {
  const content = await readFile(file).catch(() => null)
  return content === null ? null : unpackPrepared(content)
}

/** Prepared axioms, with the key of what they were made of. */
type Prepared = { key: string; prepared: PreparedAxioms } | null

/** What the content of the file of prepared axioms says; null if it is damaged. */
export async function unpackPrepared(content: Buffer<ArrayBuffer>): Promise<Prepared> {
  const digest = await webcrypto.subtle.digest('SHA-256', content.subarray(DIGEST_BYTES))
  if (!content.subarray(0, DIGEST_BYTES).equals(new Uint8Array(digest))) return null
  const end = content.indexOf('\n', DIGEST_BYTES)
  const { key, axioms, words, lengths }: Header = JSON.parse(content.toString('utf8', DIGEST_BYTES, end))
  let place = content.byteOffset + end + 1
  const next = (length: number) => {
    place += NUMBER_BYTES * length
    return [content.buffer, place - NUMBER_BYTES * length, length] as const
  }
  return {
    key,
    prepared: {
      vectors: new Float32Array(...next(lengths.vectors)),
      words: {
        axioms,
        words,
        counts: new Uint32Array(...next(lengths.counts)),
        places: new Uint32Array(...next(lengths.places)),
        covers: new Float32Array(...next(lengths.covers)),
        focuses: new Float32Array(...next(lengths.focuses)),
      },
    },
  }
}
