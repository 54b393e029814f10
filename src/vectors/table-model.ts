import { LRUCache } from 'lru-cache'
import { toUnitLength } from './cosine.ts'
import { compileKernel } from './kernel-code.ts'

export interface TableShape {
  rows: number
  /** Columns that are added directly to the vector. */
  meaning: number
  /** Columns that feed the convolution over neighbours, and its number of units. */
  order: number
  hidden: number
  /** Columns of the vector that come from the convolution. */
  fromOrder: number
}

/** How many pieces' shares in the convolution are kept; the commonest words are met again and again. */
const SHARES_REMEMBERED = 8192

/**
 * A text is the sum of the rows of its pieces, plus what a narrow convolution sees of their order: each piece with the
 * one before and the one after. Rows are 8-bit with a scale each. `models/embedding/training/model.py` is the same
 * model in Python and shows how it was trained.
 */
export function createTableModel(
  { rows, meaning, order, hidden, fromOrder }: TableShape,
  weights: Uint8Array,
) {
  let offset = weights.byteOffset
  const next = (length: number) => {
    offset += length
    return offset - length
  }
  const floats = (count: number) => new Float32Array(weights.buffer, next(FLOAT * count), count)
  const bytes = (count: number) => new Int8Array(weights.buffer, next(count), count)
  const meaningScale = floats(rows)
  const orderScale = floats(rows)
  const mix = floats(3 * order * hidden)
  const bias = floats(hidden)
  const spread = floats(hidden * fromOrder)
  const meaningRows = bytes(rows * meaning)
  const orderRows = bytes(rows * order)

  if ([meaning, order, hidden, fromOrder].some((columns) => columns % 4 !== 0))
    throw new RangeError('The columns of a table model must be a multiple of four.')
  // Only the dense matrices go to the kernel's memory.
  const longest = Math.max(order, 3 * hidden, fromOrder)
  const kernel = openKernel(mix.length + spread.length + 2 * longest)
  const factor = kernel.allocate(longest)
  const product = kernel.allocate(longest)
  const spreadByColumn = kernel.allocate(spread.length)
  spreadByColumn.set(transposed(spread, hidden, fromOrder))
  // Three blocks of hidden units: previous, current and next piece.
  const mixByUnit = kernel.allocate(mix.length)
  for (let start = 0; start < mix.length; start += order * hidden)
    mixByUnit.set(transposed(mix.subarray(start), order, hidden), start)
  const sum = new Float64Array(meaning)
  const shares = new LRUCache<number, Float32Array>({ max: SHARES_REMEMBERED })
  const nothing: Float32Array = new Float32Array(3 * hidden)

  /** Multiplies a vector with each row of a table in the kernel; the next call overwrites the result. */
  function multiply(vector: Float64Array | Int8Array, table: Float32Array): Float32Array {
    factor.set(vector)
    kernel.multiply(factor, table, product, vector.length)
    return product.subarray(0, table.length / vector.length)
  }

  /** What a piece adds to the hidden units as the previous, current and next piece. */
  function sharesOf(piece: number): Float32Array {
    const known = shares.get(piece)
    if (known !== undefined) return known
    const row = orderRows.subarray(piece * order, (piece + 1) * order)
    const found = multiply(row, mixByUnit).map((share) => orderScale[piece]! * share)
    shares.set(piece, found)
    return found
  }

  /** The sum of the rows of pieces, each times how often it occurs; the next call overwrites the result. */
  function sumOf(occurrences: Map<number, number>): Float64Array {
    // Each row once, because long texts repeat many pieces. Doubles represent these sums exactly (8-bit weights, 24-bit
    // scales of similar size), so the order does not matter.
    sum.fill(0)
    for (const [piece, count] of occurrences) {
      const weight = count * meaningScale[piece]!
      let place = piece * meaning
      // Four columns at a time take two thirds of the time.
      for (let column = 0; column < meaning; column += 4) {
        sum[column]! += weight * meaningRows[place]!
        sum[column + 1]! += weight * meaningRows[place + 1]!
        sum[column + 2]! += weight * meaningRows[place + 2]!
        sum[column + 3]! += weight * meaningRows[place + 3]!
        place += 4
      }
    }
    return sum
  }

  return {
    /** Starts a text: add its pieces in order, then read its vector. */
    begin() {
      const occurrences = new Map<number, number>()
      const pooled = new Float64Array(hidden)
      let before = nothing
      let here: Float32Array | null = null

      /** Applies the convolution to the current piece, now that the next one is known. */
      function convolve(after: Float32Array): void {
        if (here === null) return
        const [first, second] = [before, here]
        for (let unit = 0; unit < hidden; unit++) {
          const seen = first[unit]! + second[hidden + unit]! + after[2 * hidden + unit]! + bias[unit]!
          if (seen > 0) pooled[unit]! += seen
        }
        before = here
      }

      return {
        add(piece: number): void {
          occurrences.set(piece, (occurrences.get(piece) ?? 0) + 1)
          const after = sharesOf(piece)
          convolve(after)
          here = after
        },
        vector(): Float32Array {
          convolve(nothing)
          const vector = new Float32Array(meaning + fromOrder)
          vector.set(sumOf(occurrences))
          vector.set(multiply(pooled, spreadByColumn), meaning)
          return toUnitLength(vector)
        },
      }
    },
  }
}

function transposed(table: Float32Array, rows: number, columns: number): Float32Array {
  const result = new Float32Array(rows * columns)
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++)
      result[column * rows + row] = table[row * columns + column]!
  }
  return result
}

const PAGE = 65_536
const FLOAT = 4

/** Starts the kernel: WebAssembly, because it computes several numbers at a time. Lengths are multiples of four. */
export function openKernel(floats: number) {
  const memory = new WebAssembly.Memory({ initial: Math.ceil((FLOAT * floats) / PAGE) })
  const { exports } = new WebAssembly.Instance(compileKernel(), { kernel: { memory } })
  const multiply = exports.multiply as (...places: number[]) => void
  let used = 0
  return {
    /** A part of its memory, from which all arguments must come. */
    allocate(length: number): Float32Array {
      const view = new Float32Array(memory.buffer, used, length)
      used += view.byteLength
      return view
    },
    /** A vector of so many columns by each row of a table. */
    multiply(vector: Float32Array, table: Float32Array, out: Float32Array, columns: number): void {
      multiply(vector.byteOffset, table.byteOffset, out.byteOffset, columns, table.length / columns)
    },
  }
}
