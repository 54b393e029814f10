import type { AxiomRecord } from '../contract/axiom.ts'
import { atOnce } from '../utils/in-turns.ts'
import { withoutLock } from '../vectors/embed-stored.ts'
import type { Embedder } from '../vectors/embedder.ts'
import { embedAxioms, NO_VECTOR_STORE } from './embed-axioms.ts'
import { type WordIndex, wordIndexSteps } from './word-evidence.ts'

/** What is computed from axioms before they can be searched, which takes seconds for those that come with the service. */
export interface PreparedAxioms {
  /** One vector per axiom, made with the built-in model. */
  vectors: Float32Array
  words: WordIndex
}

/** Prepares axioms with the built-in model. */
export async function prepareAxioms(axioms: AxiomRecord[], embedder: Embedder): Promise<PreparedAxioms> {
  const vectors = await embedAxioms(axioms, {
    embedder,
    store: NO_VECTOR_STORE,
    oneAtATime: withoutLock,
    onProgress() {},
  })
  return { vectors, words: atOnce(wordIndexSteps(axioms)) }
}
