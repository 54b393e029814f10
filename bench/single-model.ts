import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { percentile } from './percentile.ts'
import { portkeyHeaders, startPortkey } from './portkey.ts'
import { type MeasuredProcess, SERVICE, startMeasured } from './service-process.ts'
import { type LoadTarget, originOf, processorTimePerRequest } from './steady-load.ts'

const ROUNDS = 5
const WARM_UP = 1_500
const REQUESTS = 400
const IN_FLIGHT = 8
const ALONE = 200

/**
 * A single model through the chat API beside Portkey's gateway: processor time of a call with an upstream that answers at
 * once, and how long one call at a time takes longer than asking the upstream itself. All are asked in turns.
 */
export async function benchSingleModel(): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'stretto-bench-'))
  const processes: MeasuredProcess[] = []
  const keep = <Started extends MeasuredProcess>(started: Started) => {
    processes.push(started)
    return started
  }
  try {
    const upstream = keep(
      await startMeasured(['--import', 'tsx', 'bench/slow-upstream.ts'], { ANSWER_MS: '0' }, null),
    )
    const service = keep(
      await startMeasured(
        SERVICE,
        {
          DATA_DIR: folder,
          OPENROUTER_API_KEY: 'bench',
          OPENROUTER_BASE_URL: originOf(upstream),
          RATE_LIMIT_PER_MINUTE: '1000000',
          RATE_LIMIT_PER_HOUR: '100000000',
          RATE_LIMIT_BURST: '1000000',
        },
        null,
      ),
    )
    const portkey = await startPortkey()
    if (portkey === null) return ['a single model: Portkey cannot be installed here']
    keep(portkey)
    const next = () => ({
      path: '/v1/chat/completions',
      body: JSON.stringify({
        model: 'vendor/model',
        messages: [{ role: 'user', content: 'Why are there tides?' }],
      }),
    })
    const targets: Record<'upstream' | 'service' | 'portkey', LoadTarget> = {
      upstream: { server: upstream, next },
      service: { server: service, next },
      portkey: { server: portkey, headers: portkeyHeaders(originOf(upstream)), next },
    }
    const names = ['service', 'portkey'] as const
    for (const name of names)
      await processorTimePerRequest(targets[name], { requests: WARM_UP, inFlight: IN_FLIGHT })
    const used: Record<(typeof names)[number], number[]> = { service: [], portkey: [] }
    for (let round = 0; round < ROUNDS; round++)
      for (const name of names)
        used[name].push(
          await processorTimePerRequest(targets[name], { requests: REQUESTS, inFlight: IN_FLIGHT }),
        )
    const waited: Record<keyof typeof targets, number[]> = { upstream: [], service: [], portkey: [] }
    for (let run = 0; run < ALONE; run++)
      for (const name of Object.keys(targets) as Array<keyof typeof targets>)
        waited[name].push(await oneAlone(targets[name]))
    const perCall = (name: (typeof names)[number]) => percentile(used[name], 0.5)
    const added = (name: (typeof names)[number]) =>
      percentile(waited[name], 0.5) - percentile(waited.upstream, 0.5)
    return [
      ...names.map(
        (name) =>
          `${name === 'service' ? 'a single model' : 'Portkey, the same'}: ${perCall(name).toFixed(3)} ms of processor time a call, ${Math.round(1000 / perCall(name))} calls a second and core; adds ${added(name).toFixed(2)} ms to a call alone (p50)`,
      ),
      `a single model: ${(perCall('portkey') / perCall('service')).toFixed(2)} times the calls of Portkey, ${(added('service') / added('portkey')).toFixed(2)} of its added latency`,
    ]
  } finally {
    await Promise.all(processes.map((measured) => measured.end()))
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The milliseconds of one call while nothing else happens. */
async function oneAlone({ server, headers, next }: LoadTarget): Promise<number> {
  const { path, body } = next()
  const startedAt = performance.now()
  const response = await fetch(originOf(server) + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: body ?? null,
  })
  await response.text()
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  return performance.now() - startedAt
}
