import { createHash } from 'node:crypto'
import { NUMBER_BYTES } from '../src/adapters/assets/panel-assets.ts'
import { embedAxioms, type PreparedAxioms } from '../src/axioms/axiom-vectors.ts'
import { wordIndexSteps } from '../src/axioms/word-evidence.ts'
import type { AxiomRecord } from '../src/contract/axiom.ts'
import { atOnce } from '../src/utils/in-turns.ts'
import type { Embedder } from '../src/vectors/embedder.ts'

/** Prepares axioms with the built-in model. */
export async function prepareAxioms(axioms: AxiomRecord[], embedder: Embedder): Promise<PreparedAxioms> {
  return { vectors: await embedAxioms(axioms, { embedder }), words: atOnce(wordIndexSteps(axioms)) }
}

/** The content of the file of prepared axioms; `readPrepared` reads it. */
export function packPrepared(key: string, { vectors, words: index }: PreparedAxioms): Buffer {
  const { axioms, words, counts, places, covers, focuses } = index
  const parts = { vectors, counts, places, covers, focuses }
  const lengths = Object.fromEntries(Object.entries(parts).map(([name, { length }]) => [name, length]))
  const header = JSON.stringify({ key, axioms, words, lengths })
  // The numbers begin at a multiple of their size.
  const missing = -(Buffer.byteLength(header) + 1) & (NUMBER_BYTES - 1)
  const content = Buffer.concat([
    Buffer.from(`${header}${' '.repeat(missing)}\n`),
    ...Object.values(parts).map(({ buffer, byteOffset, byteLength }) =>
      Buffer.from(buffer, byteOffset, byteLength),
    ),
  ])
  return Buffer.concat([createHash('sha256').update(content).digest(), content])
}
