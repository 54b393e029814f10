import { createRequire } from 'node:module'
import { EMBEDDING_DIMENSIONS } from '../../../contract/limits.ts'

/**
 * Half precision: cosines to four digits at half the memory of single; eight bits found 93 % of the ten nearest where
 * it found 99 %. Links and breadth: of the four settings tried on 100,000 real questions the quickest to build that
 * found 99 %.
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

/** Says which files fit: one of another shape is built again. */
export const NATIVE_SHAPE = `usearch ${Object.values(SHAPE).join(' ')}`

/** What of the library's index is used. */
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

/** Makes empty indexes; throws where the library has no binary for this machine. */
export function loadNative(): () => NativeIndex {
  // Required, not imported: as an ES module the library looks for its binary by the call stack and may not find it.
  const require = createRequire(import.meta.url)
  const { Index } = require('usearch') as { Index: new (shape: typeof SHAPE) => NativeIndex }
  return () => new Index(SHAPE)
}
