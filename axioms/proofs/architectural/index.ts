import type { Proof } from '../../proof.ts'
import { concurrencyProofs } from './concurrency.ts'
import { databaseProofs } from './databases.ts'
import { distributionProofs } from './distribution.ts'
import { hardwareProofs } from './hardware.ts'
import { operationProofs } from './operation.ts'
import { queryProofs } from './queries.ts'

/** Computes again what axioms of level 5 state. */
export const architecturalProofs: Proof[] = [
  ...hardwareProofs,
  ...concurrencyProofs,
  ...queryProofs,
  ...databaseProofs,
  ...distributionProofs,
  ...operationProofs,
]
