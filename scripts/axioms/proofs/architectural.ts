import type { Proof } from '../proof.ts'
import { concurrencyProofs } from './architectural-concurrency.ts'
import { databaseProofs } from './architectural-databases.ts'
import { distributionProofs } from './architectural-distribution.ts'
import { hardwareProofs } from './architectural-hardware.ts'
import { operationProofs } from './architectural-operation.ts'
import { queryProofs } from './architectural-queries.ts'

/** Computes again what axioms of level 5 state. */
export const architecturalProofs: Proof[] = [
  ...hardwareProofs,
  ...concurrencyProofs,
  ...queryProofs,
  ...databaseProofs,
  ...distributionProofs,
  ...operationProofs,
]
