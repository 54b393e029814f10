import { readOwnAxioms } from '../../adapters/assets/own-axioms.ts'
import { type AxiomLibrary, createAxiomLibrary } from '../../axioms/axiom-library.ts'
import { createAxiomVectors, embedAxioms } from '../../axioms/axiom-vectors.ts'
import { type AxiomProblem, problemLines, takenBy } from '../../axioms/check-axioms.ts'
import { wordEvidenceIn, wordIndexSteps } from '../../axioms/word-evidence.ts'
import type { AxiomRecord } from '../../contract/axiom.ts'
import { StartError } from '../../contract/start-error.ts'
import { type OneAtATime, withoutLock } from '../../locks/one-at-a-time.ts'
import { coalesceRuns } from '../../utils/coalesce-runs.ts'
import { inTurns } from '../../utils/in-turns.ts'
import { cacheEdition } from '../cache-edition.ts'
import { keepTrying } from '../keep-trying.ts'
import type { Assets } from './assets.ts'
import type { Embedding } from './embedding.ts'
import type { FittedPanels } from './fitted-panels.ts'
import type { Runtime } from './runtime.ts'
import type { Storage } from './storage.ts'

interface AxiomParts {
  assets: Assets
  storage: Storage
  embedding: Embedding
  fittedPanels: FittedPanels
  /** Runs background work that no two processes should do at the same time. */
  oneAtATime: OneAtATime
}

/** The axioms at some moment; when they change, there is another object. */
interface AxiomSet {
  library: AxiomLibrary
  /** Identifies what answers are made with. */
  edition: string
}

/** The axioms and the search over them. */
export type Axioms = Awaited<ReturnType<typeof openAxioms>>

/** The first pause after an embedder failed; it doubles with every further failure. */
const EMBEDDING_PAUSE_MS = 30_000

/** Opens the search over the axioms, those of AXIOMS_DIR among them, and embeds those that have no vector yet. */
export async function openAxioms(runtime: Runtime, parts: AxiomParts) {
  const { log, background, settings } = runtime
  const { assets, embedding } = parts
  const { prepare, embed } = axiomSets(runtime, parts)
  const folder = settings.AXIOMS_DIR
  const readOwn = async () =>
    folder === undefined ? { records: [], problems: [] } : readOwnAxioms(folder, takenBy(assets.axioms))

  /** Aborted when other axioms have taken the place of the first ones. */
  const replaced = new AbortController()

  async function openFirst(): Promise<AxiomSet> {
    const own = await readOwn()
    if (own.problems.length > 0) throw unusableAxioms(own.problems)
    const prepared = await prepare(own.records)
    const embedded = embedding.isBuiltin
      ? embed(prepared.records)
      : keepTrying(() => embed(prepared.records), {
          firstPauseMs: EMBEDDING_PAUSE_MS,
          signal: AbortSignal.any([background.signal, replaced.signal]),
          onFault: (error) => log.warn({ err: error }, 'axioms could not be embedded; trying again later'),
        })
    const set = prepared.open(embedded)
    // The built-in model takes a moment; another may take minutes, and until then axioms are found by their words.
    if (embedding.isBuiltin) await embedded
    return set
  }

  /** Reads the folder again; what is under way keeps to the axioms that it began with. */
  async function reload(): Promise<void> {
    try {
      const own = await readOwn()
      if (own.problems.length > 0)
        return log.error(
          { problems: problemLines(own.problems) },
          'AXIOMS_DIR has problems; the axioms stay as they were',
        )
      const prepared = await prepare(own.records)
      const embedded = embed(prepared.records)
      const set = prepared.open(embedded)
      await embedded
      current = set
      replaced.abort()
      log.info({ own: own.records.length, axioms: prepared.records.length }, 'the axioms were read again')
    } catch (error) {
      if (!background.signal.aborted)
        log.error({ err: error }, 'AXIOMS_DIR could not be read again; the axioms stay as they were')
    }
  }

  let current = await openFirst()
  const library: AxiomLibrary = {
    search: (search) => current.library.search(search),
    searchWithFallback: (search) => current.library.searchWithFallback(search),
    findAnchors: (search) => current.library.findAnchors(search),
    describe: () => current.library.describe(),
  }
  return {
    /** Always searches the current axioms. */
    library,
    /** The axioms at this moment, for whoever keeps to them. */
    current: () => current,
    reload: coalesceRuns(reload),
  }
}

/** How sets of axioms are made, in turns with requests. */
function axiomSets({ turns }: Runtime, { assets, storage, embedding, oneAtATime, fittedPanels }: AxiomParts) {
  const { embedder, unmeasured, isBuiltin, progressOf } = embedding
  const takeTurn = () => turns.take('axioms')
  return {
    /** Reads the words of the built-in axioms and of others. */
    async prepare(others: AxiomRecord[]) {
      const records = [...assets.axioms, ...others]
      const own = new Set(others.map(({ id }) => id))
      const known = others.length === 0 ? assets.prepared?.words : undefined
      const words = known ?? (await inTurns(wordIndexSteps(records), takeTurn))
      const edition = cacheEdition(embedder.name, {
        ...{ axioms: records, ...assets.measures },
        fitted: fittedPanels.panels,
      })
      const parts = { takeTurn: turns.take, evidenceOf: wordEvidenceIn(words), own }
      return {
        records,
        open: (embedded: ReturnType<typeof embed>): AxiomSet => ({
          library: createAxiomLibrary(records, embedder, embedded, parts),
          edition,
        }),
      }
    },
    embed,
  }

  async function embed(records: AxiomRecord[]) {
    const table = await embedAxioms(records, {
      embedder: unmeasured,
      store: storage.vectors,
      // The built-in model costs nothing, and a start should not wait for a process that may be dead.
      oneAtATime: isBuiltin ? withoutLock : oneAtATime,
      onProgress: progressOf('axioms'),
      known: isBuiltin ? assets.prepared?.vectors : undefined,
    })
    return createAxiomVectors(table, takeTurn)
  }
}

function unusableAxioms(problems: AxiomProblem[]): StartError {
  return new StartError(
    ['AXIOMS_DIR has problems. Solve these, or unset it:', ...problemLines(problems)].join('\n  '),
  )
}
