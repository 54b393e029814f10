import type { TaskStatus } from '../../contract/local-consensus.ts'
import { withTimeLimit } from '../../utils/with-time-limit.ts'

/** How long metrics wait for figures of the store; scrapers give up after ten seconds. */
const PATIENCE_MS = 3_000

interface Figures {
  problem(): string | null
  countTasks(): Promise<Record<TaskStatus, number>>
  cacheSize(): Promise<{ entries: number; bytes: number }>
}

interface Gauges {
  problemsFound(count: number): void
  tasksKept(counts: Record<TaskStatus, number>): void
  cacheSize(size: { entries: number; bytes: number }): void
}

/** Sets the gauges about the store. Metrics matter most while it is away: what it cannot tell stays as it was. */
export async function readStoreFigures(
  figures: Figures,
  gauges: Gauges,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  gauges.problemsFound(figures.problem() === null ? 0 : 1)
  await Promise.allSettled([
    withTimeLimit(patienceMs, figures.countTasks()).then(gauges.tasksKept),
    withTimeLimit(patienceMs, figures.cacheSize()).then(gauges.cacheSize),
  ])
}
