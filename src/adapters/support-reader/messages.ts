import type { Bearing } from '../../engine/index.ts'
import type { SupportModelFiles } from '../assets/support-model-files.ts'
import type { Vocabulary } from '../embedders/builtin-embedder.ts'

/** Start options of the thread. */
export interface SupportWorkerOptions {
  model: SupportModelFiles
  vocabulary: Vocabulary
}

/** Claims to read against texts. */
export interface SupportTask {
  call: number
  claims: string[]
  texts: string[]
  wanted?: boolean[][]
}

/** How the texts bear on the claims of a task. */
export interface SupportReport {
  call: number
  bearings: Bearing[][]
}
