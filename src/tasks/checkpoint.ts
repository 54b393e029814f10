import type { Spiral } from '../engine/index.ts'

/** The version of checkpoints; those of no other are read. */
const CHECKPOINT_VERSION = 6

/** A checkpoint of a later version, written by a newer process. */
export class NewerCheckpoint extends Error {
  override name = 'NewerCheckpoint'
  constructor(version: number) {
    super(
      `The checkpoint has version ${version}, and this process knows version ${CHECKPOINT_VERSION}. Update Stretto to continue the task.`,
    )
  }
}

/** A checkpoint as it is stored. */
export function storedCheckpoint(spiral: Spiral): unknown {
  return { version: CHECKPOINT_VERSION, spiral }
}

/** The state in a stored checkpoint; null if it is none that this version reads. */
export function readCheckpoint(stored: unknown): Spiral | null {
  const { version, spiral } = (stored ?? {}) as { version?: unknown; spiral?: unknown }
  if (typeof version === 'number' && version > CHECKPOINT_VERSION) throw new NewerCheckpoint(version)
  return version === CHECKPOINT_VERSION && isSpiral(spiral) ? spiral : null
}

function isSpiral(spiral: unknown): spiral is Spiral {
  const { entries, standings, anchors } = (spiral ?? {}) as Partial<Spiral>
  return [entries, standings, anchors].every(Array.isArray)
}
