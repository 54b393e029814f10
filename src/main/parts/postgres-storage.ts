import { createPostgresBell } from '../../adapters/postgres/bell.ts'
import { migrate } from '../../adapters/postgres/migrate.ts'
import { createPostgresPastQuestions } from '../../adapters/postgres/past-questions.ts'
import { openPostgres, type PostgresAddress } from '../../adapters/postgres/postgres.ts'
import { createPostgresRateLimiter } from '../../adapters/postgres/rate-limiter.ts'
import { createOneAtATime, createPostgresRunClaims } from '../../adapters/postgres/replicas.ts'
import { createPostgresSql } from '../../adapters/postgres/sql.ts'
import { openPostgresTasks } from '../../adapters/postgres/tasks.ts'
import { logChanges, openCommonStores } from '../../adapters/storage/common-stores.ts'
import type { Settings } from '../../config/settings.ts'
import type { Runtime } from './runtime.ts'
import type { Storage } from './storage.ts'

/** Opens every store on PostgreSQL. */
export async function openPostgresStorage({ settings, log, now }: Runtime, url: string): Promise<Storage> {
  const { onChange, logProblems } = logChanges(log)
  const postgres = openPostgres(addressFrom(settings, url), onChange)
  await migrate(postgres)
  const bell = createPostgresBell(postgres)
  const sql = createPostgresSql(postgres)
  const { later, stores } = openCommonStores(sql, log)
  const leaseMs = settings.TASK_LEASE_MS
  const tasks = openPostgresTasks({ postgres, sql, bell, leaseMs, steadyClock: now })
  return {
    ...stores,
    openPastQuestions: async (embedder) => createPostgresPastQuestions({ postgres, sql, later, embedder }),
    tasks,
    oneAtATime: createOneAtATime(postgres),
    runClaims: createPostgresRunClaims(postgres),
    createRateLimiter: (api) => createPostgresRateLimiter(postgres, api),
    problem: postgres.problem,
    logProblems,
    async close() {
      await later.close()
      tasks.close()
      await bell.close()
      await postgres.close()
    },
  }
}

/** How the settings say to reach the database. */
export function addressFrom(settings: Settings, url: string): PostgresAddress {
  const { DATABASE_POOL_SIZE: poolSize, DATABASE_TLS: mode, DATABASE_CA: authority } = settings
  if (mode === 'off') return { url, poolSize, tls: false }
  const ca = authority === undefined ? {} : { ca: authority }
  if (mode !== 'auto') return { url, poolSize, tls: { ...ca, rejectUnauthorized: mode === 'verify' } }
  return { url, poolSize, ...(authority === undefined ? {} : { tls: ca }) }
}
