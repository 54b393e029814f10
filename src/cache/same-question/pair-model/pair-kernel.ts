import { PAIR_KERNEL } from './pair-kernel-code.ts'

/** The dimensions of a product: rows of the left matrix, columns of both, rows of the right one. */
interface Sizes {
  pieces: number
  columns: number
  units: number
}

/** Multiplies matrices in its own memory. */
export interface PairKernel {
  /** A section of its memory. */
  allocate(length: number): Float32Array
  /**
   * Each row of the left by each row of the right, both in the kernel's memory; columns and units are multiples of
   * four.
   */
  multiply(left: Float32Array, right: Float32Array, out: Float32Array, sizes: Sizes): void
}

/** Space for the unpacked matrices and what is computed for one pair: 4 MiB, in pages of 64 KiB. */
const PAGES = 64
/** Four floats are loaded at once. */
const ALIGNMENT = 16

type Multiply = (x: number, w: number, out: number, pieces: number, columns: number, units: number) => void

/** Starts the kernel: WebAssembly, because it multiplies four numbers at a time and JavaScript one. */
export function openPairKernel(): PairKernel {
  const memory = new WebAssembly.Memory({ initial: PAGES })
  const code = new WebAssembly.Module(Uint8Array.from(atob(PAIR_KERNEL), (sign) => sign.charCodeAt(0)))
  const instance = new WebAssembly.Instance(code, { pair: { memory } })
  const multiply = instance.exports.multiply as Multiply
  let used = 0
  return {
    allocate(length) {
      const view = new Float32Array(memory.buffer, used, length)
      used += Math.ceil(view.byteLength / ALIGNMENT) * ALIGNMENT
      return view
    },
    multiply(left, right, out, { pieces, columns, units }) {
      multiply(left.byteOffset, right.byteOffset, out.byteOffset, pieces, columns, units)
    },
  }
}
