import { setTimeout as pause } from 'node:timers/promises'
import { examineFolder } from '../kills/examine-folder.ts'
import { feedTasks, PANEL, questionOf, requestOf } from '../kills/task-feed.ts'
import { tracePaidTwice } from '../kills/trace-calls.ts'
import { startProvider } from '../provider/calls.ts'
import { SEATS } from '../provider/script.ts'
import type { AttackReport } from '../report.ts'
import { freshDatabase } from '../support/database.ts'
import { dataFolder } from '../support/folders.ts'
import { startReplicas, stopReplicas } from '../support/replicas.ts'
import { countBy, send, showCounts } from '../support/requests.ts'
import { startService, WIDE_LIMITS } from '../support/service.ts'
import { finalFatesOf, nameOfFate } from '../support/tasks.ts'
import { openMovableClock } from './movable-clock.ts'

const TASKS_A_SECOND = 5
const LONG_TASKS = 3
const PATIENCE_MS = 240_000
const HOUR = 3_600
/** How far ahead the clock is, one after the other. */
const AHEAD = [0, HOUR, -2 * HOUR, 25 * HOUR, 0]
const EACH_MS = 6_000
/** The number of a question whose result expires with a jump, and is then rightly paid for again. */
const CACHED = 999_999
/** So small that a caller can reach it. */
const A_MINUTE = 40
/** Longer than any run here takes, shorter than any jump. */
const PLAUSIBLE_MS = 600_000

/** Where the data is, and which processes have a clock that jumps: the first one alone. */
interface Deployment {
  name: string
  replicas: number
  environment: Record<string, string>
  problems(): Promise<string[]>
}

/** Sets the clock forwards and back by hours while tasks run and requests are counted. */
export async function attackByClock(): Promise<AttackReport> {
  const folder = dataFolder()
  return moveClock({
    name: 'clock',
    replicas: 1,
    environment: { DATA_DIR: folder, TASK_LEASE_MS: '500' },
    problems: async () => examineFolder(folder),
  })
}

/** The same to one of two replicas on PostgreSQL. */
export async function attackByClockOfReplica(): Promise<AttackReport> {
  const database = await freshDatabase()
  const report = await moveClock({
    name: 'clock-of-replica',
    replicas: 2,
    environment: { DATABASE_URL: database.url, TASK_LEASE_MS: '10000' },
    problems: database.problems,
  })
  await database.drop()
  return report
}

async function moveClock({ name, replicas, environment, problems }: Deployment): Promise<AttackReport> {
  const clock = openMovableClock()
  const provider = await startProvider()
  const settings = {
    ...provider.environment,
    ...WIDE_LIMITS,
    ...environment,
    RATE_LIMIT_PER_MINUTE: String(A_MINUTE),
    MODEL_TIMEOUT_SECONDS: '120',
    // A busy machine is not what this is about.
    REQUEST_WAIT_MS: '60000',
  }
  const moved = await startService({ ...settings, ...clock.environment })
  const others = await startReplicas(replicas - 1, settings)
  const running = [moved, ...others]
  const feed = feedTasks(TASKS_A_SECOND)
  feed.aim(running.map(({ local }) => local))
  const ids = new Set<string>()
  for (let number = 0; number < LONG_TASKS; number++) ids.add(await startLongTask(moved.local, number))
  const cached = { query: questionOf(CACHED), models: [SEATS.steady, SEATS.contrary] }
  const hits: string[] = []
  const repeated: string[] = []
  for (const [place, ahead] of AHEAD.entries()) {
    clock.setAhead(ahead)
    const { status, body } = await send(`${moved.edge}/consensus-iterative`, { body: cached })
    hits.push(status === 200 ? (JSON.parse(body).cache_hit ? 'hit' : 'run') : String(status))
    // The first task of all, again: its key is as old as the clock says, or not yet born.
    if (place > 0) repeated.push(await repeatFirst(moved.local, feed.accepted))
    await pause(EACH_MS)
  }
  const lockedOutMs = await lockOut(moved.edge, cached, clock.setAhead)
  await feed.stop()
  for (const id of feed.accepted.keys()) ids.add(id)
  const fates = await finalFatesOf(running[0]!.local, ids, PATIENCE_MS)
  const metrics = await send(`${moved.edge}/metrics`)
  const faults = running.map(({ output }) => output().match(/"level":"error"/g)?.length ?? 0)
  const endings = await stopReplicas(running)
  const calls = await provider.calls()
  await provider.end()
  const ofTasks = calls.filter(({ question }) => question !== `case-${CACHED}`)
  const found = await problems()
  const durations = [...fates.values()].flatMap(({ result }) => result?.usage.duration_ms ?? [])
  const odd = durations.filter((duration) => duration < 0 || duration > PLAUSIBLE_MS)
  const figures = [
    { what: 'the clock is ahead by', value: `${AHEAD.map((ahead) => ahead / HOUR).join(', ')}, −1 h` },
    { what: 'tasks by outcome', value: showCounts(countBy(fates.values(), nameOfFate)) },
    { what: 'creations refused', value: showCounts(feed.refused) },
    { what: 'a creation repeated with its key', value: showCounts(countBy(repeated, (each) => each)) },
    { what: 'a cached question after each jump', value: hits.join(', ') },
    { what: 'answers paid twice', value: String(tracePaidTwice(ofTasks, []).length) },
    { what: 'durations that are negative or too long', value: `${odd.length} of ${durations.length}` },
    {
      what: 'a caller at its limit may ask again, back by an hour',
      value: lockedOutMs === null ? 'not within 3 min' : `after ${Math.round(lockedOutMs / 1000)} s`,
    },
    { what: 'negative metrics', value: String(metrics.body.match(/^svc_\S+ -\d/gm)?.length ?? 0) },
    { what: 'errors in the log', value: faults.join(', ') },
    { what: 'problems of the database', value: found.join('; ') || 'none' },
    { what: 'exit codes', value: endings.join(', ') },
  ]
  return { attack: name, figures, details: { durations, hits, repeated } }
}

/** Starts a task that outlasts several leases and jumps. */
async function startLongTask(local: string, number: number): Promise<string> {
  const panel = [...PANEL, { provider: 'openrouter', name: SEATS.silent, model: SEATS.silent }]
  const query = questionOf(900_000 + number)
  const { body } = await send(`${local}/consensus`, { body: { query, models: panel, max_iterations: 1 } })
  return JSON.parse(body).id
}

async function repeatFirst(local: string, accepted: Map<string, string>): Promise<string> {
  const [id] = [...accepted].find(([, marker]) => marker === 'case-0') ?? []
  const { status, body } = await send(`${local}/consensus`, requestOf(0))
  if (status !== 202) return String(status)
  return JSON.parse(body).id === id ? 'the same task' : 'another task'
}

/** Asks until the limit is reached, sets the clock back by an hour, and returns how long the caller has to wait. */
async function lockOut(
  edge: string,
  body: unknown,
  setAhead: (seconds: number) => void,
): Promise<number | null> {
  const ask = async () => (await send(`${edge}/consensus-iterative`, { body })).status
  for (let asked = 0; asked < 2 * A_MINUTE; asked++) if ((await ask()) === 429) break
  setAhead(-HOUR)
  const startedAt = performance.now()
  while (performance.now() - startedAt < 180_000) {
    if ((await ask()) === 200) return performance.now() - startedAt
    await pause(1_000)
  }
  return null
}
