import { EMBEDDING_DIMENSIONS } from '../contract/limits.ts'
import { dotProductAt } from '../vectors/dot-product.ts'
import { createCodedRows, ROWS_AT_ONCE } from '../vectors/index/coded-rows.ts'

/**
 * How many standard deviations a code may be off. Its bits vary less than independent ones would, because the rotation
 * keeps their directions at right angles: with three deviations, none of two million findings for 8,424 questions was
 * lost; with two, 1,235.
 */
const MOST_DEVIATIONS = 4

/** An estimated cosine is off by at most this: whole numbers of 16 bits, and rounded to steps of 0.00005. */
export const ESTIMATE_ERROR = 0.001

/** The vectors of the axioms, compared with another one. */
export interface ComparedVectors {
  /** The rows whose codes differ in at most so many bits, which bounds their cosines: see mostDifferingBits. */
  near(bits: number): number[]
  /** The cosines with some rows, each off by at most ESTIMATE_ERROR. */
  estimates(rows: number[]): number[]
  /** The cosine with one row. */
  cosine(row: number): number
}

/** Compares a vector with those of all axioms. */
export type CompareVectors = (vector: Float32Array) => ComparedVectors

/** How many rows are coded in one turn: about ten milliseconds. */
const ROWS_PER_TURN = 1_000

/** Compares codes in WebAssembly, which computes several numbers at a time; a code has 96 bytes, a vector 3 kB. */
export async function createAxiomVectors(
  table: Float32Array,
  takeTurn: () => Promise<void> = async () => {},
): Promise<CompareVectors> {
  const size = table.length / EMBEDDING_DIMENSIONS
  const coded = createCodedRows(size)
  const rows = Int32Array.from({ length: size }, (_, row) => row)
  for (const row of rows) {
    if (row % ROWS_PER_TURN === 0) await takeTurn()
    const start = row * EMBEDDING_DIMENSIONS
    coded.put(row, table.subarray(start, start + EMBEDDING_DIMENSIONS))
  }

  return (vector) => {
    const asked = coded.ask(vector)
    return {
      near(bits) {
        const near: number[] = []
        for (let start = 0; start < size; start += ROWS_AT_ONCE) {
          const found = coded.near(asked, rows.subarray(start, start + ROWS_AT_ONCE), bits)
          for (let place = 0; place < found.length; place += 2) near.push(found[place]!)
        }
        return near
      },
      estimates: (some) => coded.cosines(asked, Int32Array.from(some)),
      cosine: (row) => dotProductAt(vector, table, row * EMBEDDING_DIMENSIONS),
    }
  }
}

/** In how many bits the codes of two vectors with at least this cosine differ at most: each with the share that their angle has of 180°. */
export function mostDifferingBits(cosine: number): number {
  const share = Math.acos(cosine) / Math.PI
  const deviation = Math.sqrt(EMBEDDING_DIMENSIONS * share * (1 - share))
  return Math.ceil(EMBEDDING_DIMENSIONS * share + MOST_DEVIATIONS * deviation)
}
