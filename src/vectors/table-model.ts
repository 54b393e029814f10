import { createBoundedCache } from '../utils/bounded-cache.ts'
import { toUnitLength } from './unit-vector.ts'

/** How many columns of what a table model has. */
export interface TableShape {
  rows: number
  /** Columns that go straight into the vector. */
  meaning: number
  /** Columns that go into the convolution over neighbours, and how many units it has. */
  order: number
  hidden: number
  /** Columns of the vector that come from the convolution. */
  fromOrder: number
}

/** Makes vectors out of pieces. */
export interface TableModel {
  /** Begins a text: its pieces are added in their order, then it has a vector. */
  begin(): { add(piece: number): void; vector(): Float32Array }
}

/** How many pieces' shares in the convolution are kept; the commonest words are met again and again. */
const SHARES_REMEMBERED = 8192

/** How many bytes a model of a shape has. */
export function tableBytes({ rows, meaning, order, hidden, fromOrder }: TableShape): number {
  const floats = rows * 2 + 3 * order * hidden + hidden + hidden * fromOrder
  return 4 * floats + rows * (meaning + order)
}

/**
 * A text is the sum of its pieces' rows, and beside it what a narrow convolution saw of their order: each piece with
 * the one before and the one after. Rows are eight-bit with a scale each. `models/embedding/training/model.py` is the
 * same in Python, and how the numbers came to be.
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

  // The inner loops take four steps at a time, in doubles: that is half the time of an embedding.
  if ([meaning, order, hidden, fromOrder].some((columns) => columns % 4 !== 0)) {
    throw new RangeError('A table model has columns in fours.')
  }
  const spreadByColumn = transposed(spread, hidden, fromOrder)
  // Three blocks of hidden units: before, at hand, after.
  const mixByUnit = Float64Array.from(
    [0, 1, 2].flatMap((place) => {
      const block = mix.subarray(place * order * hidden, (place + 1) * order * hidden)
      return [...transposed(block, order, hidden)]
    }),
  )
  const shares = createBoundedCache<number, Float32Array>(SHARES_REMEMBERED)
  const row = new Float64Array(order)
  const nothing: Float32Array = new Float32Array(3 * hidden)

  /** What a piece adds to the hidden units as the one before, the one at hand and the one after. */
  function sharesOf(piece: number): Float32Array {
    const known = shares.get(piece)
    if (known !== undefined) return known
    const found = new Float32Array(3 * hidden)
    const scale = orderScale[piece]!
    for (let column = 0; column < order; column++) row[column] = scale * orderRows[piece * order + column]!
    for (let unit = 0; unit < found.length; unit++) found[unit] = product(row, mixByUnit, unit * order)
    shares.set(piece, found)
    return found
  }

  /** Adds the rows of four pieces, each times its weight: read side by side they take half the time. */
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

      /** What the convolution sees of the piece at hand, now that the one after is known. */
      function look(after: Float32Array): void {
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
          look(after)
          here = after
        },
        vector() {
          look(nothing)
          // Each row once, times how often it came: a long text repeats many of its pieces. Doubles hold these sums to
          // the last bit (weights of 8 bits, scales of 24 that lie close together), so their order does not matter.
          const sum = new Float64Array(meaning)
          const pieces = [...occurrences.keys()]
          const weights = pieces.map((piece) => occurrences.get(piece)! * meaningScale[piece]!)
          for (let start = 0; start < pieces.length; start += 4)
            addMeaning(sum, pieces.slice(start, start + 4), weights.slice(start, start + 4))
          const vector = new Float32Array(meaning + fromOrder)
          vector.set(sum)
          for (let column = 0; column < fromOrder; column++) {
            vector[meaning + column] = product(pooled, spreadByColumn, column * hidden)
          }
          return toUnitLength(vector)
        },
      }
    },
  }
}

/** The sum of products of a vector and the part of a table that begins at a place. */
function product(vector: Float64Array, table: Float64Array, start: number): number {
  let first = 0
  let second = 0
  let third = 0
  let fourth = 0
  for (let index = 0; index < vector.length; index += 4) {
    const place = start + index
    first += vector[index]! * table[place]!
    second += vector[index + 1]! * table[place + 1]!
    third += vector[index + 2]! * table[place + 2]!
    fourth += vector[index + 3]! * table[place + 3]!
  }
  return first + second + third + fourth
}

function transposed(table: Float32Array, rows: number, columns: number): Float64Array {
  const result = new Float64Array(table.length)
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++)
      result[column * rows + row] = table[row * columns + column]!
  }
  return result
}
