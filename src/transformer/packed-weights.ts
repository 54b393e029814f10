/** Rows and columns of a matrix; a row produces one output. */
export type MatrixSize = [rows: number, columns: number]

/** What a file of weights holds: small vectors, then matrices in eight bits with one scale per row. */
interface WeightSizes {
  vectors: number[]
  matrices: MatrixSize[]
}

/** The weights in the order of the file: vectors, the scales of all matrices, then the matrices. */
export function readPacked({ vectors, matrices }: WeightSizes, weights: Uint8Array) {
  let offset = weights.byteOffset
  const floats = (count: number) => {
    const view = new Float32Array(weights.buffer, offset, count)
    offset += view.byteLength
    return view
  }
  return {
    vectors: vectors.map(floats),
    scales: matrices.map(([rows]) => floats(rows)),
    packed: matrices.map(([rows, columns]) => {
      const view = new Int8Array(weights.buffer, offset, rows * columns)
      offset += view.byteLength
      return view
    }),
  }
}

/** Writes a matrix as floats. */
export function unpack(packed: Int8Array, scales: Float32Array, matrix: Float32Array): Float32Array {
  const columns = packed.length / scales.length
  for (let index = 0; index < matrix.length; index++)
    matrix[index] = scales[Math.floor(index / columns)]! * packed[index]!
  return matrix
}
