import { createHash } from 'node:crypto'
import { ENGINE_VERSION } from '../engine/index.ts'

/** A short name for what comes with the service and affects answers. */
export function digestOf(makers: { axioms: unknown; calibration: unknown; textChoice: unknown }): string {
  return shortHash([makers.axioms, makers.calibration, makers.textChoice])
}

/** A short name for everything besides the panel that affects answers; when any of it changes, older answers are no longer served. */
export function cacheEdition(embedder: string, digest: string): string {
  return shortHash([ENGINE_VERSION, embedder, digest])
}

function shortHash(content: unknown[]): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 16)
}
