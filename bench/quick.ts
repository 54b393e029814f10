import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { percentile } from './percentile.ts'
import { portkeyHeaders, startPortkey } from './portkey.ts'
import { nearQuestion, newQuestion, nextQuestion } from './real-questions.ts'
import { type MeasuredProcess, SERVICE, startMeasured } from './service-process.ts'
import { type LoadTarget, originOf, processorTimePerRequest } from './steady-load.ts'

const IN_FLIGHT = 8

/** How often everything is measured: for figures that are written down, or to see whether one has fallen by a third. */
const ROUNDS = { figures: 5, check: 3 }

/** What is loaded: requests before the measurement, which compile the code, and in each round of it. */
const WORK = {
  relay: { warmUp: 1_000, requests: 400 },
  run: { warmUp: 1_500, requests: 200 },
  near: { warmUp: 200, requests: 100 },
  portkey: { warmUp: 1_000, requests: 300 },
  route: { warmUp: 3_000, requests: 2_000 },
  hit: { warmUp: 3_000, requests: 1_500 },
  search: { warmUp: 1_000, requests: 500 },
}
type Work = keyof typeof WORK

/** The main ratios, each of processor time, baseline over service: larger is better. */
export interface QuickFigures {
  /** A bare relay that makes the same three calls, over a run of three models with short answers. */
  run: number
  /** The same, over a run whose question differs in one word from others in the cache. */
  near: number
  /** A bare route with as much JSON, over an exact cache hit. */
  hit: number
  /** The same route, over an axiom search. */
  search: number
  /** Portkey's gateway for one call, over a third of a run of three; null where it is not installed. */
  portkey: number | null
}

interface QuickResult {
  figures: QuickFigures
  lines: string[]
}

/** What the ratios were when somebody last looked. */
const COMMITTED = 'bench/figures.json'
/** A ratio that falls by more than a third has a cause in the code. */
const LEAST_LEFT = 2 / 3

/** `npm run bench -- --quick`; returns the exit code. */
export async function quick(options: Set<string>): Promise<number> {
  const isCheck = options.has('--check')
  const rounds = isCheck ? ROUNDS.check : ROUNDS.figures
  const { figures, lines } = await quickBench({ withPortkey: !isCheck, rounds })
  console.log(lines.join('\n'))
  if (options.has('--write')) writeFileSync(COMMITTED, `${JSON.stringify(figures, null, 2)}\n`)
  if (!isCheck) return 0
  if (Number.isNaN(figures.run)) {
    console.log('Not compared: this system does not tell the processor time of a process.')
    return 0
  }
  const committed = JSON.parse(readFileSync(COMMITTED, 'utf8')) as Record<keyof QuickFigures, number>
  const fallen = (['run', 'near', 'hit', 'search'] as const).filter(
    (name) => !(figures[name] >= LEAST_LEFT * committed[name]),
  )
  for (const name of fallen)
    console.error(
      `${name}: ${figures[name].toFixed(3)}, which is more than a third below ${committed[name].toFixed(3)} (${COMMITTED}). Find out what costs the time, or run “npm run bench -- --quick --write” if it is worth it.`,
    )
  return fallen.length === 0 ? 0 : 1
}

