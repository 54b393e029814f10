import type { Kernel, WholeMatrix } from '../kernel.ts'
import { type MatrixSize, packedBytes, readPacked, unpack, type WeightSizes } from '../packed-weights.ts'

/** The dimensions of the support model. */
export interface SupportShape {
  /** Rows of the table of pieces, and their columns. */
  rows: number
  piece: number
  width: number
  heads: number
  /** Layers in which a text is read alone, and layers in which a claim looks at sentences. */
  alone: number
  across: number
  /** Columns between the two matrices after attention. */
  inner: number
  /** The distance up to which positions within one text are distinguished. */
  reach: number
  /** Units of the last layer. */
  judge: number
}

/** Supported, silent, contradicted. */
export const OUTCOMES = 3
/** Mean and maximum of the claim, and how its mean and that of the sentences relate in two ways. */
export const JUDGED_PARTS = 4

/** Rows and columns of each matrix, in the order of the file; a row produces one output. */
function matrixSizes({ rows, piece, width, alone, across, inner, judge }: SupportShape): MatrixSize[] {
  const layer: MatrixSize[] = [
    [3 * width, width],
    [width, width],
    [inner, width],
    [width, inner],
  ]
  return [
    [rows, piece],
    [width, piece],
    ...Array.from({ length: alone + across }, () => layer).flat(),
    ...Array.from({ length: across }, (): MatrixSize => [2 * width, width]),
    [judge, JUDGED_PARTS * width],
    [OUTCOMES, judge],
  ]
}

/** How many numbers each vector has, in the order of the file. */
function vectorSizes({ width, heads, alone, across, inner, reach, judge }: SupportShape): number[] {
  return [
    2 * width,
    (alone + across) * heads * (2 * reach + 1),
    across * heads * 2,
    ...Array.from({ length: alone + across }, () => inner),
    judge,
    OUTCOMES,
  ]
}

/** How many bytes a support model with these dimensions has. */
export function supportModelBytes(shape: SupportShape): number {
  return packedBytes(sizesOf(shape))
}

function sizesOf(shape: SupportShape): WeightSizes {
  return { vectors: vectorSizes(shape), matrices: matrixSizes(shape) }
}

/**
 * How finely numbers are divided where they become whole: those scaled to a mean square of one stay below 16, others
 * below 64; what is beyond is held there.
 */
export const SCALED_STEPS = 2048
export const OTHER_STEPS = 512

/** The weights by name, in the memory of the kernel, except for the table, of which a text needs only a few rows. */
export function layOutSupport(shape: SupportShape, weights: Uint8Array, kernel: Kernel) {
  const { vectors, scales, packed } = readPacked(sizesOf(shape), weights)
  const whole = (which: number, steps: number): WholeMatrix => {
    const rows = kernel.allocateWhole(packed[which]!.length)
    rows.set(packed[which]!)
    const scale = kernel.allocate(scales[which]!.length)
    scale.set(scales[which]!.map((value) => value / steps))
    return { rows, scales: scale }
  }
  const floating = (which: number) =>
    unpack(packed[which]!, scales[which]!, kernel.allocate(packed[which]!.length))
  const { alone, across } = shape
  const layers = alone + across
  return {
    table: packed[0]!,
    tableScale: scales[0]!,
    shared: vectors[0]!,
    place: vectors[1]!,
    other: vectors[2]!,
    judgeBias: vectors[3 + layers]!,
    verdictBias: vectors[4 + layers]!,
    widen: whole(1, 1),
    layers: Array.from({ length: layers }, (_, layer) => ({
      attend: whole(2 + 4 * layer, SCALED_STEPS),
      gather: whole(3 + 4 * layer, OTHER_STEPS),
      grow: whole(4 + 4 * layer, SCALED_STEPS),
      growBias: vectors[3 + layer]!,
      shrink: whole(5 + 4 * layer, OTHER_STEPS),
    })),
    look: Array.from({ length: across }, (_, layer) => whole(2 + 4 * layers + layer, SCALED_STEPS)),
    judge: floating(2 + 4 * layers + across),
    verdict: floating(3 + 4 * layers + across),
  }
}
