import { readAxioms } from '../../adapters/assets/data-files.ts'
import { createAxiomLibrary } from '../../axioms/axiom-library.ts'
import { embedAxioms } from '../../axioms/embed-axioms.ts'
import { keepTrying } from '../keep-trying.ts'
import type { Embedding } from './embedding.ts'
import type { Runtime } from './runtime.ts'
import type { Storage } from './storage.ts'

/** The axioms and the search over them. */
export type Axioms = Awaited<ReturnType<typeof openAxioms>>

/** The first pause after an embedder failed; it doubles with every further failure. */
const EMBEDDING_PAUSE_MS = 30_000

/** Reads the axioms and embeds those that have no vector yet. */
export async function openAxioms(
  { log, turns, background }: Runtime,
  { vectors }: Storage,
  { embedder, unmeasured, isBuiltin, progressOf }: Embedding,
) {
  const records = readAxioms()
  const embed = () =>
    embedAxioms(records, { embedder: unmeasured, store: vectors, onProgress: progressOf('axioms') })
  const embedded = isBuiltin
    ? embed()
    : keepTrying(embed, {
        firstPauseMs: EMBEDDING_PAUSE_MS,
        signal: background.signal,
        onFault: (error) => log.warn({ err: error }, 'axioms could not be embedded; trying again later'),
      })
  const library = createAxiomLibrary(records, embedder, embedded, turns.take)
  // The built-in model takes a moment; another may take minutes, and until then axioms are found by their words.
  if (isBuiltin) await embedded
  return { records, library }
}
