import { openKernel } from '../../../transformer/kernel.ts'
import { layOut, type PairShape } from './pair-weights.ts'

/** Estimates whether two questions, read together, ask the same. */
export interface PairModel {
  /** The logarithm of the odds that two questions ask the same, or null if one is too long for the model. */
  odds(left: string, right: string): number | null
}

/** How many pieces of one question the model was trained to read. */
export const MOST_PIECES = 48
/** Pieces of both questions; the kernel takes multiples of four, so that a few more may be needed. */
const ROWS = 2 * MOST_PIECES + 4
const TINY = 1e-6
/** Space for the unpacked matrices and what is computed for one pair. */
const KERNEL_BYTES = 4 * 1024 * 1024

interface PairModelParts {
  shape: PairShape
  weights: Uint8Array
  /** Splits a text into numbered pieces. */
  encode: (text: string) => Iterable<number>
}

/**
 * A small transformer that reads both questions at once. A piece starts as its row of the table and whether the other
 * question contains it too; then it attends to all pieces of both questions, three times, and the result is judged.
 * Nothing distinguishes the first question from the second, so their order cannot matter. The same model in Python, and
 * how its weights were trained, is in `models/same-question/training/student.py`.
 */
export function createPairModel({ shape, weights, encode }: PairModelParts): PairModel {
  const { piece, width, heads, layers, inner, reach, judge } = shape
  const kernel = openKernel(KERNEL_BYTES)
  const {
    table,
    tableScale,
    vectors: { shared, place, other, growBias, judgeBias, verdict, verdictBias },
    matrices,
  } = layOut(shape, weights, kernel.allocate)
  const rows = kernel.allocate(ROWS * piece)
  const stream = kernel.allocate(ROWS * width)
  const scaled = kernel.allocate(ROWS * width)
  const mixed = kernel.allocate(ROWS * 3 * width)
  const gathered = kernel.allocate(ROWS * width)
  const step = kernel.allocate(ROWS * width)
  const grown = kernel.allocate(ROWS * inner)
  const both = kernel.allocate(2 * 6 * width)
  const judged = kernel.allocate(2 * judge)
  const headWidth = width / heads
  const queries = kernel.allocate(ROWS * headWidth)
  const keys = kernel.allocate(ROWS * headWidth)
  const values = kernel.allocate(ROWS * headWidth)
  const scores = kernel.allocate(ROWS * ROWS)
  const taken = kernel.allocate(ROWS * headWidth)

  /** The numbers of the pieces of both questions, where the second begins, and which pieces occur in both. */
  function read(left: number[], right: number[]) {
    const pieces = [...left, ...right]
    const count = pieces.length
    const equal = new Uint8Array(count * count)
    for (let one = 0; one < left.length; one++) {
      for (let two = left.length; two < count; two++) {
        if (pieces[one] === pieces[two]) equal[one * count + two] = equal[two * count + one] = 1
      }
    }
    return { pieces, count, middle: left.length, equal }
  }

  type Reading = ReturnType<typeof read>

  function begin({ pieces, count, equal }: Reading): void {
    pieces.forEach((number, index) => {
      const scale = tableScale[number]!
      for (let column = 0; column < piece; column++)
        rows[index * piece + column] = scale * table[number * piece + column]!
    })
    kernel.multiply(rows, matrices.widen, stream, { pieces: count, columns: piece, units: width })
    for (let index = 0; index < count; index++) {
      const isShared = equal.subarray(index * count, (index + 1) * count).includes(1)
      const from = isShared ? width : 0
      for (let column = 0; column < width; column++) stream[index * width + column]! += shared[from + column]!
    }
  }

  /** Each piece scaled so that the mean square of its columns is one. */
  function scale(count: number): void {
    for (let start = 0; start < count * width; start += width) {
      let squares = 0
      for (let column = start; column < start + width; column++) squares += stream[column]! ** 2
      const by = 1 / Math.sqrt(squares / width + TINY)
      for (let column = start; column < start + width; column++) scaled[column] = by * stream[column]!
    }
  }

  /** What each piece gathers from all others, head by head. */
  function attend(reading: Reading, layer: number): void {
    const { count } = reading
    const whole = 4 * Math.ceil(count / 4)
    for (let head = 0; head < heads; head++) {
      pickHead(head, count, whole)
      kernel.multiply(queries, keys, scores, { pieces: count, columns: headWidth, units: whole })
      for (let one = 0; one < count; one++) share(reading, { one, whole, head: layer * heads + head })
      kernel.multiply(scores, values, taken, { pieces: count, columns: whole, units: headWidth })
      for (let one = 0; one < count; one++) {
        const from = one * headWidth
        gathered.set(taken.subarray(from, from + headWidth), one * width + head * headWidth)
      }
    }
  }

  /** The columns of one head: queries and keys by piece, values by column, as the kernel needs them. */
  function pickHead(head: number, count: number, whole: number): void {
    for (let index = 0; index < whole; index++) {
      const from = index * 3 * width + head * headWidth
      for (let column = 0; column < headWidth; column++) {
        const isPiece = index < count
        queries[index * headWidth + column] = isPiece ? mixed[from + column]! : 0
        keys[index * headWidth + column] = isPiece ? mixed[from + width + column]! : 0
        values[column * whole + index] = isPiece ? mixed[from + 2 * width + column]! : 0
      }
    }
  }

  /** Turns the scores of one piece into shares of one. */
  function share(
    { count, middle, equal }: Reading,
    { one, whole, head }: { one: number; whole: number; head: number },
  ): void {
    const near = head * (2 * reach + 1) + reach
    const [across, alike] = [other[2 * head]!, other[2 * head + 1]!]
    const row = one * whole
    let most = Number.NEGATIVE_INFINITY
    for (let two = 0; two < count; two++) {
      // Positions are counted within a question, so the distance within a question is the same in both.
      const added =
        one < middle === two < middle
          ? place[near + Math.max(-reach, Math.min(reach, two - one))]!
          : across + equal[one * count + two]! * alike
      const score = scores[row + two]! / Math.sqrt(headWidth) + added
      scores[row + two] = score
      if (score > most) most = score
    }
    let sum = 0
    for (let two = 0; two < count; two++) sum += scores[row + two] = Math.exp(scores[row + two]! - most)
    for (let two = 0; two < whole; two++) scores[row + two] = two < count ? scores[row + two]! / sum : 0
  }

  function look(reading: Reading, layer: number): void {
    const pieces = reading.count
    const { attend: mix, gather, grow, shrink } = matrices.layers[layer]!
    scale(pieces)
    kernel.multiply(scaled, mix, mixed, { pieces, columns: width, units: 3 * width })
    attend(reading, layer)
    kernel.multiply(gathered, gather, step, { pieces, columns: width, units: width })
    for (let index = 0; index < pieces * width; index++) stream[index]! += step[index]!
    scale(pieces)
    kernel.multiply(scaled, grow, grown, { pieces, columns: width, units: inner })
    const bias = growBias[layer]!
    for (let start = 0; start < pieces * inner; start += inner) {
      for (let unit = 0; unit < inner; unit++)
        grown[start + unit] = Math.max(0, grown[start + unit]! + bias[unit]!)
    }
    kernel.multiply(grown, shrink, step, { pieces, columns: inner, units: width })
    for (let index = 0; index < pieces * width; index++) stream[index]! += step[index]!
  }

  /** Mean and maximum over the pieces of one question. */
  function pool(from: number, to: number): Float64Array {
    const found = new Float64Array(2 * width).fill(Number.NEGATIVE_INFINITY, width)
    for (let index = from; index < to; index++) {
      for (let column = 0; column < width; column++) {
        const value = scaled[index * width + column]!
        found[column]! += value / (to - from)
        if (value > found[width + column]!) found[width + column] = value
      }
    }
    return found
  }

  function judgeBoth({ count, middle }: Reading): number {
    scale(count)
    const one = pool(0, middle)
    const two = pool(middle, count)
    for (let column = 0; column < 2 * width; column++) {
      both[column] = one[column]! + two[column]!
      both[2 * width + column] = Math.abs(one[column]! - two[column]!)
      both[4 * width + column] = one[column]! * two[column]!
    }
    kernel.multiply(both, matrices.judge, judged, { pieces: 1, columns: 6 * width, units: judge })
    let odds = verdictBias[0]!
    for (let unit = 0; unit < judge; unit++)
      odds += verdict[unit]! * Math.max(0, judged[unit]! + judgeBias[unit]!)
    return odds
  }

  return {
    odds(left, right) {
      const [one, two] = [left, right].map((text) => firstOf(encode(text), MOST_PIECES + 1))
      if (one!.length > MOST_PIECES || two!.length > MOST_PIECES) return null
      const reading = read(one!, two!)
      begin(reading)
      for (let layer = 0; layer < layers; layer++) look(reading, layer)
      return judgeBoth(reading)
    },
  }
}

function firstOf(pieces: Iterable<number>, most: number): number[] {
  const found: number[] = []
  for (const piece of pieces) {
    found.push(piece)
    if (found.length === most) break
  }
  return found
}
