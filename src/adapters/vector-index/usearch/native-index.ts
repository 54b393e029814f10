import { createRequire } from 'node:module'
import { EMBEDDING_DIMENSIONS } from '../../../contract/limits.ts'

/**
 * Half precision: cosines to four digits at half the memory of single precision; with 8 bits, 93 % of the ten nearest
 * were found instead of 99 %. Connectivity and expansion: of four settings tried on 100,000 real questions, the fastest
 * to build that found 99 %.
 */
const SHAPE = {
  dimensions: EMBEDDING_DIMENSIONS,
  metric: 'cos',
  quantization: 'f16',
  connectivity: 24,
  expansion_add: 200,
  expansion_search: 256,
  multi: false,
}

/** Identifies compatible files: a graph of another shape is rebuilt. */
export const NATIVE_SHAPE = `usearch ${Object.values(SHAPE).join(' ')}`

/** The part of the library's index that is used. */
export interface NativeIndex {
  add(keys: BigUint64Array, vectors: Float32Array, threads: number): void
  remove(key: bigint): number
  search(
    vector: Float32Array,
    limit: number,
    threads: number,
  ): { keys: BigUint64Array; distances: Float32Array }
  size(): number
  save(path: string): void
  load(path: string): void
}

/** Returns a factory of empty indexes; throws if the library has no binary for this machine. */
export function loadNative(): () => NativeIndex {
  // Required, not imported: as an ES module the library locates its binary through the call stack and may not find it.
  const require = createRequire(import.meta.url)
  const { Index } = require('usearch') as { Index: new (shape: typeof SHAPE) => NativeIndex }
  return () => new Index(SHAPE)
}
