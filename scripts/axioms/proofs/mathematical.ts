import type { Proof } from '../proof.ts'
import { algebraProofs } from './mathematical-algebra.ts'
import { arithmeticProofs } from './mathematical-arithmetic.ts'
import { calculusProofs } from './mathematical-calculus.ts'
import { chanceProofs } from './mathematical-chance.ts'
import { geometryProofs } from './mathematical-geometry.ts'
import { graphProofs } from './mathematical-graphs.ts'
import { numberTheoryProofs } from './mathematical-numbers.ts'
import { trigonometryProofs } from './mathematical-trigonometry.ts'

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
