import { createHash } from 'node:crypto'
import { ENGINE_VERSION } from '../engine/index.ts'

/** What comes with the service and affects answers. */
interface Makers {
  axioms: unknown
  calibration: unknown
  textChoice: unknown
}

/** A short name for everything besides the panel that affects answers; when any of it changes, older answers are no longer served. */
export function cacheEdition(embedder: string, { axioms, calibration, textChoice }: Makers): string {
  const content = JSON.stringify([ENGINE_VERSION, embedder, axioms, calibration, textChoice])
  return createHash('sha256').update(content).digest('hex').slice(0, 16)
}
