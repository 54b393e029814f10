import { KERNEL } from './kernel-code.ts'

/** The dimensions of a product: rows of the left matrix, columns of both, rows of the right one. */
interface Sizes {
  pieces: number
  columns: number
  units: number
}

/** Computes in its own memory, from which all arguments must be allocated. */
export interface Kernel {
  allocate(length: number): Float32Array
  /** Each row of the left by each row of the right; columns and units are multiples of four. */
  multiply(left: Float32Array, right: Float32Array, out: Float32Array, sizes: Sizes): void
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
  const { multiply } = exports as Record<string, Compute>
  let used = 0
  return {
    allocate(length) {
      const at = used
      used += Math.ceil((FLOAT * length) / ALIGNMENT) * ALIGNMENT
      return new Float32Array(memory.buffer, at, length)
    },
    multiply(left, right, out, { pieces, columns, units }) {
      multiply!(left.byteOffset, right.byteOffset, out.byteOffset, pieces, columns, units)
    },
  }
}
