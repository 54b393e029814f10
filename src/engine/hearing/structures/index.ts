import type { StructureName } from '../../../contract/panel.ts'
import { concert } from './concert.ts'
import { fugue } from './fugue.ts'
import { sonata } from './sonata.ts'
import type { Structure } from './structure.ts'

const STRUCTURES: Record<StructureName, Structure> = { fugue, sonata, concert }

/** The structure with a name. */
export function structureNamed(name: StructureName): Structure {
  return STRUCTURES[name]
}

/** A warning when a panel does not have the usual size of the structure; null when it does. */
export function panelSizeWarning(name: StructureName, size: number): string | null {
  const { minimum, maximum } = STRUCTURES[name].usualPanel
  if (size >= minimum && size <= maximum) return null
  const usual = Number.isFinite(maximum) ? `${minimum} to ${maximum}` : `${minimum} or more`
  return `A ${name} usually has ${usual} models; this panel has ${size}.`
}
