import { createHash } from 'node:crypto'
import { readOwnAxioms } from '../../adapters/assets/own-axioms.ts'
import { createAxiomLibrary } from '../../axioms/axiom-library.ts'
import { createAxiomVectors, embedAxioms } from '../../axioms/axiom-vectors.ts'
import { problemLines, takenBy } from '../../axioms/check-axioms.ts'
import { wordEvidenceIn, wordIndexSteps } from '../../axioms/word-evidence.ts'
import type { AxiomRecord } from '../../contract/axiom.ts'
import { StartError } from '../../contract/start-error.ts'
import { ENGINE_VERSION } from '../../engine/index.ts'
import { inTurns } from '../../utils/in-turns.ts'
import { withoutLock } from '../../vectors/embed-stored.ts'
import { keepTrying } from '../keep-trying.ts'
import type { Embedding } from './embedding.ts'
import type { Assets } from './node-parts.ts'
import type { Runtime } from './runtime.ts'
import type { Storage } from './storage.ts'

export type Axioms = Awaited<ReturnType<typeof openAxioms>>

/** The first pause after an embedder failed; it doubles with every further failure. */
const EMBEDDING_PAUSE_MS = 30_000

interface AxiomParts {
  assets: Assets
  storage: Pick<Storage, 'vectors' | 'oneAtATime'>
  embedding: Embedding
  /** False where no work goes on by itself, so that `embed` has to be called, again after every failure. */
  keepsTrying?: boolean
}

/** Opens the search over the axioms, those of AXIOMS_DIR among them, and embeds those that have no vector yet. */
export async function openAxioms(
  { log, background, settings, turns }: Runtime,
  { assets, storage, embedding, keepsTrying = true }: AxiomParts,
) {
  const { embedder, unmeasured, isBuiltin, progressOf } = embedding
  const own = settings.AXIOMS_DIR === undefined ? [] : await readOwn(settings.AXIOMS_DIR, assets)
  const records = [...assets.axioms, ...own]
  const takeTurn = () => turns.take('axioms')

  async function embed(): Promise<void> {
    const table = await embedAxioms(records, {
      embedder: unmeasured,
      store: storage.vectors,
      // The built-in model costs nothing, and a start should not wait for another process.
      oneAtATime: isBuiltin ? withoutLock : storage.oneAtATime,
      onProgress: progressOf('axioms'),
      known: isBuiltin ? assets.prepared?.vectors : undefined,
    })
    library.useVectors(await createAxiomVectors(table, takeTurn))
  }

  const known = own.length === 0 ? assets.prepared?.words : undefined
  const words = known ?? (await inTurns(wordIndexSteps(records), takeTurn))
  const library = createAxiomLibrary(records, embedder, {
    takeTurn: turns.take,
    evidenceOf: wordEvidenceIn(words),
    own: new Set(own.map(({ id }) => id)),
  })
  // The built-in model takes a moment; another may take minutes, and until then axioms are found by their words.
  if (isBuiltin) await embed()
  else if (keepsTrying)
    void keepTrying(embed, {
      firstPauseMs: EMBEDDING_PAUSE_MS,
      signal: background.signal,
      onFault: (error) => log.warn({ err: error }, 'axioms could not be embedded; trying again later'),
    }).catch(() => {})
  return { library, edition: cacheEdition(embedder.name, { axioms: records, ...assets.measures }), embed }
}

async function readOwn(folder: string, assets: Assets): Promise<AxiomRecord[]> {
  const { records, problems } = await readOwnAxioms(folder, takenBy(assets.axioms))
  if (problems.length === 0) return records
  const lines = ['AXIOMS_DIR has problems. Solve these, or unset it:', ...problemLines(problems)]
  throw new StartError(lines.join('\n  '))
}

/** A short name for everything besides the panel that affects answers; when any of it changes, older answers are no longer served. */
export function cacheEdition(
  embedder: string,
  { axioms, calibration, textChoice }: Record<'axioms' | 'calibration' | 'textChoice', unknown>,
): string {
  const content = JSON.stringify([ENGINE_VERSION, embedder, axioms, calibration, textChoice])
  return createHash('sha256').update(content).digest('hex').slice(0, 16)
}
