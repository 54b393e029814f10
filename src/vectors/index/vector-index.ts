import { EMBEDDING_DIMENSIONS } from '../../contract/limits.ts'
import { type AskedVector, createCodedRows, ROWS_AT_ONCE } from './coded-rows.ts'

/** How many of the rows with the nearest codes are scored exactly. */
const SCORED = 256
/** How many codes are compared before other work gets its turn: less than a millisecond. */
const COMPARED_AT_A_TIME = 16 * ROWS_AT_ONCE

export interface VectorMatch {
  id: number
  cosine: number
}

/** The rows of a partition, in no particular order. */
interface Partition {
  name: string
  rows: number[]
}

/** A Map that is full arranges all its entries anew: with a million, for a tenth of a second. So there are many. */
const MAPS = 256

export type VectorIndex = ReturnType<typeof createVectorIndex>

/** Compares codes of 96 bytes and scores the nearest with the vectors themselves. `rest` lets other work have its turn. */
export function createVectorIndex(rest: () => Promise<void>, expected?: number) {
  const table = createCodedRows(expected)
  // Of each row: whose it is, in which partition, and where among the rows of that. No object for each of a million.
  const ids: number[] = []
  const owners: Array<Partition | null> = []
  const places: number[] = []
  const free: number[] = []
  const rowsById = Array.from({ length: MAPS }, () => new Map<number, number>())
  const mapOf = (id: number) => rowsById[id % MAPS]!
  const partitions = new Map<string, Partition>()

  /** Removes a vector; returns the partition it was in, if any. */
  function remove(id: number): string | null {
    const row = mapOf(id).get(id)
    if (row === undefined) return null
    const partition = owners[row]!
    const last = partition.rows.pop()!
    if (last !== row) {
      partition.rows[places[row]!] = last
      places[last] = places[row]!
    }
    if (partition.rows.length === 0) partitions.delete(partition.name)
    mapOf(id).delete(id)
    owners[row] = null
    free.push(row)
    return partition.name
  }

  async function candidates(asked: AskedVector, lists: number[][], wanted: number): Promise<Int32Array> {
    const size = lists.reduce((sum, list) => sum + list.length, 0)
    // Codes are not worth comparing where every row is scored anyway.
    if (size <= wanted) return Int32Array.from(lists.flat())
    const nearest = createNearestRows(wanted)
    let compared = 0
    for (const some of batches(lists)) {
      nearest.add(table.near(asked, some, nearest.most()))
      compared += some.length
      if (compared < COMPARED_AT_A_TIME) continue
      compared = 0
      await rest()
    }
    return nearest.rows(Math.max(ROWS_AT_ONCE, wanted))
  }

  return {
    add({ id, partition, vector }: { id: number; partition: string; vector: Float32Array }): void {
      checkDimensions(vector)
      remove(id)
      const row = free.pop() ?? ids.length
      table.put(row, vector)
      const held = partitions.get(partition) ?? { name: partition, rows: [] }
      partitions.set(partition, held)
      ids[row] = id
      owners[row] = held
      places[row] = held.rows.length
      held.rows.push(row)
      mapOf(id).set(id, row)
    },

    remove,

    /** The nearest vectors in these partitions only, nearest first (ties by id). */
    async search(
      vector: Float32Array,
      within: { partitions: string[]; limit: number },
    ): Promise<VectorMatch[]> {
      checkDimensions(vector)
      const searched = [...new Set(within.partitions)].flatMap((name) => partitions.get(name) ?? [])
      const lists = searched.map(({ rows }) => rows)
      const asked = table.ask(vector)
      const near = await candidates(asked, lists, Math.max(SCORED, 2 * within.limit))
      const cosines = table.cosines(asked, near)
      // Only the owners of those to return are looked up, because they lie far apart in memory.
      const least = Float64Array.from(cosines).sort().at(-within.limit) ?? -1
      const matches: VectorMatch[] = []
      for (let place = 0; place < near.length; place++) {
        if (cosines[place]! < least) continue
        // What was removed during a pause is left out, also if its row is in use again.
        const row = near[place]!
        const owner = owners[row]
        if (owner && searched.includes(owner)) matches.push({ id: ids[row]!, cosine: cosines[place]! })
      }
      return matches
        .sort((left, right) => right.cosine - left.cosine || left.id - right.id)
        .slice(0, within.limit)
    },
  }
}

/** The rows of several lists, so many at once, however small the lists are. A removal during a pause may hide a row: a miss is safe. */
function* batches(lists: number[][]): Generator<Int32Array> {
  const batch = new Int32Array(ROWS_AT_ONCE)
  let filled = 0
  for (const list of lists) {
    for (let from = 0; from < list.length; ) {
      const some = list.slice(from, from + ROWS_AT_ONCE - filled)
      batch.set(some, filled)
      filled += some.length
      from += some.length
      if (filled < ROWS_AT_ONCE) continue
      yield batch
      filled = 0
    }
  }
  if (filled > 0) yield batch.subarray(0, filled)
}

function checkDimensions(vector: Float32Array): void {
  if (vector.length === EMBEDDING_DIMENSIONS) return
  throw new RangeError(
    `A vector of ${vector.length} numbers does not fit an index of ${EMBEDDING_DIMENSIONS}.`,
  )
}

/** Collects so many rows with the fewest differing bits; a count of rows for each difference says how near the nearest are. */
function createNearestRows(wanted: number) {
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
