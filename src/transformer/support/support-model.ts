import { openKernel } from '../kernel.ts'
import {
  JUDGED_PARTS,
  layOutSupport,
  OTHER_STEPS,
  OUTCOMES,
  SCALED_STEPS,
  type SupportShape,
  supportModelBytes,
} from './support-weights.ts'

/** A sentence or a claim that was read alone. */
export interface ReadSentence {
  pieces: number[]
  /** The state of each piece. */
  states: Float32Array
  /** The mean of the states, each scaled. */
  mean: Float32Array
  /** Keys and values of its pieces for each layer in which claims look at it; computed when first needed. */
  looks: Float32Array[] | null
}

/** The probabilities that sentences support a claim, contradict it, or are silent about it. */
export interface Judged {
  supports: number
  contradicts: number
  silent: number
}

/** Reads sentences and claims, and judges claims by sentences. */
export interface SupportModel {
  /** Reads a sentence or a claim alone, once for all it is compared with. */
  read(text: string): ReadSentence
  /** Judges a claim by sentences, together of at most `MOST_PIECES` pieces; the rest is not read. */
  judge(claim: ReadSentence, sentences: ReadSentence[]): Judged
  /** The same before it becomes probabilities: supported, silent, contradicted. */
  logits(claim: ReadSentence, sentences: ReadSentence[]): Float32Array
}

/** How many pieces of one text are read. */
const LONGEST = 96
/** How many pieces of sentences a claim is judged by. */
export const MOST_PIECES = 192
/** A claim with the sentences; the kernel takes rows in twos and fours, so that a few more may be needed. */
const ROWS = LONGEST + MOST_PIECES + 4
const TINY = 1e-6
const HIDDEN = -1e9

interface SupportModelParts {
  shape: SupportShape
  weights: Uint8Array
  /** Splits a text into numbered pieces. */
  encode: (text: string) => Iterable<number>
}

/**
 * A small transformer that judges a claim by sentences. Sentences and claims are read alone by the same layers, so that
 * each is read once; then the pieces of the claim, and only they, look at themselves and at the sentences. The same
 * model in Python, and how its weights were trained, is in `models/support/training/student.py`.
 */
