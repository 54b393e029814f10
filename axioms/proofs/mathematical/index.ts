import type { Proof } from '../../proof.ts'
import { algebraProofs } from './algebra.ts'
import { arithmeticProofs } from './arithmetic.ts'
import { calculusProofs } from './calculus.ts'
import { chanceProofs } from './chance.ts'
import { geometryProofs } from './geometry.ts'
import { graphProofs } from './graphs.ts'
import { numberTheoryProofs } from './numbers.ts'
import { trigonometryProofs } from './trigonometry.ts'

/** Computes again what axioms of level 1 state in figures. */
export const mathematicalProofs: Proof[] = [
  ...arithmeticProofs,
  ...numberTheoryProofs,
  ...algebraProofs,
  ...geometryProofs,
  ...trigonometryProofs,
  ...calculusProofs,
  ...chanceProofs,
  ...graphProofs,
]
