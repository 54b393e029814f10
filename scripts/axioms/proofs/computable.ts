import type { Proof } from '../proof.ts'
import { algorithmProofs } from './computable-algorithms.ts'
import { arithmeticProofs } from './computable-arithmetic.ts'
import { codeProofs } from './computable-codes.ts'
import { cryptographyProofs } from './computable-cryptography.ts'
import { graphProofs } from './computable-graphs.ts'
import { learningProofs } from './computable-learning.ts'
import { logicProofs } from './computable-logic.ts'
import { numberProofs } from './computable-numbers.ts'
import { numericalProofs } from './computable-numerical.ts'
import { sortingProofs } from './computable-sorting.ts'
import { statisticsProofs } from './computable-statistics.ts'
import { structureProofs } from './computable-structures.ts'
import { theoryProofs } from './computable-theory.ts'

/** Computes again what axioms of level 4 state. */
export const computableProofs: Proof[] = [
  ...sortingProofs,
  ...algorithmProofs,
  ...arithmeticProofs,
  ...graphProofs,
  ...structureProofs,
  ...numberProofs,
  ...logicProofs,
  ...cryptographyProofs,
  ...theoryProofs,
  ...codeProofs,
  ...statisticsProofs,
  ...learningProofs,
  ...numericalProofs,
]
