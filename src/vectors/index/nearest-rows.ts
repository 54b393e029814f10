import { EMBEDDING_DIMENSIONS } from '../../contract/limits.ts'

/** Collects so many rows with the fewest differing bits; a count of rows for each difference says how near the nearest are. */
export function createNearestRows(wanted: number) {
  const counts = new Int32Array(EMBEDDING_DIMENSIONS + 1)
  const rows: number[] = []
  const differences: number[] = []
  let most = EMBEDDING_DIMENSIONS
  /** How many rows differ in at most `most` bits. */
  let within = 0

  return {
    /** Rows that differ in more bits are not among the nearest. */
    most: () => most,

    /** Takes rows and their differences in turn, none of them above `most`. */
    add(found: Int32Array): void {
      for (let place = 0; place < found.length; place += 2) {
        const difference = found[place + 1]!
        rows.push(found[place]!)
        differences.push(difference)
        counts[difference]!++
      }
      within += found.length / 2
      while (within - counts[most]! >= wanted) within -= counts[most--]!
    },

    /** The nearest rows; more than wanted where several differ as much, but no more than this many. */
    rows(limit: number): Int32Array {
      // A set, because rows moved during a pause may have been found twice.
      const near = new Set<number>()
      for (let place = 0; place < rows.length; place++) if (differences[place]! < most) near.add(rows[place]!)
      for (let place = 0; place < rows.length; place++)
        if (differences[place] === most && near.size < limit) near.add(rows[place]!)
      return Int32Array.from(near)
    },
  }
}