export function createSupportModel({ shape, weights, encode }: SupportModelParts): SupportModel {
  const { piece, width, heads, alone, across, inner, reach, judge } = shape
  // Whole numbers of 16 bits for those of eight, and what is computed for one claim.
  const kernel = openKernel(
    2 * supportModelBytes({ ...shape, rows: 0 }) + 4 * ROWS * (8 * width + 2 * inner + ROWS) + 65_536,
  )
  const { table, tableScale, layers, look, ...weight } = layOutSupport(shape, weights, kernel)
  const headWidth = width / heads
  const rows = kernel.allocateWhole(ROWS * piece)
  const stream = kernel.allocate(ROWS * width)
  const scaled = kernel.allocate(ROWS * width)
  const whole = kernel.allocateWhole(ROWS * Math.max(width, inner))
  const mixed = kernel.allocate(ROWS * 3 * width)
  const seen = kernel.allocate(ROWS * 2 * width)
  const scores = kernel.allocate((LONGEST + 2) * ROWS)
  const gathered = kernel.allocate(ROWS * width)
  const step = kernel.allocate(ROWS * width)
  const grown = kernel.allocate(ROWS * inner)
  const parts = kernel.allocate(2 * JUDGED_PARTS * width)
  const judged = kernel.allocate(2 * judge)
  const headOf = (view: Float32Array, head: number) => view.subarray(head * headWidth)

  /** Each piece scaled so that the mean square of its columns is one, as floats and as whole numbers. */
  function scale(count: number): void {
    for (let start = 0; start < count * width; start += width) {
      let squares = 0
      for (let column = start; column < start + width; column++) squares += stream[column]! * stream[column]!
      const by = 1 / Math.sqrt(squares / width + TINY)
      for (let column = start; column < start + width; column++) scaled[column] = by * stream[column]!
    }
    kernel.toWhole(scaled, whole, count * width, SCALED_STEPS)
  }

  /** What each piece gathers from the rows of `seen`, head by head; `bias` is added to the score of a pair. */
  function attend(
    count: number,
    keys: number,
    bias: (scores: Float32Array, head: number, stride: number) => void,
  ) {
    const stride = 4 * Math.ceil(keys / 4)
    for (let head = 0; head < heads; head++) {
      const strides = { left: 3 * width, right: 2 * width, out: stride }
      const sizes = { pieces: count, columns: headWidth, units: stride }
      kernel.multiply(headOf(mixed, head), headOf(seen, head), scores, sizes, strides)
      bias(scores, head, stride)
      for (let one = 0; one < count; one++) {
        const row = scores.subarray(one * stride, (one + 1) * stride)
        row.fill(HIDDEN, keys)
        kernel.share(row, stride)
      }
      kernel.gather(
        scores,
        headOf(seen, head).subarray(width),
        headOf(gathered, head),
        { pieces: count, keys, columns: headWidth },
        { shares: stride, values: 2 * width, out: width },
      )
    }
  }

  /** Keys and values of the pieces themselves, as the first rows of what they see. */
  function seeThemselves(count: number): void {
    for (let one = 0; one < count; one++)
      seen.set(mixed.subarray((3 * one + 1) * width, 3 * (one + 1) * width), 2 * one * width)
  }

  /** Adds what depends on the distance within a text to the scores of the first rows. */
  function addDistance(count: number, head: number, stride: number): void {
    const near = head * (2 * reach + 1) + reach
    const by = 1 / Math.sqrt(headWidth)
    for (let one = 0; one < count; one++) {
      const row = one * stride
      for (let two = 0; two < count; two++) {
        const distance = two - one
        const place = distance > reach ? reach : distance < -reach ? -reach : distance
        scores[row + two] = scores[row + two]! * by + weight.place[near + place]!
      }
    }
  }

  /** The two steps after attention: what was gathered is added, then what the inner layer makes of it. */
  function finish(count: number, layer: number): void {
    const { gather, grow, growBias, shrink } = layers[layer]!
    kernel.toWhole(gathered, whole, count * width, OTHER_STEPS)
    kernel.multiplyWhole(whole, gather, step, { pieces: count, columns: width, units: width })
    for (let index = 0; index < count * width; index++) stream[index]! += step[index]!
    scale(count)
    kernel.multiplyWhole(whole, grow, grown, { pieces: count, columns: width, units: inner })
    for (let start = 0; start < count * inner; start += inner) {
      for (let unit = 0; unit < inner; unit++) {
        const value = grown[start + unit]! + growBias[unit]!
        grown[start + unit] = value > 0 ? value : 0
      }
    }
    kernel.toWhole(grown, whole, count * inner, OTHER_STEPS)
    kernel.multiplyWhole(whole, shrink, step, { pieces: count, columns: inner, units: width })
    for (let index = 0; index < count * width; index++) stream[index]! += step[index]!
  }

  function mix(count: number, layer: number): void {
    scale(count)
    kernel.multiplyWhole(whole, layers[layer]!.attend, mixed, {
      pieces: count,
      columns: width,
      units: 3 * width,
    })
    seeThemselves(count)
  }

  function read(text: string): ReadSentence {
    const pieces = firstOf(encode(text), LONGEST)
    const count = pieces.length
    pieces.forEach((number, index) => {
      rows.set(table.subarray(number * piece, (number + 1) * piece), index * piece)
    })
    kernel.multiplyWhole(rows, weight.widen, stream, { pieces: count, columns: piece, units: width })
    for (let index = 0; index < count; index++) {
      const by = tableScale[pieces[index]!]!
      for (let column = index * width; column < (index + 1) * width; column++) stream[column]! *= by
    }
    for (let layer = 0; layer < alone; layer++) {
      mix(count, layer)
      attend(count, count, (_, head, stride) => addDistance(count, layer * heads + head, stride))
      finish(count, layer)
    }
    scale(count)
    return { pieces, states: stream.slice(0, count * width), mean: meanOf(count), looks: null }
  }

  function meanOf(count: number): Float32Array {
    const mean = new Float32Array(width)
    for (let index = 0; index < count; index++) {
      for (let column = 0; column < width; column++) mean[column]! += scaled[index * width + column]! / count
    }
    return mean
  }

  /** Keys and values of a sentence for each layer across. */
  function looksOf(sentence: ReadSentence): Float32Array[] {
    if (sentence.looks === null) {
      const count = sentence.pieces.length
      stream.set(sentence.states)
      scale(count)
      sentence.looks = look.map((matrix) => {
        kernel.multiplyWhole(whole, matrix, seen, { pieces: count, columns: width, units: 2 * width })
        return seen.slice(0, count * 2 * width)
      })
    }
    return sentence.looks
  }

  function logits(claim: ReadSentence, sentences: ReadSentence[]): Float32Array {
    const shown = within(sentences)
    for (const sentence of shown) looksOf(sentence)
    const others = shown.flatMap(({ pieces }) => pieces)
    const count = claim.pieces.length
    const isShared = claim.pieces.map((number) => others.map((other) => other === number))
    stream.set(claim.states)
    for (let index = 0; index < count; index++) {
      const from = isShared[index]!.includes(true) ? width : 0
      for (let column = 0; column < width; column++)
        stream[index * width + column]! += weight.shared[from + column]!
    }
    for (let layer = 0; layer < across; layer++) {
      mix(count, alone + layer)
      let row = 2 * count * width
      for (const { looks } of shown) {
        seen.set(looks![layer]!, row)
        row += looks![layer]!.length
      }
      attend(count, count + others.length, (scored, head, stride) => {
        addDistance(count, (alone + layer) * heads + head, stride)
        const [strange, alike] = [
          weight.other[2 * (layer * heads + head)]!,
          weight.other[2 * (layer * heads + head) + 1]!,
        ]
        const by = 1 / Math.sqrt(headWidth)
        for (let one = 0; one < count; one++) {
          const start = one * stride + count
          const shared = isShared[one]!
          for (let two = 0; two < others.length; two++)
            scored[start + two] = scored[start + two]! * by + strange + (shared[two] ? alike : 0)
        }
      })
      finish(count, alone + layer)
    }
    return verdict(count, claim.mean, meanOver(shown))
  }

  function verdict(count: number, asked: Float32Array, said: Float32Array): Float32Array {
    scale(count)
    parts.set(meanOf(count))
    for (let column = 0; column < width; column++) {
      let most = Number.NEGATIVE_INFINITY
      for (let index = 0; index < count; index++) most = Math.max(most, scaled[index * width + column]!)
      parts[width + column] = most
      parts[2 * width + column] = said[column]! * asked[column]!
      parts[3 * width + column] = Math.abs(said[column]! - asked[column]!)
    }
    kernel.multiply(parts, weight.judge, judged, { pieces: 1, columns: JUDGED_PARTS * width, units: judge })
    return Float32Array.from({ length: OUTCOMES }, (_, outcome) => {
      let sum = weight.verdictBias[outcome]!
      for (let unit = 0; unit < judge; unit++)
        sum += weight.verdict[outcome * judge + unit]! * Math.max(0, judged[unit]! + weight.judgeBias[unit]!)
      return sum
    })
  }

  function meanOver(sentences: ReadSentence[]): Float32Array {
    const mean = new Float32Array(width)
    const total = sentences.reduce((sum, { pieces }) => sum + pieces.length, 0)
    for (const { pieces, mean: one } of sentences)
      for (let column = 0; column < width; column++) mean[column]! += (one[column]! * pieces.length) / total
    return mean
  }

  return {
    read,
    logits,
    judge(claim, sentences) {
      const [supported, silent, contradicted] = logits(claim, sentences) as unknown as [
        number,
        number,
        number,
      ]
      const most = Math.max(supported, silent, contradicted)
      const odds = [supported, silent, contradicted].map((value) => Math.exp(value - most))
      const sum = odds[0]! + odds[1]! + odds[2]!
      return { supports: odds[0]! / sum, silent: odds[1]! / sum, contradicts: odds[2]! / sum }
    },
  }
}

/** As many sentences as are judged together, at least one. */
function within(sentences: ReadSentence[]): ReadSentence[] {
  let left = MOST_PIECES
  return sentences.filter(({ pieces }) => {
    left -= pieces.length
    return left >= 0
  })
}

function firstOf(pieces: Iterable<number>, most: number): number[] {
  const found: number[] = []
  for (const piece of pieces) {
    if (found.length === most) break
    found.push(piece)
  }
  return found
}
