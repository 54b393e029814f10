import type { Proof } from '../../proof.ts'
import { algorithmProofs } from './algorithms.ts'
import { arithmeticProofs } from './arithmetic.ts'
import { codeProofs } from './codes.ts'
import { cryptographyProofs } from './cryptography.ts'
import { graphProofs } from './graphs.ts'
import { learningProofs } from './learning.ts'
import { logicProofs } from './logic.ts'
import { numberProofs } from './numbers.ts'
import { numericalProofs } from './numerical.ts'
import { sortingProofs } from './sorting.ts'
import { statisticsProofs } from './statistics.ts'
import { structureProofs } from './structures.ts'
import { theoryProofs } from './theory.ts'

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
