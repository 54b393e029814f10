import type { VectorMatch } from '../../../vectors/vector-index.ts'

/** What the worker is told when it starts. */
export interface WorkerOptions {
  folder: string
  /** Name of the model that makes the vectors; graphs of another are not loaded. */
  embedder: string
  /** How many threads build a graph. */
  threads: number
}

/** Vectors one after the other in one table, in the order of their ids. */
export interface VectorBatch {
  partition: string
  ids: string[]
  vectors: Float32Array
}

/** What the worker is asked to do; it does one after the other, in the order they came. */
export type Task =
  | ({ task: 'add' } & VectorBatch)
  | { task: 'remove'; partition: string; id: string }
  | { task: 'search'; partitions: string[]; limit: number; vector: Float32Array }
  | { task: 'load'; partitions: string[] }
  | { task: 'save' }
  /** Builds a second graph of a partition; once it is whole it takes the first one's place. */
  | { task: 'renew'; partition: string }
  | ({ task: 'renew-add' } & VectorBatch)
  | { task: 'renew-end'; partition: string }
  | { task: 'renew-drop'; partition: string }

/** What the worker says: that a task is done, or what it found on the way. */
export type Report =
  | { report: 'done'; call: number; matches: VectorMatch[] }
  | { report: 'loaded'; partition: string; ids: string[] }
  | { report: 'worn'; partition: string }
  | { report: 'fault'; message: string }
