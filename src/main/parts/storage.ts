import type { PastQuestions } from '../../cache/past-questions.ts'
import type { QuestionPairs } from '../../cache/question-pairs.ts'
import type { TallyStore } from '../../cache/tally-store.ts'
import type { ReliabilityStore } from '../../consensus/reliability-store.ts'
import type { RateLimiter } from '../../http/shared/rate-limiter.ts'
import type { Locks } from '../../locks/locks.ts'
import type { TaskEvents } from '../../tasks/task-events.ts'
import type { TaskLeases } from '../../tasks/task-leases.ts'
import type { TaskProgress } from '../../tasks/task-progress.ts'
import type { TaskStore } from '../../tasks/task-store.ts'
import type { VectorStore } from '../../vectors/vector-store.ts'

/** Every store of the service, whatever it is kept in. */
export interface Storage {
  /** Opens the past questions with the vectors of this embedding model. */
  openPastQuestions(embedder: string): Promise<PastQuestions>
  pairs: QuestionPairs
  tallies: TallyStore
  tasks: TaskStore
  taskProgress: TaskProgress
  taskLeases: TaskLeases
  taskEvents: TaskEvents
  vectors: VectorStore
  reliability: ReliabilityStore
  locks: Locks
  /** Counts requests; each API counts its own. */
  createRateLimiter(api: 'edge' | 'local'): RateLimiter
  /** Reports damaged data once per part; passes on every other error. */
  unlessDamaged(part: string, onError: (error: unknown) => void): (error: unknown) => void
  /** What an operator has to fix: sentences for /health. */
  problems(): string[]
  /** Why nothing can be stored at the moment, as a sentence; null if it can. */
  writeProblem(): string | null
  /** From now on failing writes are logged. */
  logProblems(): void
  close(): Promise<void>
}
