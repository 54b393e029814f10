import { setTimeout as pause } from 'node:timers/promises'
import { PANEL, questionOf } from '../kills/task-feed.ts'
import { startProvider } from '../provider/calls.ts'
import { SEATS } from '../provider/script.ts'
import type { AttackReport, Figure } from '../report.ts'
import { freshDatabase } from '../support/database.ts'
import { dataFolder } from '../support/folders.ts'
import { createRandom } from '../support/random.ts'
import { startReplicas, stopReplicas } from '../support/replicas.ts'
import { type Answer, countBy, send, showCounts } from '../support/requests.ts'
import { type Service, startService, WIDE_LIMITS } from '../support/service.ts'
import { finalFatesOf, nameOfFate } from '../support/tasks.ts'
import { stopNpmStart } from './npm-start.ts'

const TIMES = 10
const BURST = 200
const GRACE_SECONDS = 10
const PATIENCE_MS = 60_000

/** Stops the service shortly after a burst of requests, again and again, and then `npm start` itself. */
export async function attackByStopping({ seed }: { seed: number }): Promise<AttackReport> {
  const { figures, details } = await stopAgainAndAgain(seed, 1, { DATA_DIR: dataFolder() })
  return { attack: 'stop', figures: [...figures, ...(await stopNpmStart(dataFolder()))], details }
}

/** The same with two replicas on PostgreSQL, of which one is stopped while the other goes on. */
export async function attackByStoppingReplicas({ seed }: { seed: number }): Promise<AttackReport> {
  const database = await freshDatabase()
  const environment = { DATABASE_URL: database.url }
  const { figures, details } = await stopAgainAndAgain(seed, 2, environment)
  const problems = await database.problems()
  await database.drop()
  const intact = { what: 'problems of the database', value: problems.join('; ') || 'none' }
  return { attack: 'stop-of-replicas', figures: [...figures, intact], details }
}

async function stopAgainAndAgain(seed: number, replicas: number, where: Record<string, string>) {
  const random = createRandom(seed)
  const provider = await startProvider()
  const grace = { SHUTDOWN_GRACE_SECONDS: String(GRACE_SECONDS) }
  const environment = { ...provider.environment, ...WIDE_LIMITS, ...grace, ...where }
  const running = await startReplicas(replicas, environment)
  const answers: Asked[] = []
  const stops: Array<{ ending: string; ms: number }> = []
  for (let time = 0; time < TIMES; time++) {
    const place = time % replicas
    const burst = Array.from({ length: BURST }, (_, request) =>
      ask(running[request % replicas]!, Math.floor(request / replicas), time * BURST + request),
    )
    await pause(random.between(150, 300))
    const stoppedAt = performance.now()
    const { code, signal } = await running[place]!.end('SIGTERM')
    stops.push({ ending: String(code ?? signal), ms: performance.now() - stoppedAt })
    answers.push(...(await Promise.all(burst)))
    running[place] = await startService(environment)
  }
  const accepted = answers.flatMap(({ status, body }) =>
    status === 202 ? [JSON.parse(body).id as string] : [],
  )
  const fates = await finalFatesOf(running[0]!.local, accepted, PATIENCE_MS)
  await stopReplicas(running)
  await provider.end()
  const reset = answers.filter(({ status }) => status === null)
  const longestMs = Math.max(...stops.map(({ ms }) => ms))
  const figures: Figure[] = [
    { what: 'stops; requests', value: `${TIMES}; ${answers.length}` },
    { what: 'exit codes', value: showCounts(countBy(stops, ({ ending }) => ending)) },
    {
      what: 'longest stop',
      value: `${(longestMs / 1000).toFixed(1)} s, with ${GRACE_SECONDS} s of grace`,
    },
    { what: 'requests by outcome', value: showCounts(countBy(answers, outcomeOf)) },
    {
      what: 'neither answered nor refused',
      value: `${reset.length} of ${answers.length}${showKinds(reset)}`,
    },
    { what: 'accepted tasks after the next start', value: showCounts(countBy(fates.values(), nameOfFate)) },
  ]
  return { figures, details: { outcomes: countBy(answers, outcomeOf), stops, reset } }
}

interface Asked extends Answer {
  kind: string
}

/** Consensus on both APIs, tasks and health, in turn. */
async function ask({ edge, local }: Service, turn: number, number: number): Promise<Asked> {
  const query = questionOf(number)
  const kinds: Array<[string, string, unknown?]> = [
    [edge, '/consensus-iterative', { query, models: [SEATS.steady, SEATS.contrary] }],
    [local, '/consensus', { query, models: PANEL }],
    [local, '/consensus/sync', { query, models: PANEL }],
    [edge, '/health'],
  ]
  const [api, kind, body] = kinds[turn % kinds.length]!
  return { kind, ...(await send(`${api}${kind}`, { body })) }
}

function showKinds(some: Asked[]): string {
  return some.length === 0 ? '' : ` (${showCounts(countBy(some, ({ kind }) => kind))})`
}

function outcomeOf({ status, fault, headers }: Answer): string {
  if (status === null) return String(fault)
  return headers['retry-after'] === undefined ? String(status) : `${status} with Retry-After`
}
