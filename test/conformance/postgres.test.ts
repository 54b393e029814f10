import { createPostgresLocks } from '../../src/adapters/postgres/stores/locks.ts'
import type { Locks } from '../../src/locks/locks.ts'
import { openOnPostgres } from '../support/postgres.ts'
import { describeWithPostgres } from '../support/services.ts'
import { describeLocks } from './locks.ts'

/** SQL for the time of a clock of the test. */
const sqlOf = (clock: () => number) => () => `to_timestamp(${clock() / 1000}::float8)`

describeWithPostgres('PostgreSQL', () => {
  describeLocks('PostgreSQL', (clock) =>
    openOnPostgres((postgres): Locks => createPostgresLocks(postgres, sqlOf(clock))),
  )
})
