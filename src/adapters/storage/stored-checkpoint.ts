import type { Spiral } from '../../engine/index.ts'
import { readCheckpoint } from '../../tasks/checkpoint.ts'
import { DamagedData, parseStored } from './damaged-data.ts'

/** The run that a stored checkpoint continues; throws DamagedData if it cannot be read. */
export function spiralIn(checkpoint: string | null): Spiral | null {
  if (checkpoint === null) return null
  const spiral = readCheckpoint(parseStored(checkpoint), Date.now())
  if (spiral === null) throw new DamagedData('a stored checkpoint does not fit')
  return spiral
}
