import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { PANEL, questionOf } from '../kills/task-feed.ts'
import { startProvider } from '../provider/calls.ts'
import { SEATS } from '../provider/script.ts'
import type { AttackReport } from '../report.ts'
import { dataFolder, temporaryFolder } from '../support/folders.ts'
import { createRandom } from '../support/random.ts'
import { countBy, send, showCounts } from '../support/requests.ts'
import {
  ENTRY,
  type Service,
  spawnService,
  startProcess,
  startService,
  WIDE_LIMITS,
} from '../support/service.ts'
import { showStop } from '../support/show-stop.ts'
import { fatesOf, finalFatesOf, nameOfFate, type TaskFate } from '../support/tasks.ts'
import { DAMAGES } from './damages.ts'

const FINISHED_TASKS = 4
/** Seats that always answer, because a result with a failed seat is not cached. */
const EDGE_MODELS = [SEATS.steady, SEATS.contrary]
const PATIENCE_MS = 30_000

/** The contents of the folder before it was damaged. */
interface Held {
  finished: string[]
  unfinished: string[]
  cached: string[]
}

/** How the service handled a damaged folder. */
interface Outcome {
  damage: string
  /** How it stopped instead of starting; null if it started. */
  stopped: string | null
  /** Whether it stopped with a stack trace instead of a message. */
  stack: boolean
  alive: boolean
  health: string
  finishedTasks: string
  unfinishedTasks: string
  cachedQuestions: string
  /** What the repair command did; null if there is none, or no need. */
  repaired: string | null
}

/** Damages a data folder in many ways and starts the service on it. */
export async function attackWithDamage({ seed }: { seed: number }): Promise<AttackReport> {
  const provider = await startProvider()
  const environment = {
    ...provider.environment,
    ...WIDE_LIMITS,
    SHUTDOWN_GRACE_SECONDS: '0',
    MODEL_TIMEOUT_SECONDS: '3',
  }
  const whole = dataFolder()
  const held = await fillFolder({ ...environment, DATA_DIR: whole })
  const random = createRandom(seed)
  const outcomes: Outcome[] = []
  for (const { name, do: damage } of DAMAGES) {
    const folder = join(temporaryFolder(), 'data')
    cpSync(whole, folder, { recursive: true })
    damage(folder, random)
    outcomes.push(await startOn(name, { ...environment, DATA_DIR: folder }, held))
    rmSync(folder, { recursive: true, force: true })
  }
  await provider.end()
  return report(outcomes)
}

/** Fills a folder with finished and unfinished tasks, and results. */
async function fillFolder(environment: Record<string, string>): Promise<Held> {
  const service = await startService(environment)
  const create = async (number: number, models: unknown) => {
    const { body } = await send(`${service.local}/consensus`, { body: { query: questionOf(number), models } })
    return JSON.parse(body).id as string
  }
  const finished: string[] = []
  for (let number = 0; number < FINISHED_TASKS; number++) finished.push(await create(number, PANEL))
  await finalFatesOf(service.local, finished, 60_000)
  const cached = [questionOf(100), questionOf(200)]
  for (const query of cached)
    await send(`${service.edge}/consensus-iterative`, { body: { query, models: EDGE_MODELS } })
  // One seat does not answer, so the task stores the replies of the others and stays unfinished.
  const panel = [...PANEL, { provider: 'openrouter', name: SEATS.silent, model: SEATS.silent }]
  const unfinished = [await create(10, panel), await create(11, panel)]
  await pause(1_000)
  await service.end('SIGTERM')
  return { finished, unfinished, cached }
}

async function startOn(damage: string, environment: Record<string, string>, held: Held): Promise<Outcome> {
  const nothing = { alive: false, health: '', finishedTasks: '', unfinishedTasks: '', cachedQuestions: '' }
  const start = await spawnService(environment).start
  if (start.service === null) {
    const stopped = showStop(start)
    const stack = stopped.includes('with a stack')
    return { damage, ...nothing, stopped, stack, repaired: await repair(environment, held) }
  }
  const seen = await lookAround(start.service, held)
  await start.service.end('SIGTERM')
  return { damage, stopped: null, stack: false, ...seen, repaired: null }
}

