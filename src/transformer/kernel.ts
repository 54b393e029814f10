import { KERNEL } from './kernel-code.ts'

/** The dimensions of a product: rows of the left matrix, columns of both, rows of the right one. */
interface Sizes {
  pieces: number
  columns: number
  units: number
}

/** The distance between rows, in numbers; without gaps when absent. */
interface Strides {
  left?: number
  right?: number
  out?: number
}

/** A matrix of whole numbers with a scale for each row. */
export interface WholeMatrix {
  rows: Int16Array
  scales: Float32Array
}

/** Computes in its own memory, from which all arguments must be allocated. */
export interface Kernel {
  allocate(length: number): Float32Array
  allocateWhole(length: number): Int16Array
  /** Each row of the left by each row of the right; columns and units are multiples of four. */
  multiply(left: Float32Array, right: Float32Array, out: Float32Array, sizes: Sizes, strides?: Strides): void
  /** The same for whole numbers, twice as fast; columns are a multiple of sixteen. */
  multiplyWhole(left: Int16Array, right: WholeMatrix, out: Float32Array, sizes: Sizes): void
  /** Floats times a scale as whole numbers; the count is a multiple of eight. */
  toWhole(from: Float32Array, to: Int16Array, count: number, scale: number): void
  /** Turns a row of scores into shares of one; the count is a multiple of four. */
  share(row: Float32Array, count: number): void
  /** For each row of shares the sum of the rows of values, each times its share; columns are a multiple of sixteen. */
  gather(
    shares: Float32Array,
    values: Float32Array,
    out: Float32Array,
    sizes: { pieces: number; keys: number; columns: number },
    strides: { shares: number; values: number; out: number },
  ): void
}

const PAGE = 65_536
/** Four floats are loaded at once. */
const ALIGNMENT = 16
const FLOAT = 4

type Compute = (...sizes: number[]) => void

/** Starts the kernel with this much memory: WebAssembly, because it computes several numbers at a time and JavaScript one. */
export function openKernel(bytes: number): Kernel {
  const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE) })
  const code = new WebAssembly.Module(Uint8Array.from(atob(KERNEL), (sign) => sign.charCodeAt(0)))
  const { exports } = new WebAssembly.Instance(code, { kernel: { memory } })
  const { multiply, multiplyWhole, toWhole, share, gather } = exports as Record<string, Compute>
  let used = 0
  const take = (length: number) => {
    const at = used
    used += Math.ceil(length / ALIGNMENT) * ALIGNMENT
    return at
  }
  return {
    allocate: (length) => new Float32Array(memory.buffer, take(FLOAT * length), length),
    allocateWhole: (length) => new Int16Array(memory.buffer, take(2 * length), length),
    multiply(left, right, out, { pieces, columns, units }, strides = {}) {
      const { left: lefts = columns, right: rights = columns, out: outs = units } = strides
      const places = [left.byteOffset, right.byteOffset, out.byteOffset]
      multiply!(...places, pieces, columns, units, FLOAT * lefts, FLOAT * rights, FLOAT * outs)
    },
    multiplyWhole(left, { rows, scales }, out, { pieces, columns, units }) {
      const places = [left.byteOffset, rows.byteOffset, scales.byteOffset, out.byteOffset]
      multiplyWhole!(...places, pieces, columns, units)
    },
    toWhole: (from, to, count, scale) => toWhole!(from.byteOffset, to.byteOffset, count, scale),
    share: (row, count) => share!(row.byteOffset, count),
    gather(shares, values, out, { pieces, keys, columns }, strides) {
      const places = [shares.byteOffset, values.byteOffset, out.byteOffset]
      const steps = [strides.shares, strides.values, strides.out].map((stride) => FLOAT * stride)
      gather!(...places, pieces, keys, columns, ...steps)
    },
  }
}
