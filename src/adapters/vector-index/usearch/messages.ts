import type { VectorMatch } from '../../../vectors/vector-index.ts'

/** Start options of the worker. */
export interface WorkerOptions {
  folder: string
  /** Name of the embedding model; graphs of another model are not loaded. */
  embedder: string
  /** How many threads build a graph. */
  threads: number
}

/** Consecutive vectors in one table, in the order of their ids. */
export interface VectorBatch {
  partition: string
  ids: string[]
  vectors: Float32Array
}

/** A task for the worker; tasks are executed in order. */
export type Task =
  | ({ task: 'add' } & VectorBatch)
  | { task: 'remove'; partition: string; id: string }
  | { task: 'search'; partitions: string[]; limit: number; vector: Float32Array }
  | { task: 'load'; partitions: string[] }
  | { task: 'save' }
  /** Builds a second graph of a partition; once complete, it replaces the first one. */
  | { task: 'renew'; partition: string }
  | ({ task: 'renew-add' } & VectorBatch)
  | { task: 'renew-end'; partition: string }
  | { task: 'renew-drop'; partition: string }

/** A message from the worker: a task is done, or something happened on the way. */
export type Report =
  | { report: 'done'; call: number; matches: VectorMatch[] }
  | { report: 'loaded'; partition: string; ids: string[] }
  | { report: 'worn'; partition: string }
  | { report: 'fault'; message: string }
