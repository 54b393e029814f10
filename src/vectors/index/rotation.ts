import { EMBEDDING_DIMENSIONS } from '../../contract/limits.ts'
import { stableHash, stableShuffle } from '../../utils/stable-hash.ts'
import type { IndexKernel } from './index-kernel.ts'

/** Three rounds let every number of a vector reach every other. */
const ROUNDS = 3
const BYTES = 4 * EMBEDDING_DIMENSIONS
/** The sign of a 32-bit float. */
const SIGN = 0x80000000

/** Bytes of the code of a vector: one bit for each number. */
export const CODE_BYTES = EMBEDDING_DIMENSIONS / 8

/** What each round does, computed for the first table: it would be most of the work of opening another. */
let mixings: Array<{ places: number[]; flips: number[] }> | null = null

/**
 * Turns vectors into codes: the signs of their numbers after a rotation, always the same, in a direction that has nothing
 * to do with the model. Without it the columns of a model, which are unequal, make codes of unequal bits.
 */
export function createRotation(kernel: IndexKernel): (vector: Float32Array) => Uint8Array {
  const [one, other, code] = [kernel.reserve(BYTES), kernel.reserve(BYTES), kernel.reserve(CODE_BYTES)]
  mixings ??= Array.from({ length: ROUNDS }, (_, round) => ({
    places: shuffledPlaces(`order ${round}`),
    flips: randomSigns(`signs ${round}`),
  }))
  const rounds = mixings.map(({ places, flips }) => {
    const [order, signs] = [kernel.reserve(BYTES), kernel.reserve(BYTES)]
    view(kernel, order).set(places)
    view(kernel, signs).set(flips)
    return { order, signs }
  })

  return (vector) => {
    new Float32Array(kernel.memory.buffer, one, EMBEDDING_DIMENSIONS).set(vector)
    let [from, to] = [one, other]
    for (const { order, signs } of rounds) {
      kernel.mix(from, to, order, signs)
      ;[from, to] = [to, from]
    }
    kernel.code(from, code)
    return new Uint8Array(kernel.memory.buffer, code, CODE_BYTES)
  }
}

function view({ memory }: IndexKernel, place: number): Uint32Array {
  return new Uint32Array(memory.buffer, place, EMBEDDING_DIMENSIONS)
}

function shuffledPlaces(seed: string): number[] {
  const places = Array.from({ length: EMBEDDING_DIMENSIONS }, (_, place) => 4 * place)
  return stableShuffle(places, String, seed)
}

function randomSigns(seed: string): number[] {
  return Array.from({ length: EMBEDDING_DIMENSIONS }, (_, place) => stableHash(`${seed} ${place}`) & SIGN)
}
