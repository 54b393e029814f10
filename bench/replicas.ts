import { readAxioms } from '../src/adapters/assets/data-files.ts'
import { openBenchDatabase } from './bench-database.ts'
import { postAll } from './load.ts'
import { percentile } from './percentile.ts'
import { processorTime } from './processor-time.ts'
import { type MeasuredProcess, SERVICE, startMeasured } from './service-process.ts'

const COUNTS = [1, 2, 4]
/** Runs of one round, and how many are under way at a time. */
const RUNS = 120
const AT_ONCE = 40
/** Rounds for each replica before those that are measured: code that has run more often is compiled better. */
const WARM_UP_ROUNDS = 5
const ROUNDS = 5
const ANSWER_MS = 500
const MODELS = ['vendor/a', 'vendor/b', 'vendor/c']
const SEATS = MODELS.map((model) => ({ provider: 'openrouter', name: model, model }))
const MANY = '1000000'

interface Deployment {
  count: number
  replicas: MeasuredProcess[]
}

/** What is asked, and at which address of a replica. */
const LOADS = [
  {
    name: 'consensus',
    url: ({ line }: MeasuredProcess) => `http://127.0.0.1:${line.edge_port}/consensus`,
    models: MODELS,
  },
  {
    name: 'task',
    url: ({ line }: MeasuredProcess) => `http://127.0.0.1:${line.local_port}/consensus/sync`,
    models: SEATS,
  },
]

/**
 * The same load on one, two and four replicas on PostgreSQL: CPU time of all replicas together per run, and runs per
 * second. The rounds of the deployments alternate, so that what else the machine does affects all of them.
 */
export async function* benchReplicas(): AsyncGenerator<string> {
  const server = process.env.DATABASE_URL
  if (server === undefined) {
    yield 'skipped: DATABASE_URL is not set (npm run services prints one)'
    return
  }
  const upstream = await startMeasured(
    ['--import', 'tsx', 'bench/slow-upstream.ts'],
    { ANSWER_MS: String(ANSWER_MS) },
    null,
  )
  const databases = await Promise.all(COUNTS.map(() => openBenchDatabase(server)))
  const deployments = await Promise.all(
    COUNTS.map((count, place) => deploy(count, databases[place]!.url, upstream.line.port!)),
  )
  try {
    for (const load of LOADS) {
      const rounds = new Map(deployments.map(({ count }) => [count, [] as Round[]]))
      for (const deployment of deployments)
        for (let round = 0; round < WARM_UP_ROUNDS * deployment.count; round++)
          await oneRound(deployment, load)
      for (let round = 0; round < ROUNDS; round++)
        for (const deployment of deployments)
          rounds.get(deployment.count)!.push(await oneRound(deployment, load))
      const cpuOf = (count: number) =>
        percentile(
          rounds.get(count)!.map(({ cpuMs }) => cpuMs),
          0.5,
        )
      for (const count of COUNTS) {
        const rate = percentile(
          rounds.get(count)!.map(({ perSecond }) => perSecond),
          0.5,
        )
        yield `${load.name.padEnd(10)} ${count} replica${count === 1 ? ' ' : 's'}: CPU ${cpuOf(count).toFixed(1)} ms per run, ${(cpuOf(count) / cpuOf(1)).toFixed(2)} of one replica; ${rate.toFixed(0)} runs per second`
      }
    }
  } finally {
    await Promise.all(
      [...deployments.flatMap(({ replicas }) => replicas), upstream].map((each) => each.end()),
    )
    await Promise.all(databases.map((database) => database.drop()))
  }
}

async function deploy(count: number, databaseUrl: string, upstreamPort: number): Promise<Deployment> {
  const environment = {
    DATABASE_URL: databaseUrl,
    OPENROUTER_API_KEY: 'bench',
    OPENROUTER_BASE_URL: `http://127.0.0.1:${upstreamPort}`,
    RATE_LIMIT_PER_MINUTE: MANY,
    RATE_LIMIT_PER_HOUR: MANY,
    RATE_LIMIT_BURST: MANY,
    REQUEST_WAIT_MS: MANY,
  }
  const start = () => startMeasured(SERVICE, environment, null)
  return { count, replicas: await Promise.all(Array.from({ length: count }, start)) }
}

interface Round {
  cpuMs: number
  perSecond: number
}

const TOPICS = readAxioms().map(({ axiom }) => axiom)
let asked = 0

/** A question unlike the others: those much alike would cost a comparison each. */
function nextQuestion(): string {
  const number = asked++
  return `How long does it take, given that ${TOPICS[number % TOPICS.length]} Question q${number}?`
}

/** Asks new questions, some at a time, of the replicas in turn. */
async function oneRound({ replicas }: Deployment, { url, models }: (typeof LOADS)[number]): Promise<Round> {
  const before = cpuOfAll(replicas)
  const startedAt = performance.now()
  let left = RUNS
  const caller = async (_: unknown, place: number) => {
    while (left-- > 0) {
      await postAll(url(replicas[place % replicas.length]!), [{ query: nextQuestion(), models }], 0)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, caller))
  const seconds = (performance.now() - startedAt) / 1_000
  return { cpuMs: (cpuOfAll(replicas) - before) / RUNS, perSecond: RUNS / seconds }
}

function cpuOfAll(replicas: MeasuredProcess[]): number {
  return replicas.reduce((sum, { child }) => sum + (processorTime(child.pid ?? 0) ?? Number.NaN), 0)
}
