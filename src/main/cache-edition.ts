import { createHash } from 'node:crypto'
import { ENGINE_VERSION } from '../engine/index.ts'

interface AnswerMakers {
  /** Name of the embedding model. */
  embedder: string
  axioms: unknown
  agreement: unknown
  calibration: unknown
  textChoice: unknown
  claimSupport: unknown
  questionKinds: unknown
}

/** A short name for everything besides the panel that affects answers; when any of it changes, older answers are no longer served. */
export function cacheEdition({
  embedder,
  axioms,
  agreement,
  calibration,
  textChoice,
  claimSupport,
  questionKinds,
}: AnswerMakers): string {
  const makers = JSON.stringify([
    ENGINE_VERSION,
    embedder,
    axioms,
    agreement,
    calibration,
    textChoice,
    claimSupport,
    questionKinds,
  ])
  return createHash('sha256').update(makers).digest('hex').slice(0, 16)
}
