import type { Proof } from '../../proof.ts'
import { chemistryProofs } from './chemistry.ts'
import { lifeProofs } from './life.ts'
import { ontologicalWorldProofs } from './world.ts'

/** Computes again what axioms of level 3 state in figures. */
export const ontologicalProofs: Proof[] = [...chemistryProofs, ...lifeProofs, ...ontologicalWorldProofs]
