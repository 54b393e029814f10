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
function matrixSizes({ rows, piece, width, layers, inner, judge }: PairShape): Array<[number, number]> {
  const layer: Array<[number, number]> = [
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

/** How many bytes a pair model with these dimensions has. */
export function pairModelBytes(shape: PairShape): number {
  const floats = vectorSizes(shape).reduce((sum, size) => sum + size, 0)
  return matrixSizes(shape).reduce((sum, [rows, columns]) => sum + rows * (4 + columns), 4 * floats)
}

/**
 * The weights by name. Matrices are stored in eight bits with one scale per row. All are unpacked into the memory that
 * `allocate` returns, except for the table, of which a pair of questions needs only a few rows.
 */
export function layOut(shape: PairShape, weights: Uint8Array, allocate: (length: number) => Float32Array) {
  let offset = weights.byteOffset
  const floats = (count: number) => {
    const view = new Float32Array(weights.buffer, offset, count)
    offset += view.byteLength
    return view
  }
  const vectors = vectorSizes(shape).map(floats)
  const sizes = matrixSizes(shape)
  const scales = sizes.map(([rows]) => floats(rows))
  const packed = sizes.map(([rows, columns]) => {
    const view = new Int8Array(weights.buffer, offset, rows * columns)
    offset += view.byteLength
    return view
  })
  const unpack = (which: number) => {
    const [rows, columns] = sizes[which]!
    const matrix = allocate(rows * columns)
    for (let index = 0; index < matrix.length; index++)
      matrix[index] = scales[which]![Math.floor(index / columns)]! * packed[which]![index]!
    return matrix
  }
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
      widen: unpack(1),
      layers: Array.from({ length: layers }, (_, layer) => ({
        attend: unpack(2 + 4 * layer),
        gather: unpack(3 + 4 * layer),
        grow: unpack(4 + 4 * layer),
        shrink: unpack(5 + 4 * layer),
      })),
      judge: unpack(2 + 4 * layers),
    },
  }
}
