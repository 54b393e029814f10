import { createBoundedCache } from '../utils/bounded-cache.ts'
import { toUnitLength } from './unit-vector.ts'

/** The number of columns for each part of a table model. */
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

/** Computes vectors from word pieces. */
export interface TableModel {
  /** Starts a text: add its pieces in order, then read its vector. */
  begin(): { add(piece: number): void; vector(): Float32Array }
}

/** How many pieces' shares in the convolution are kept; the commonest words are met again and again. */
const SHARES_REMEMBERED = 8192

/** The size in bytes of a model with this shape. */
export function tableBytes({ rows, meaning, order, hidden, fromOrder }: TableShape): number {
  const floats = rows * 2 + 3 * order * hidden + hidden + hidden * fromOrder
  return 4 * floats + rows * (meaning + order)
}

/**
 * A text is the sum of the rows of its pieces, plus what a narrow convolution sees of their order: each piece with the
 * one before and the one after. Rows are 8-bit with a scale each. `models/embedding/training/model.py` is the same
 * model in Python and shows how it was trained.
 */
export function createTableModel(
  { rows, meaning, order, hidden, fromOrder }: TableShape,
  weights: Uint8Array,
): TableModel {
  let offset = weights.byteOffset
  const floats = (count: number) => {
    const view = new Float32Array(weights.buffer, offset, count)
    offset += view.byteLength
    return view
  }
  const bytes = (count: number) => {
    const view = new Int8Array(weights.buffer, offset, count)
    offset += view.byteLength
    return view
  }
  const meaningScale = floats(rows)
  const orderScale = floats(rows)
  const mix = floats(3 * order * hidden)
  const bias = floats(hidden)
  const spread = floats(hidden * fromOrder)
  const meaningRows = bytes(rows * meaning)
  const orderRows = bytes(rows * order)

  // The inner loops process four columns at a time, in doubles, which halves the time of an embedding.
  if ([meaning, order, hidden, fromOrder].some((columns) => columns % 4 !== 0)) {
    throw new RangeError('The columns of a table model must be a multiple of four.')
  }
  const spreadByColumn = transposed(spread, hidden, fromOrder)
  // Three blocks of hidden units: previous, current and next piece.
  const mixByUnit = Float64Array.from(
    [0, 1, 2].flatMap((place) => {
      const block = mix.subarray(place * order * hidden, (place + 1) * order * hidden)
      return [...transposed(block, order, hidden)]
    }),
  )
  const shares = createBoundedCache<number, Float32Array>(SHARES_REMEMBERED)
  const row = new Float64Array(order)
  const nothing: Float32Array = new Float32Array(3 * hidden)

  /** What a piece adds to the hidden units as the previous, current and next piece. */
  function sharesOf(piece: number): Float32Array {
    const known = shares.get(piece)
    if (known !== undefined) return known
    const found = new Float32Array(3 * hidden)
    const scale = orderScale[piece]!
    for (let column = 0; column < order; column++) row[column] = scale * orderRows[piece * order + column]!
    multiply(row, mixByUnit, found)
    shares.set(piece, found)
    return found
  }

  /** Adds the weighted rows of four pieces: reading them in parallel takes half the time. */
  function addMeaning(sum: Float64Array, pieces: number[], weights: number[]): void {
    const [one = 0, two = 0, three = 0, four = 0] = pieces.map((piece) => piece * meaning)
    const [first = 0, second = 0, third = 0, fourth = 0] = weights
    for (let column = 0; column < meaning; column++) {
      sum[column]! +=
        first * meaningRows[one + column]! +
        second * meaningRows[two + column]! +
        third * meaningRows[three + column]! +
        fourth * meaningRows[four + column]!
    }
  }

  return {
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
        add(piece) {
          occurrences.set(piece, (occurrences.get(piece) ?? 0) + 1)
          const after = sharesOf(piece)
          convolve(after)
          here = after
        },
        vector() {
          convolve(nothing)
          // Each row once, times its count, because long texts repeat many pieces. Doubles represent these sums exactly
          // (8-bit weights, 24-bit scales of similar size), so the order does not matter.
          const sum = new Float64Array(meaning)
          const pieces = [...occurrences.keys()]
          const weights = pieces.map((piece) => occurrences.get(piece)! * meaningScale[piece]!)
          for (let start = 0; start < pieces.length; start += 4)
            addMeaning(sum, pieces.slice(start, start + 4), weights.slice(start, start + 4))
          const vector = new Float32Array(meaning + fromOrder)
          vector.set(sum)
          multiply(pooled, spreadByColumn, vector.subarray(meaning))
          return toUnitLength(vector)
        },
      }
    },
  }
}

/** Multiplies a table, row by row, with a vector; four parallel sums take half the time of one. */
function multiply(vector: Float64Array, table: Float64Array, products: Float32Array): void {
  let place = 0
  for (let row = 0; row < products.length; row++) {
    let [first, second, third, fourth] = [0, 0, 0, 0]
    for (let index = 0; index < vector.length; index += 4) {
      first += vector[index]! * table[place]!
      second += vector[index + 1]! * table[place + 1]!
      third += vector[index + 2]! * table[place + 2]!
      fourth += vector[index + 3]! * table[place + 3]!
      place += 4
    }
    products[row] = first + second + third + fourth
  }
}

function transposed(table: Float32Array, rows: number, columns: number): Float64Array {
  const result = new Float64Array(table.length)
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++)
      result[column * rows + row] = table[row * columns + column]!
  }
  return result
}
