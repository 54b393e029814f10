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
  /** Three numbers for each text, claim by claim: objects would take the receiving thread ten times as long to read. */
  bearings: Float64Array
}

/** Bearings as numbers in a row. */
export function packBearings(bearings: Bearing[][]): Float64Array {
  return Float64Array.from(
    bearings.flat().flatMap(({ supports, contradicts, shared }) => [supports, contradicts, shared]),
  )
}

/** Bearings out of their numbers, one row for each claim. */
export function unpackBearings(packed: Float64Array, claims: number): Bearing[][] {
  const texts = packed.length / 3 / claims
  const at = (place: number): Bearing => ({
    supports: packed[place]!,
    contradicts: packed[place + 1]!,
    shared: packed[place + 2]!,
  })
  return Array.from({ length: claims }, (_, claim) =>
    Array.from({ length: texts }, (_unused, text) => at(3 * (claim * texts + text))),
  )
}
