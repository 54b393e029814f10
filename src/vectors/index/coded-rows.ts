import { EMBEDDING_DIMENSIONS, INDEXED_MAXIMUM } from '../../contract/limits.ts'
import { stableHash, stableShuffle } from '../../utils/stable-hash.ts'
import { compileKernel } from './index-kernel-code.ts'

export const ROWS_AT_ONCE = 2048
/** How many rows the memory grows by at least. */
const ROWS_ADDED = 1024
/** Vectors are stored as whole numbers of 16 bits: their products stay below 2³⁰ when they have this length. */
const LENGTH = 32_767
/** Whole numbers give a cosine to about 0.00002: rounded to steps of 0.00005, that of a vector with itself is 1. */
const PRECISION = 20_000
const VECTOR_BYTES = 2 * EMBEDDING_DIMENSIONS
const NUMBER_BYTES = 4

export interface AskedVector {
  code: Uint8Array
  whole: Int16Array
}

/**
 * Creates an empty table of vectors in numbered rows, each with its code, which is compared much faster, and with room
 * for so many rows. Codes and vectors have a memory each, so that both lie close together. Room without rows takes up no
 * memory, and when a large memory grows, V8 stops to collect all garbage.
 */
export function createCodedRows(expected = 0) {
  const [codes, vectors] = [openIndexKernel(), openIndexKernel()]
  const toCode = createRotation(codes)
  const askedCode = codes.reserve(CODE_BYTES)
  const [given, askedWhole] = [vectors.reserve(2 * VECTOR_BYTES), vectors.reserve(VECTOR_BYTES)]
  const codeNumbers = codes.reserve(NUMBER_BYTES * ROWS_AT_ONCE)
  const vectorNumbers = vectors.reserve(NUMBER_BYTES * ROWS_AT_ONCE)
  const found = codes.reserve(2 * NUMBER_BYTES * ROWS_AT_ONCE)
  const products = vectors.reserve(NUMBER_BYTES * ROWS_AT_ONCE)
  let held = 0

  function makeRoom(row: number): void {
    if (row < held) return
    const rows = Math.max(row + ROWS_ADDED, Math.min(2 * held, INDEXED_MAXIMUM))
    codes.growTo(rows * CODE_BYTES)
    vectors.growTo(rows * VECTOR_BYTES)
    // Only now, because growing fails where there is no more memory.
    held = rows
  }

  function toWhole(vector: Float32Array, place: number): Int16Array {
    new Float32Array(vectors.memory.buffer, given, EMBEDDING_DIMENSIONS).set(vector)
    vectors.whole(given, place, LENGTH)
    return new Int16Array(vectors.memory.buffer, place, EMBEDDING_DIMENSIONS)
  }

  makeRoom(expected)

  return {
    put(row: number, vector: Float32Array): void {
      makeRoom(row)
      const code = toCode(vector)
      new Uint8Array(codes.memory.buffer).copyWithin(
        codes.rows() + row * CODE_BYTES,
        code.byteOffset,
        code.byteOffset + CODE_BYTES,
      )
      toWhole(vector, vectors.rows() + row * VECTOR_BYTES)
    },

    ask(vector: Float32Array): AskedVector {
      // Copied, because the memory is used again before the search is over.
      return { code: toCode(vector).slice(), whole: toWhole(vector, askedWhole).slice() }
    },

    /** Those of at most ROWS_AT_ONCE rows whose codes differ in at most so many bits: row, difference, row, difference … */
    near({ code }: AskedVector, rows: Int32Array, most: number): Int32Array {
      new Uint8Array(codes.memory.buffer).set(code, askedCode)
      new Int32Array(codes.memory.buffer, codeNumbers, ROWS_AT_ONCE).set(rows)
      const count = codes.near(codes.rows(), codeNumbers, rows.length, askedCode, most, found)
      return new Int32Array(codes.memory.buffer, found, 2 * count)
    },

    cosines({ whole }: AskedVector, rows: Int32Array): number[] {
      const cosines: number[] = []
      new Int16Array(vectors.memory.buffer, askedWhole, EMBEDDING_DIMENSIONS).set(whole)
      for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
        const some = rows.subarray(start, start + ROWS_AT_ONCE)
        new Int32Array(vectors.memory.buffer, vectorNumbers, ROWS_AT_ONCE).set(some)
        vectors.score(vectors.rows(), vectorNumbers, some.length, askedWhole, products)
        for (const product of new Int32Array(vectors.memory.buffer, products, some.length))
          cosines.push(Math.round((PRECISION * product) / (LENGTH * LENGTH)) / PRECISION)
      }
      return cosines
    },
  }
}

/** Three rounds let every number of a vector reach every other. */
const ROUNDS = 3
const BYTES = 4 * EMBEDDING_DIMENSIONS
/** The sign of a 32-bit float. */
const SIGN = 0x80000000

/** Bytes of the code of a vector: one bit for each number. */
const CODE_BYTES = EMBEDDING_DIMENSIONS / 8

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

const PAGE = 65_536
/** Four numbers are loaded at once. */
const ALIGNMENT = 16

/** The computations of the index, on places in a memory, in bytes. */
interface IndexKernel {
  memory: WebAssembly.Memory
  mix(from: number, to: number, order: number, signs: number): void
  code(from: number, to: number): void
  near(rows: number, numbers: number, count: number, code: number, most: number, out: number): number
  whole(from: number, to: number, length: number): void
  score(rows: number, numbers: number, count: number, asked: number, out: number): void
  /** Reserves so many bytes before the rows; returns their place. */
  reserve(bytes: number): number
  /** Where the rows begin, after everything reserved. */
  rows(): number
  /** Grows the memory, if necessary, to hold this many bytes of rows. */
  growTo(bytes: number): void
}

let compiled: WebAssembly.Module | null = null

/** Opens the kernel on a memory of its own. WebAssembly, because it computes several numbers at a time and JavaScript one. */
export function openIndexKernel(): IndexKernel {
  const memory = new WebAssembly.Memory({ initial: 1 })
  compiled ??= compileKernel()
  const { exports } = new WebAssembly.Instance(compiled, { kernel: { memory } })
  let reserved = 0

  function growBy(bytes: number): void {
    if (bytes > 0) memory.grow(Math.ceil(bytes / PAGE))
  }

  return {
    ...(exports as unknown as Pick<IndexKernel, 'mix' | 'code' | 'near' | 'whole' | 'score'>),
    memory,
    reserve(bytes) {
      const place = reserved
      reserved += Math.ceil(bytes / ALIGNMENT) * ALIGNMENT
      growBy(reserved - memory.buffer.byteLength)
      return place
    },
    rows: () => reserved,
    growTo: (bytes) => growBy(reserved + bytes - memory.buffer.byteLength),
  }
}
