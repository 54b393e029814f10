import { type AxiomLibrary, createAxiomLibrary } from '../../src/axioms/axiom-library.ts'
import { createAxiomVectors, embedAxioms } from '../../src/axioms/axiom-vectors.ts'
import type { AxiomRecord } from '../../src/contract/axiom.ts'
import { withoutLock } from '../../src/vectors/embed-stored.ts'
import type { Embedder } from '../../src/vectors/embedder.ts'
import { createMemoryVectorStore } from './memory-vector-store.ts'

/** The axiom library, with every axiom embedded. */
export async function openTestLibrary(records: AxiomRecord[], embedder: Embedder): Promise<AxiomLibrary> {
  const table = await embedAxioms(records, {
    embedder,
    store: createMemoryVectorStore(),
    oneAtATime: withoutLock,
    onProgress() {},
  })
  const library = createAxiomLibrary(records, embedder)
  library.useVectors(await createAxiomVectors(table))
  return library
}
