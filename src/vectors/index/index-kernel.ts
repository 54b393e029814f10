import { KERNEL } from './index-kernel-code.ts'

const PAGE = 65_536
/** Four numbers are loaded at once. */
const ALIGNMENT = 16

/** The computations of the index, on places in a memory, in bytes. */
export interface IndexKernel {
  memory: WebAssembly.Memory
  mix(from: number, to: number, order: number, signs: number): void
  code(from: number, to: number): void
  near(rows: number, numbers: number, count: number, code: number, most: number, out: number): number
  whole(from: number, to: number, length: number): void
  score(rows: number, numbers: number, count: number, asked: number, out: number): void
  /** Reserves so many bytes before the rows; returns their place. */
  reserve(bytes: number): number
  /** Where the rows begin, after everything reserved. */
  rows(): number
  /** Grows the memory, if necessary, to hold this many bytes of rows. */
  growTo(bytes: number): void
}

type Computations = Pick<IndexKernel, 'mix' | 'code' | 'near' | 'whole' | 'score'>

let compiled: WebAssembly.Module | null = null

/** Opens the kernel on a memory of its own. WebAssembly, because it computes several numbers at a time and JavaScript one. */
export function openIndexKernel(): IndexKernel {
  const memory = new WebAssembly.Memory({ initial: 1 })
  compiled ??= new WebAssembly.Module(Uint8Array.from(atob(KERNEL), (sign) => sign.charCodeAt(0)))
  const { exports } = new WebAssembly.Instance(compiled, { kernel: { memory } })
  const computations = exports as unknown as Computations
  let reserved = 0

  function growBy(bytes: number): void {
    if (bytes > 0) memory.grow(Math.ceil(bytes / PAGE))
  }

  return {
    ...computations,
    memory,
    reserve(bytes) {
      const place = reserved
      reserved += Math.ceil(bytes / ALIGNMENT) * ALIGNMENT
      growBy(reserved - memory.buffer.byteLength)
      return place
    },
    rows: () => reserved,
    growTo: (bytes) => growBy(reserved + bytes - memory.buffer.byteLength),
  }
}
