import type { AxiomRecord } from '../contract/axiom.ts'
import { EMBEDDING_DIMENSIONS } from '../contract/limits.ts'
import { dotProduct, midway } from '../vectors/cosine.ts'
import { embedStored, type OneAtATime, type VectorStore, withoutLock } from '../vectors/embed-stored.ts'
import type { Embedder } from '../vectors/embedder.ts'
import { createCodedRows, ROWS_AT_ONCE } from '../vectors/index/coded-rows.ts'
import type { WordIndex } from './word-evidence.ts'

/**
 * How many standard deviations a code may be off. Its bits vary less than independent ones would, because the rotation
 * keeps their directions at right angles: with three deviations, none of two million findings for 8,424 questions was
 * lost; with two, 1,235.
 */
const MOST_DEVIATIONS = 4

/** An estimated cosine is off by at most this: whole numbers of 16 bits, and rounded to steps of 0.00005. */
export const ESTIMATE_ERROR = 0.001

/** How many rows are coded in one turn: about ten milliseconds. */
const ROWS_PER_TURN = 1_000

export type CompareVectors = Awaited<ReturnType<typeof createAxiomVectors>>

/** Compares codes in WebAssembly, which computes several numbers at a time; a code has 96 bytes, a vector 3 kB. */
export async function createAxiomVectors(
  table: Float32Array,
  takeTurn: () => Promise<void> = async () => {},
) {
  const size = table.length / EMBEDDING_DIMENSIONS
  const coded = createCodedRows(size)
  const rows = Int32Array.from({ length: size }, (_, row) => row)
  for (const row of rows) {
    if (row % ROWS_PER_TURN === 0) await takeTurn()
    const start = row * EMBEDDING_DIMENSIONS
    coded.put(row, table.subarray(start, start + EMBEDDING_DIMENSIONS))
  }

  return (vector: Float32Array) => {
    const asked = coded.ask(vector)
    return {
      /** The rows whose codes differ in at most so many bits, which bounds their cosines: see mostDifferingBits. */
      near(bits: number): number[] {
        const near: number[] = []
        for (let start = 0; start < size; start += ROWS_AT_ONCE) {
          const found = coded.near(asked, rows.subarray(start, start + ROWS_AT_ONCE), bits)
          for (let place = 0; place < found.length; place += 2) near.push(found[place]!)
        }
        return near
      },
      /** The cosines with some rows, each off by at most ESTIMATE_ERROR. */
      estimates: (some: number[]) => coded.cosines(asked, Int32Array.from(some)),
      cosine: (row: number) => dotProduct(vector, table, row * EMBEDDING_DIMENSIONS),
    }
  }
}

/** In how many bits the codes of two vectors with at least this cosine differ at most: each with the share that their angle has of 180°. */
export function mostDifferingBits(cosine: number): number {
  const share = Math.acos(cosine) / Math.PI
  const deviation = Math.sqrt(EMBEDDING_DIMENSIONS * share * (1 - share))
  return Math.ceil(EMBEDDING_DIMENSIONS * share + MOST_DEVIATIONS * deviation)
}

interface AxiomEmbedding {
  embedder: Embedder
  /** Default: nothing is stored, because the built-in model makes its vectors in a moment. */
  store?: VectorStore
  oneAtATime?: OneAtATime
  onProgress?: (left: number) => void
  /** The vectors of the first axioms, if they are known already. */
  known?: Float32Array | undefined
}

const NO_VECTOR_STORE: VectorStore = {
  load: async () => new Map(),
  save: async () => {},
  keepOnly: async () => {},
}

/** One vector per axiom: midway between its statement alone and with its description, so that either finds it. */
export async function embedAxioms(
  records: AxiomRecord[],
  {
    embedder,
    store = NO_VECTOR_STORE,
    oneAtATime = withoutLock,
    onProgress = () => {},
    known = new Float32Array(0),
  }: AxiomEmbedding,
): Promise<Float32Array> {
  const others = records.slice(known.length / EMBEDDING_DIMENSIONS)
  if (others.length === 0) return known
  const statementOf = new Map(others.map((record) => [entryOf(record), record.axiom]))
  const vectors = await embedStored(others.map(entryOf), {
    // How the two are combined is part of what a stored vector means.
    embedder: `${embedder.name}|midway`,
    async embed(entries) {
      const statements = entries.map((entry) => statementOf.get(entry)!)
      const made = await embedder.embed([...statements, ...entries])
      return entries.map((_, place) => midway(made[place]!, made[entries.length + place]!))
    },
    store,
    oneAtATime,
    onProgress,
  })
  const table = new Float32Array(records.length * EMBEDDING_DIMENSIONS)
  table.set(known)
  vectors.forEach((vector, place) => {
    table.set(vector, known.length + place * EMBEDDING_DIMENSIONS)
  })
  return table
}

function entryOf({ axiom, description }: AxiomRecord): string {
  return `${axiom} ${description}`
}

/** What is computed from axioms before they can be searched, which takes seconds for those that come with the service. */
export interface PreparedAxioms {
  vectors: Float32Array
  words: WordIndex
}
