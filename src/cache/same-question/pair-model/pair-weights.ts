import { type MatrixSize, readPacked, unpack } from '../../../transformer/packed-weights.ts'

/** The dimensions of the pair model. */
export interface PairShape {
  /** Rows of the table of pieces, and their columns. */
  rows: number
  piece: number
  width: number
  heads: number
  layers: number
  /** Columns between the two matrices after attention. */
  inner: number
  /** The distance up to which positions within one question are distinguished. */
  reach: number
  /** Units of the last layer. */
  judge: number
}

/** Rows and columns of each matrix, in the order of the file; a row produces one output. */
function matrixSizes({ rows, piece, width, layers, inner, judge }: PairShape): MatrixSize[] {
  const layer: MatrixSize[] = [
    [3 * width, width],
    [width, width],
    [inner, width],
    [width, inner],
  ]
  return [
    [rows, piece],
    [width, piece],
    ...Array.from({ length: layers }, () => layer).flat(),
    [judge, 6 * width],
  ]
}

/** How many numbers each vector has, in the order of the file. */
function vectorSizes({ width, heads, layers, inner, reach, judge }: PairShape): number[] {
  return [
    2 * width,
    layers * heads * (2 * reach + 1),
    layers * heads * 2,
    ...Array.from({ length: layers }, () => inner),
    judge,
    judge,
    1,
  ]
}

/**
 * The weights by name. Matrices are stored in eight bits with one scale per row. All are unpacked into the memory that
 * `allocate` returns, except for the table, of which a pair of questions needs only a few rows.
 */
export function layOut(shape: PairShape, weights: Uint8Array, allocate: (length: number) => Float32Array) {
  const { vectors, scales, packed } = readPacked(
    { vectors: vectorSizes(shape), matrices: matrixSizes(shape) },
    weights,
  )
  const floating = (which: number) => unpack(packed[which]!, scales[which]!, allocate(packed[which]!.length))
  const { layers } = shape
  const [shared, place, other] = vectors
  const [judgeBias, verdict, verdictBias] = vectors.slice(3 + layers)
  return {
    table: packed[0]!,
    tableScale: scales[0]!,
    vectors: {
      shared: shared!,
      place: place!,
      other: other!,
      growBias: vectors.slice(3, 3 + layers),
      judgeBias: judgeBias!,
      verdict: verdict!,
      verdictBias: verdictBias!,
    },
    matrices: {
      widen: floating(1),
      layers: Array.from({ length: layers }, (_, layer) => ({
        attend: floating(2 + 4 * layer),
        gather: floating(3 + 4 * layer),
        grow: floating(4 + 4 * layer),
        shrink: floating(5 + 4 * layer),
      })),
      judge: floating(2 + 4 * layers),
    },
  }
}
