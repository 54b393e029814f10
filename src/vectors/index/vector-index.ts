import { EMBEDDING_DIMENSIONS } from '../../contract/limits.ts'
import { type AskedVector, createCodedRows, ROWS_AT_ONCE } from './coded-rows.ts'
import { createNearestRows } from './nearest-rows.ts'
import { createPartedMap } from './parted-map.ts'
import { createRowList, type RowList } from './row-list.ts'
import { createRowOwners } from './row-owners.ts'

/** How many of the rows with the nearest codes are scored exactly. */
const SCORED = 256
/** How many codes are compared before other work gets its turn: less than a millisecond. */
const COMPARED_AT_A_TIME = 16 * ROWS_AT_ONCE

/** What vectors are known by. */
export type VectorId = string | number

/** A stored vector close to the query vector. */
export interface VectorMatch<Id extends VectorId = string> {
  id: Id
  cosine: number
}

/** A vector with its id and partition. */
export interface VectorEntry<Id extends VectorId = string> {
  id: Id
  partition: string
  vector: Float32Array
}

/** Nearest-neighbour search by cosine, with separate partitions. */
export interface VectorIndex<Id extends VectorId = string> {
  /** Adds a vector, replacing an earlier one with the same id. */
  add(entry: VectorEntry<Id>): void
  /** Removes a vector; returns the partition it was in, if any. */
  remove(id: Id): string | null
  ids(): Iterable<Id>
  /** The nearest vectors in these partitions only, nearest first (ties by id). */
  search(
    vector: Float32Array,
    within: { partitions: string[]; limit: number },
  ): Promise<Array<VectorMatch<Id>>>
  size(): number
}

interface Partition {
  name: string
  rows: RowList
}

/**
 * Compares codes of 96 bytes and scores the nearest with the vectors themselves; a few hundred are scored at once.
 * `rest` lets other work have its turn. The index grows beyond `expected` vectors with a pause.
 */
export function createVectorIndex<Id extends VectorId = string>(
  rest: () => Promise<void>,
  expected?: number,
): VectorIndex<Id> {
  const table = createCodedRows(expected)
  const owners = createRowOwners<Id, Partition>()
  const free: number[] = []
  const numbers = createPartedMap<Id, number>()
  const partitions = new Map<string, Partition>()

  function remove(id: Id): string | null {
    const number = numbers.get(id)
    if (number === undefined) return null
    const { partition, place } = owners.get(number)!
    const moved = partition.rows.removeAt(place)
    if (moved !== null) owners.set(moved, { ...owners.get(moved)!, place })
    if (partition.rows.size() === 0) partitions.delete(partition.name)
    numbers.delete(id)
    owners.set(number, null)
    free.push(number)
    return partition.name
  }

  async function candidates(asked: AskedVector, lists: RowList[], wanted: number): Promise<Int32Array> {
    const size = lists.reduce((sum, list) => sum + list.size(), 0)
    // Codes are not worth comparing where every row is scored anyway.
    if (size <= wanted) return Int32Array.from(lists.flatMap((list) => [...list.some(0, size)]))
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
    add({ id, partition, vector }) {
      checkDimensions(vector)
      remove(id)
      const number = free.pop() ?? numbers.size()
      table.put(number, vector)
      const held = partitions.get(partition) ?? { name: partition, rows: createRowList() }
      partitions.set(partition, held)
      owners.set(number, { id, partition: held, place: held.rows.size() })
      held.rows.add(number)
      numbers.set(id, number)
    },

    remove,
    ids: () => numbers.keys(),

    async search(vector, within) {
      checkDimensions(vector)
      const searched = [...new Set(within.partitions)].flatMap((name) => partitions.get(name) ?? [])
      const lists = searched.map(({ rows }) => rows)
      const asked = table.ask(vector)
      const near = await candidates(asked, lists, Math.max(SCORED, 2 * within.limit))
      const cosines = table.cosines(asked, near)
      // Only the owners of those to return are looked up, because they lie far apart in memory.
      const least = Float64Array.from(cosines).sort().at(-within.limit) ?? -1
      const matches: Array<VectorMatch<Id>> = []
      for (let place = 0; place < near.length; place++) {
        if (cosines[place]! < least) continue
        // What was removed during a pause is left out, also if its row is in use again.
        const owner = owners.get(near[place]!)
        if (owner && searched.includes(owner.partition))
          matches.push({ id: owner.id, cosine: cosines[place]! })
      }
      return matches.sort(byCosine).slice(0, within.limit)
    },

    size: numbers.size,
  }
}

/** The rows of several lists, so many at once, however small the lists are. A removal during a pause may hide a row: a miss is safe. */
function* batches(lists: RowList[]): Generator<Int32Array> {
  const batch = new Int32Array(ROWS_AT_ONCE)
  let filled = 0
  for (const list of lists) {
    for (let from = 0; from < list.size(); ) {
      const some = list.some(from, ROWS_AT_ONCE - filled)
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

/** Nearest first; ties by id. */
function byCosine<Id extends VectorId>(left: VectorMatch<Id>, right: VectorMatch<Id>): number {
  return right.cosine - left.cosine || (left.id < right.id ? -1 : 1)
}

function checkDimensions(vector: Float32Array): void {
  if (vector.length === EMBEDDING_DIMENSIONS) return
  throw new RangeError(
    `A vector of ${vector.length} numbers does not fit an index of ${EMBEDDING_DIMENSIONS}.`,
  )
}
