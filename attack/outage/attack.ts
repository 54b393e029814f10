import { setTimeout as pause } from 'node:timers/promises'
import { resumePostgres, stopPostgres } from '../../scripts/services/postgres.mjs'
import { feedTasks } from '../kills/task-feed.ts'
import { NotMeasured } from '../not-measured.ts'
import { startProvider } from '../provider/calls.ts'
import { SEATS } from '../provider/script.ts'
import type { AttackReport } from '../report.ts'
import { freshDatabase } from '../support/database.ts'
import { startReplicas, stopReplicas } from '../support/replicas.ts'
import { type Answer, countBy, send, showCounts } from '../support/requests.ts'
import { type Service, WIDE_LIMITS } from '../support/service.ts'
import { finalFatesOf, nameOfFate } from '../support/tasks.ts'

const TASKS_A_SECOND = 5
const PATIENCE_MS = 240_000

/** For how long it is taken away. */
const OUTAGES = [
  { what: 'PostgreSQL, restarted', forMs: 0 },
  { what: 'PostgreSQL', forMs: 8_000 },
]

/** Takes PostgreSQL away in the middle of traffic and brings it back. */
export async function attackByOutage(): Promise<AttackReport> {
  if (process.env.DATABASE_URL !== undefined)
    throw new NotMeasured('It stops the server of “npm run services”. Unset DATABASE_URL.')
  const provider = await startProvider()
  const database = await freshDatabase()
  const replicas = await startReplicas(2, {
    ...provider.environment,
    ...WIDE_LIMITS,
    DATABASE_URL: database.url,
    TASK_LEASE_MS: '10000',
  })
  const feed = feedTasks(TASKS_A_SECOND)
  feed.aim(replicas.map(({ local }) => local))
  const outages: Array<{ what: string; answers: Record<string, number>; recoveredMs: number | null }> = []
  await pause(3_000)
  for (const { what, forMs } of OUTAGES) {
    const ended = new AbortController()
    const asked = askOn(replicas, ended.signal)
    stopPostgres()
    await pause(forMs)
    resumePostgres()
    const recoveredMs = await untilReady(replicas)
    await pause(2_000)
    ended.abort()
    outages.push({ what, answers: countBy(await asked, nameOf), recoveredMs })
  }
  await feed.stop()
  const fates = await finalFatesOf(replicas[0]!.local, feed.accepted.keys(), PATIENCE_MS)
  const survived = replicas.filter(({ alive }) => alive()).length
  const problems = await database.problems()
  await stopReplicas(replicas)
  await provider.end()
  await database.drop()
  const figures = [
    ...outages.flatMap(({ what, answers, recoveredMs }) => [
      { what: `${what}: requests on the edge`, value: showCounts(answers) },
      {
        what: `${what}: ready again after`,
        value: recoveredMs === null ? 'never' : `${(recoveredMs / 1000).toFixed(1)} s`,
      },
    ]),
    { what: 'task creations refused meanwhile', value: showCounts(feed.refused) },
    { what: 'tasks by outcome', value: showCounts(countBy(fates.values(), nameOfFate)) },
    { what: 'processes that survived', value: `${survived} of ${replicas.length}` },
    { what: 'problems of the database', value: problems.join('; ') || 'none' },
  ]
  return { attack: 'outage', figures, details: { outages } }
}

/** Asks both replicas new questions until the signal aborts; returns what came back. */
async function askOn(replicas: Service[], signal: AbortSignal): Promise<Answer[]> {
  const answers: Answer[] = []
  let number = 0
  const caller = async (edge: string) => {
    while (!signal.aborted) {
      const query = `How many entries are in the register of case-outage-${number++}?`
      const body = { query, models: [SEATS.steady, SEATS.contrary] }
      answers.push(await send(`${edge}/consensus-iterative`, { body, timeoutMs: 90_000 }))
      await pause(200)
    }
  }
  await Promise.all(replicas.map(({ edge }) => caller(edge)))
  return answers
}

function nameOf({ status, fault, headers }: Answer): string {
  if (status === null) return String(fault)
  return headers['retry-after'] === undefined ? String(status) : `${status} with Retry-After`
}

/** How long until all are ready again; null if one never is. */
async function untilReady(replicas: Service[]): Promise<number | null> {
  const startedAt = performance.now()
  while (performance.now() - startedAt < 120_000) {
    const states = await Promise.all(replicas.map(({ edge }) => send(`${edge}/readyz`, { timeoutMs: 5_000 })))
    if (states.every(({ status }) => status === 200)) return performance.now() - startedAt
    await pause(200)
  }
  return null
}
