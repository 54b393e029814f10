import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBenchDatabase } from './bench-database.ts'
import { percentile } from './percentile.ts'
import { newQuestion } from './real-questions.ts'
import { type MeasuredProcess, SERVICE, startMeasured } from './service-process.ts'
import { originOf, processorTimePerRequest } from './steady-load.ts'

const WARM_UP = 400
const ROUNDS = 5
const REQUESTS = 80
const ALONE = 20

/** A run of three on PostgreSQL beside the same on SQLite, in turns: processor time of the service, and time of a run alone. */
export async function* benchPostgresRun(): AsyncGenerator<string> {
  const server = process.env.DATABASE_URL
  if (server === undefined) {
    yield 'skipped: DATABASE_URL is not set (npm run services prints one)'
    return
  }
  const folder = mkdtempSync(join(tmpdir(), 'stretto-bench-'))
  const database = await openBenchDatabase(server)
  const upstream = await startMeasured(
    ['--import', 'tsx', 'bench/slow-upstream.ts'],
    { ANSWER_MS: '0' },
    null,
  )
  const start = (storage: Record<string, string>) =>
    startMeasured(
      SERVICE,
      {
        ...storage,
        OPENROUTER_API_KEY: 'bench',
        OPENROUTER_BASE_URL: originOf(upstream),
        RATE_LIMIT_PER_MINUTE: '1000000',
        RATE_LIMIT_BURST: '1000000',
      },
      null,
    )
  const services = {
    SQLite: await start({ DATA_DIR: folder, DATABASE_URL: '' }),
    PostgreSQL: await start({ DATA_DIR: join(folder, 'beside'), DATABASE_URL: database.url }),
  }
  const figures = { SQLite: newFigures(), PostgreSQL: newFigures() }
  const names = ['SQLite', 'PostgreSQL'] as const
  try {
    for (const name of names) await load(services[name], WARM_UP, 8)
    for (let round = 0; round < ROUNDS; round++)
      for (const name of names) {
        figures[name].processor.push((await load(services[name], REQUESTS, 8)).processor)
        figures[name].alone.push((await load(services[name], ALONE, 1)).wall)
      }
    const median = (name: (typeof names)[number], kind: 'processor' | 'alone') =>
      percentile(figures[name][kind], 0.5)
    for (const [kind, what] of [
      ['processor', 'processor time of the service for a run'],
      ['alone', 'time of a run alone'],
    ] as const)
      yield `${what}: PostgreSQL ${median('PostgreSQL', kind).toFixed(2)} ms, SQLite ${median('SQLite', kind).toFixed(2)} ms, ${(median('PostgreSQL', kind) / median('SQLite', kind)).toFixed(2)} times`
  } finally {
    await Promise.all([...Object.values(services), upstream].map((process) => process.end()))
    await database.drop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function newFigures(): Record<'processor' | 'alone', number[]> {
  return { processor: [], alone: [] }
}

/** What a run takes on average, in milliseconds. */
async function load(server: MeasuredProcess, requests: number, inFlight: number) {
  const startedAt = performance.now()
  const next = () => ({ path: '/consensus', body: newQuestion() })
  const processor = await processorTimePerRequest({ server, next }, { requests, inFlight })
  return { processor, wall: (performance.now() - startedAt) / requests }
}
