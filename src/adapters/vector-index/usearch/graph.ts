import { EMBEDDING_DIMENSIONS } from '../../../contract/limits.ts'
import type { VectorMatch } from '../../../vectors/vector-index.ts'
import type { NativeIndex } from './native-index.ts'

/** With fewer changed places than this a graph needs no rebuild, however small it is. */
const FEW = 1000

/** The neighbourhood graph of one partition. */
export interface Graph {
  add(ids: string[], vectors: Float32Array): void
  remove(id: string): void
  has(id: string): boolean
  search(vector: Float32Array, limit: number): VectorMatch[]
  size(): number
  /** How often a place was reused. */
  takenAnew(): number
  /** Whether so many places were vacated or reused that a new graph would find more. */
  isWorn(): boolean
  /** The id at each place, null where it is vacant. */
  places(): (string | null)[]
  save(path: string): void
}

interface GraphOptions {
  native: NativeIndex
  /** How many threads add vectors in bulk. */
  threads: number
  /** The places of a loaded graph. */
  places?: (string | null)[]
  takenAnew?: number
}

/**
 * Maps ids to the numbered places of the library. A removed id leaves its place vacant, and the next added one takes it:
 * the library's own removal is used only there, with the same number added again at once. Otherwise the library fills
 * its table with markers of removed numbers until a lookup never ends, and it writes out of bounds when it loads a
 * file with gaps.
 */
export function createGraph({ native, threads, places = [], takenAnew = 0 }: GraphOptions): Graph {
  const placeOf = new Map<string, number>()
  const vacant: number[] = []
  for (const [place, id] of places.entries()) {
    if (id === null) vacant.push(place)
    else placeOf.set(id, place)
  }

  function takePlace(id: string, place: number, vector: Float32Array): void {
    native.remove(BigInt(place))
    native.add(BigUint64Array.of(BigInt(place)), vector, threads)
    places[place] = id
    placeOf.set(id, place)
    takenAnew++
  }

  return {
    add(ids, vectors) {
      const fresh: number[] = []
      const vectorAt = (index: number) =>
        vectors.slice(index * EMBEDDING_DIMENSIONS, (index + 1) * EMBEDDING_DIMENSIONS)
      for (const [index, id] of ids.entries()) {
        const place = placeOf.get(id) ?? vacant.pop()
        if (place !== undefined) takePlace(id, place, vectorAt(index))
        else fresh.push(index)
      }
      if (fresh.length === 0) return
      const keys = BigUint64Array.from(fresh, (_, index) => BigInt(places.length + index))
      const table = new Float32Array(fresh.length * EMBEDDING_DIMENSIONS)
      for (const [row, index] of fresh.entries()) table.set(vectorAt(index), row * EMBEDDING_DIMENSIONS)
      // Only for vectors in new places: the library may deadlock when threads reuse old places in parallel.
      native.add(keys, table, threads)
      for (const index of fresh) placeOf.set(ids[index]!, places.push(ids[index]!) - 1)
    },

    remove(id) {
      const place = placeOf.get(id)
      if (place === undefined) return
      placeOf.delete(id)
      places[place] = null
      vacant.push(place)
    },

    has: (id) => placeOf.has(id),

    search(vector, limit) {
      if (placeOf.size === 0) return []
      // Vacant places are found too: request more until enough of the results are occupied.
      let wanted = Math.min(places.length, limit + Math.min(limit, vacant.length))
      for (;;) {
        const { keys, distances } = native.search(vector, wanted, 1)
        const found: VectorMatch[] = []
        for (const [index, key] of keys.entries()) {
          const id = places[Number(key)] ?? null
          if (id !== null) found.push({ id, cosine: 1 - distances[index]! })
        }
        if (found.length >= Math.min(limit, placeOf.size) || wanted >= places.length)
          return found.slice(0, limit)
        wanted = Math.min(places.length, wanted * 4)
      }
    },

    size: () => placeOf.size,
    takenAnew: () => takenAnew,
    isWorn: () => takenAnew > Math.max(FEW, placeOf.size) || vacant.length > Math.max(FEW, placeOf.size),
    places: () => places,
    save: (path) => native.save(path),
  }
}