async function lookAround(service: Service, held: Held) {
  const health = await Promise.all(
    [service.edge, service.local].map(async (url) => {
      const { status, body } = await send(`${url}/health`, { timeoutMs: 10_000 })
      return status === 200 ? JSON.parse(body).status : String(status)
    }),
  )
  const cached = await Promise.all(
    held.cached.map(async (query) => {
      const body = { query, models: EDGE_MODELS }
      const answer = await send(`${service.edge}/consensus-iterative`, { body, timeoutMs: 20_000 })
      if (answer.status !== 200) return String(answer.status ?? answer.fault)
      const { cache_hit, final_answer } = JSON.parse(answer.body)
      if (typeof final_answer !== 'string') return '200 without an answer'
      return cache_hit ? 'hit' : 'miss'
    }),
  )
  const show = (fates: Map<string, TaskFate>) => showCounts(countBy(fates.values(), nameOfFate))
  const fates = await fatesOf(service.local, held.finished)
  const resumed = await finalFatesOf(service.local, held.unfinished, PATIENCE_MS)
  return {
    alive: service.alive(),
    health: health.join(', '),
    finishedTasks: show(fates),
    unfinishedTasks: show(resumed),
    cachedQuestions: showCounts(countBy(cached, (each) => each)),
  }
}

/** Repairs the folder with the service's own command, if it has one, and starts again. */
async function repair(environment: Record<string, string>, held: Held): Promise<string | null> {
  const doctor = startProcess([process.execPath, ENTRY, 'doctor', '--repair'], { environment })
  const { code } = await doctor.gone
  if (doctor.output().includes('There is no')) return null
  const start = await spawnService(environment).start
  if (start.service === null) return `doctor ended with ${code}; still ${showStop(start)}`
  const { finishedTasks } = await lookAround(start.service, held)
  await start.service.end('SIGTERM')
  return `doctor ended with ${code}; then it starts, tasks ${finishedTasks}`
}

function report(outcomes: Outcome[]): AttackReport {
  const stopped = outcomes.filter((outcome) => outcome.stopped !== null)
  const stacks = stopped.filter(({ stack }) => stack)
  const started = outcomes.filter((outcome) => outcome.stopped === null)
  const list = (some: Outcome[]) =>
    some.length === 0 ? '0' : `${some.length} (${showCounts(countBy(some, ({ damage }) => damage))})`
  const failing = started.filter(({ cachedQuestions }) =>
    /\b5\d\d\b|null|ECONN|without/.test(cachedQuestions),
  )
  const figures = [
    { what: 'damages', value: String(outcomes.length) },
    { what: 'starts', value: String(started.length) },
    { what: 'starts, and dies when asked', value: list(started.filter(({ alive }) => !alive)) },
    { what: 'stops with a clear line', value: String(stopped.length - stacks.length) },
    { what: 'stops with a stack', value: list(stacks) },
    { what: 'starts, and fails a cached question', value: list(failing) },
    {
      what: 'of these with both healths “healthy”',
      value: String(failing.filter(({ health }) => health === 'healthy, healthy').length),
    },
    {
      what: 'starts, and a finished task cannot be read',
      value: list(started.filter(({ finishedTasks }) => /unknown|without/.test(finishedTasks))),
    },
    {
      what: 'starts, and an unfinished task fails or never ends',
      value: list(
        started.filter(({ unfinishedTasks }) => /failed|unknown|running|pending/.test(unfinishedTasks)),
      ),
    },
    {
      what: 'starts with an empty database, without a message',
      value: list(started.filter(({ finishedTasks }) => finishedTasks.startsWith('lost'))),
    },
    {
      what: 'unusable folders that the doctor repairs',
      value: stopped.some(({ repaired }) => repaired !== null)
        ? `${stopped.filter(({ repaired }) => repaired?.includes('then it starts')).length} of ${stopped.length}`
        : 'no doctor',
    },
  ]
  return { attack: 'damage', figures, details: { outcomes } }
}