/** Measures the main ratios in about a minute, in processor time, so that other work on the machine matters little. */
async function quickBench({
  withPortkey,
  rounds,
}: {
  withPortkey: boolean
  rounds: number
}): Promise<QuickResult> {
  const folder = mkdtempSync(join(tmpdir(), 'stretto-bench-'))
  const processes: MeasuredProcess[] = []
  const start = async (script: string[], environment: Record<string, string> = {}) => {
    const started = await startMeasured(script, environment, null)
    processes.push(started)
    return started
  }
  try {
    const upstream = await start(['--import', 'tsx', 'bench/slow-upstream.ts'], { ANSWER_MS: '0' })
    const provider = { OPENROUTER_BASE_URL: originOf(upstream) }
    const relay = await start(['--import', 'tsx', 'bench/bare-relay.ts'], provider)
    const hono = await start(['--import', 'tsx', 'bench/bare-hono.ts'])
    const service = await start(SERVICE, {
      ...provider,
      DATA_DIR: folder,
      OPENROUTER_API_KEY: 'bench',
      RATE_LIMIT_PER_MINUTE: '1000000',
      RATE_LIMIT_BURST: '1000000',
      // A machine that stands still for seconds must not end the measurement.
      REQUEST_WAIT_MS: '60000',
    })
    const portkey = withPortkey ? await startPortkey() : null
    if (portkey !== null) processes.push(portkey)

    const targets: Partial<Record<Work, LoadTarget>> = {
      relay: { server: relay, next: () => ({ path: '/', body: newQuestion() }) },
      run: { server: service, next: () => ({ path: '/consensus', body: newQuestion() }) },
      near: { server: service, next: () => ({ path: '/consensus', body: nearQuestion() }) },
      route: { server: hono, next: () => ({ path: '/json', body: sameQuestion }) },
      hit: { server: service, next: () => ({ path: '/consensus', body: sameQuestion }) },
      search: { server: service, next: search },
      ...(portkey === null
        ? {}
        : {
            portkey: {
              server: portkey,
              headers: portkeyHeaders(originOf(upstream)),
              next: () => ({ path: '/v1/chat/completions', body: chat() }),
            },
          }),
    }
    const used = await measureInTurns(targets, rounds)
    const per = (work: Work) => (used[work] === undefined ? Number.NaN : percentile(used[work], 0.5))
    const figures: QuickFigures = {
      run: per('relay') / per('run'),
      near: per('relay') / per('near'),
      hit: per('route') / per('hit'),
      search: per('route') / per('search'),
      portkey: portkey === null ? null : (3 * per('portkey')) / per('run'),
    }
    return { figures, lines: linesOf(figures, per) }
  } finally {
    await Promise.all(processes.map((measured) => measured.end()))
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Warms every target up, then measures them in turns, so that a change of the machine's speed affects all. */
async function measureInTurns(
  targets: Partial<Record<Work, LoadTarget>>,
  rounds: number,
): Promise<Partial<Record<Work, number[]>>> {
  const works = Object.entries(targets) as Array<[Work, LoadTarget]>
  const used: Partial<Record<Work, number[]>> = {}
  for (const [work, target] of works)
    await processorTimePerRequest(target, { requests: WORK[work].warmUp, inFlight: IN_FLIGHT })
  for (let round = 0; round < rounds; round++) {
    for (const [work, target] of works) {
      const { requests } = WORK[work]
      const time = await processorTimePerRequest(target, { requests, inFlight: IN_FLIGHT })
      used[work] = [...(used[work] ?? []), time]
    }
  }
  return used
}

function linesOf(figures: QuickFigures, per: (work: Work) => number): string[] {
  const line = (name: string, ms: number, rest = '') =>
    `${name.padEnd(42)}${ms.toFixed(3).padStart(8)} ms${rest}`
  return [
    'processor time per request, median of rounds',
    line('bare relay, three calls', per('relay')),
    line('run of three models', per('run'), `, ${(1 / figures.run).toFixed(2)} times the relay`),
    line('the same with near neighbours', per('near'), `, ${(1 / figures.near).toFixed(2)} times the relay`),
    ...(figures.portkey === null
      ? ['Portkey: not installed']
      : [
          line(
            'Portkey, one call',
            per('portkey'),
            `; a run makes ${figures.portkey.toFixed(2)} times its calls`,
          ),
        ]),
    line('bare Hono route', per('route')),
    line('exact cache hit', per('hit'), `, ${figures.hit.toFixed(2)} of the route's rate`),
    line('axiom search', per('search'), `, ${figures.search.toFixed(2)} of the route's rate`),
  ]
}

const sameQuestion = JSON.stringify({
  query: 'How long is it from one flood to the next?',
  models: ['vendor/a', 'vendor/b', 'vendor/c'],
})

function search(): { path: string } {
  return { path: `/axioms/search?q=${encodeURIComponent(nextQuestion())}` }
}

function chat(): string {
  return JSON.stringify({ model: 'a', messages: [{ role: 'user', content: nextQuestion() }] })
}
