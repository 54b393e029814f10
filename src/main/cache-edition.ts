import { createHash } from 'node:crypto'
import { ENGINE_VERSION } from '../engine/index.ts'

/** What comes with the service and affects answers. */
interface AnswerMakers {
  axioms: unknown
  calibration: unknown
  textChoice: unknown
}

/** A short name for the content of these. */
export function digestOf(makers: AnswerMakers): string {
  const { axioms, calibration, textChoice } = makers
  return shortHash([axioms, calibration, textChoice])
}

/** A short name for everything besides the panel that affects answers; when any of it changes, older answers are no longer served. */
export function cacheEdition(embedder: string, digest: string): string {
  return shortHash([ENGINE_VERSION, embedder, digest])
}

function shortHash(content: unknown[]): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 16)
}
