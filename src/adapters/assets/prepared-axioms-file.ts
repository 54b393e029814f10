import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { PreparedAxioms } from '../../axioms/prepared-axioms.ts'
import type { AxiomRecord } from '../../contract/axiom.ts'
import { ENGINE_VERSION } from '../../engine/index.ts'

/** What the first line of the file says after the key; the numbers follow. */
interface Header {
  axioms: number
  words: string[]
  /** How many numbers of four bytes each part has, in this order. */
  lengths: { vectors: number; counts: number; places: number; covers: number; focuses: number }
}

const BYTES = 4

/** Identifies what axioms are prepared with: the code, the embedder and the axioms. */
export function preparationKey(axioms: AxiomRecord[], embedder: string): string {
  return createHash('sha256')
    .update(JSON.stringify([ENGINE_VERSION, embedder, axioms]))
    .digest('hex')
}

/** The content of the file that the build writes. */
export function packPrepared(key: string, { vectors, words: index }: PreparedAxioms): Buffer {
  const { axioms, words, counts, places, covers, focuses } = index
  const parts = [vectors, counts, places, covers, focuses]
  const header: Header = {
    axioms,
    words,
    lengths: {
      vectors: vectors.length,
      counts: counts.length,
      places: places.length,
      covers: covers.length,
      focuses: focuses.length,
    },
  }
  const line = `${key}${JSON.stringify(header)}\n`
  // The numbers begin at a multiple of their size.
  const missing = -Buffer.byteLength(line) & (BYTES - 1)
  return Buffer.concat([
    Buffer.from(line.replace('\n', `${' '.repeat(missing)}\n`)),
    ...parts.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength)),
  ])
}

/** Reads that file; null if there is none, it is not whole, or it was made of other axioms or with other code. */
export async function readPrepared(file: string, key: string): Promise<PreparedAxioms | null> {
  const content = await readFile(file).catch(() => null)
  const end = content?.indexOf('\n') ?? -1
  if (content === null || end === -1 || content.toString('latin1', 0, key.length) !== key) return null
  const { axioms, words, lengths }: Header = JSON.parse(content.toString('utf8', key.length, end))
  let place = end + 1
  if (content.length !== place + BYTES * Object.values(lengths).reduce((sum, length) => sum + length))
    return null
  const next = (length: number) => {
    place += BYTES * length
    return [content.buffer, content.byteOffset + place - BYTES * length, length] as const
  }
  return {
    vectors: new Float32Array(...next(lengths.vectors)),
    words: {
      axioms,
      words,
      counts: new Uint32Array(...next(lengths.counts)),
      places: new Uint32Array(...next(lengths.places)),
      covers: new Float32Array(...next(lengths.covers)),
      focuses: new Float32Array(...next(lengths.focuses)),
    },
  }
}
