import { setTimeout as pause } from 'node:timers/promises'
import { feedTasks } from '../kills/task-feed.ts'
import { tracePaidTwice } from '../kills/trace-calls.ts'
import { startProvider } from '../provider/calls.ts'
import type { AttackReport } from '../report.ts'
import { freshDatabase } from '../support/database.ts'
import { startReplicas, stopReplicas } from '../support/replicas.ts'
import { countBy, showCounts } from '../support/requests.ts'
import { WIDE_LIMITS } from '../support/service.ts'
import { finalFatesOf, nameOfFate } from '../support/tasks.ts'

const TASKS_A_SECOND = 5
const TIMES = 4
const LEASE_MS = 10_000
const SUSPENDED_MS = 2.5 * LEASE_MS
const PATIENCE_MS = 240_000
const FENCED = 'Another process has taken over this task'

/** Suspends one of two replicas for longer than its leases last, and wakes it again. */
export async function attackBySuspension(): Promise<AttackReport> {
  const provider = await startProvider()
  const database = await freshDatabase()
  const replicas = await startReplicas(2, {
    ...provider.environment,
    ...WIDE_LIMITS,
    DATABASE_URL: database.url,
    TASK_LEASE_MS: String(LEASE_MS),
  })
  const feed = feedTasks(TASKS_A_SECOND)
  for (let time = 0; time < TIMES; time++) {
    const suspended = replicas[time % 2]!
    const awake = replicas[(time + 1) % 2]!
    feed.aim([suspended.local, awake.local])
    await pause(2_000)
    process.kill(suspended.pid, 'SIGSTOP')
    feed.aim([awake.local])
    await pause(SUSPENDED_MS)
    process.kill(suspended.pid, 'SIGCONT')
    await pause(2_000)
  }
  await feed.stop()
  const fates = await finalFatesOf(replicas[0]!.local, feed.accepted.keys(), PATIENCE_MS)
  const fenced = replicas.map(({ output }) => output().split(FENCED).length - 1)
  const problems = await database.problems()
  const endings = await stopReplicas(replicas)
  // Without kills there is one reason to pay twice: both asked, the second because the first was suspended.
  const paidTwice = tracePaidTwice(await provider.calls(), [])
  await provider.end()
  await database.drop()
  const figures = [
    { what: 'suspensions', value: `${TIMES} of ${SUSPENDED_MS / 1000} s, leases of ${LEASE_MS / 1000} s` },
    { what: 'tasks by outcome', value: showCounts(countBy(fates.values(), nameOfFate)) },
    { what: 'runs ended by a fence on waking', value: String(fenced.reduce((sum, one) => sum + one, 0)) },
    { what: 'answers paid twice', value: String(paidTwice.length) },
    { what: 'problems of the database', value: problems.join('; ') || 'none' },
    { what: 'exit codes', value: endings.join(', ') },
  ]
  return { attack: 'suspension', figures, details: { fenced, paidTwice } }
}
