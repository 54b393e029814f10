import { createMemoryRateLimiter } from '../../adapters/rate-limiter.ts'
import { closeDatabase, openDatabase } from '../../adapters/sqlite/database.ts'
import { openSqliteStores } from '../../adapters/sqlite/stores.ts'
import { logChanges, type openCommonStores } from '../../adapters/storage/common-stores.ts'
import type { PastQuestions } from '../../cache/past-questions.ts'
import type { RunClaims } from '../../consensus/shared-run/claimed-run.ts'
import type { RateLimiter } from '../../http/middleware/rate-limit.ts'
import type { TaskEvents, TaskLeases, TaskProgress, TaskStore } from '../../tasks/task-ports.ts'
import type { OneAtATime } from '../../vectors/embed-stored.ts'
import type { Runtime } from './runtime.ts'

type CommonStores = ReturnType<typeof openCommonStores>['stores']

/** What is kept, wherever that is. */
export interface Stores extends CommonStores {
  openPastQuestions(embedder: string): Promise<PastQuestions>
  tasks: { store: TaskStore; progress: TaskProgress; leases: TaskLeases; events: TaskEvents }
  /** Lets replicas take turns at work that only one of them should do. */
  oneAtATime: OneAtATime
  /** Which replica executes which run; null where one process serves a store. */
  runClaims: RunClaims | null
}

export interface Storage extends Stores {
  /** Counts requests; each API counts its own. */
  createRateLimiter(api: 'edge' | 'local'): RateLimiter
  /** Why nothing can be stored at the moment, as a sentence; null if it can. */
  problem(): string | null
  /** From now on failing writes are logged. */
  logProblems(): void
  close(): Promise<void>
}

/** Opens the database in DATA_DIR with every store in it; this process is the only one that does. */
export function openSqliteStorage({ settings, log, now }: Runtime): Storage {
  const { onChange, logProblems } = logChanges(log)
  const database = openDatabase(settings.DATA_DIR, onChange)
  const stores = openSqliteStores(database, { log, mostQuestions: settings.CACHE_MAX_ENTRIES })
  return {
    ...stores,
    createRateLimiter: () => createMemoryRateLimiter(now),
    problem: database.storage.problem,
    logProblems,
    close: () => stores.close(() => closeDatabase(database)),
  }
}
