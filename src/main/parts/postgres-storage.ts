import { createPostgresBell } from '../../adapters/postgres/bell.ts'
import { readDatabaseClock } from '../../adapters/postgres/database-clock.ts'
import { migrate } from '../../adapters/postgres/migrate.ts'
import { openPostgres } from '../../adapters/postgres/postgres.ts'
import { createPostgresSql } from '../../adapters/postgres/sql.ts'
import { createPostgresPastQuestions } from '../../adapters/postgres/stores/past-questions/past-questions.ts'
import { createPostgresRateLimiter } from '../../adapters/postgres/stores/rate-limiter.ts'
import { openPostgresTasks } from '../../adapters/postgres/stores/tasks/tasks.ts'
import { createOneAtATime } from '../../adapters/postgres/turns.ts'
import { createServerClock } from '../../adapters/rate-limiter/server-clock.ts'
import { createDamageReport } from '../../adapters/storage/damage.ts'
import { addressFrom } from './postgres-address.ts'
import type { Runtime } from './runtime.ts'
import { logChanges, openCommonStores, type Storage } from './storage.ts'

/** Opens every store on PostgreSQL. */
export async function openPostgresStorage({ settings, log, now }: Runtime, url: string): Promise<Storage> {
  const { onChange, logProblems } = logChanges(log)
  const postgres = openPostgres(addressFrom(settings, url), onChange)
  await migrate(postgres)
  const bell = createPostgresBell(postgres)
  const damage = createDamageReport((problem, error) => log.warn({ err: error }, problem), 'postgres')
  const sql = createPostgresSql(postgres, damage)
  const { later, stores } = openCommonStores(sql, log)
  const leaseMs = settings.TASK_LEASE_MS
  const tasks = openPostgresTasks({ postgres, sql, bell, leaseMs, steadyClock: now })
  const sharedClock = createServerClock({
    read: () => readDatabaseClock(postgres),
    steadyClock: now,
  })
  return {
    ...stores,
    openPastQuestions: async (embedder) => createPostgresPastQuestions({ postgres, sql, later, embedder }),
    tasks,
    oneAtATime: createOneAtATime(postgres),
    createRateLimiter: (api) => createPostgresRateLimiter({ postgres, name: api, now: sharedClock }),
    problems: () => [postgres.problem(), ...damage.problems()].filter((found) => found !== null),
    writeProblem: postgres.problem,
    logProblems,
    async close() {
      await later.close()
      tasks.close()
      await bell.close()
      await postgres.close()
    },
  }
}
