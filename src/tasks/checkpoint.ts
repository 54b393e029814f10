import type { Spiral } from '../engine/index.ts'

/**
 * The version of checkpoints written now. The first was the state alone; processes that write the second would ask a
 * question without the messages and documents it comes with.
 */
const CHECKPOINT_VERSION = 3

/** A checkpoint of a later version, written by a newer process. */
export class NewerCheckpoint extends Error {
  override name = 'NewerCheckpoint'
  constructor(version: number) {
    super(
      `The checkpoint has version ${version}, and this process knows versions up to ${CHECKPOINT_VERSION}. Update Stretto to continue the task.`,
    )
  }
}

/** A checkpoint as it is stored. */
export function storedCheckpoint(spiral: Spiral): unknown {
  return { version: CHECKPOINT_VERSION, spiral }
}

/** The state in a stored checkpoint of this or an earlier version; null if it is none, as in damaged data. */
export function readCheckpoint(stored: unknown): Spiral | null {
  if (typeof stored !== 'object' || stored === null) return null
  const { version = 1, spiral = stored } = stored as { version?: unknown; spiral?: unknown }
  if (typeof version !== 'number') return null
  if (version > CHECKPOINT_VERSION) throw new NewerCheckpoint(version)
  const { entries, standings, anchors } = (spiral ?? {}) as Partial<Spiral>
  return [entries, standings, anchors].every(Array.isArray) ? (spiral as Spiral) : null
}
