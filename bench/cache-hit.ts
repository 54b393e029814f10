import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { percentile } from './percentile.ts'
import { type MeasuredProcess, SERVICE, startMeasured } from './service-process.ts'

const SECONDS = 4
const ROUNDS = 3
const BODY = JSON.stringify({ query: 'What is the speed of light in a vacuum?' })

/**
 * Requests per second for a cache hit, compared with a bare route that takes the same body and returns as much JSON (and
 * with a bare GET), measured alternately in one run on one core.
 */
export async function benchCacheHit(): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'stretto-bench-'))
  const bare = await startMeasured(['--import', 'tsx', 'bench/bare-hono.ts'])
  const service = await startMeasured(SERVICE, {
    DATA_DIR: folder,
    RATE_LIMIT_PER_MINUTE: '1000000',
    RATE_LIMIT_BURST: '1000000',
  })
  const get = { url: `${origin(bare)}/json`, method: 'GET' as const }
  const post = { url: `${origin(bare)}/json`, method: 'POST' as const, body: BODY }
  const hit = { url: `${origin(service)}/consensus-iterative`, method: 'POST' as const, body: BODY }
  try {
    for (const target of [get, post, hit]) await load(target, 1)
    const rates = { get: [] as number[], post: [] as number[], hit: [] as number[] }
    for (let round = 0; round < ROUNDS; round++) {
      rates.get.push(await load(get, SECONDS))
      rates.post.push(await load(post, SECONDS))
      rates.hit.push(await load(hit, SECONDS))
    }
    const median = (values: number[]) => percentile(values, 0.5)
    const [bareGet, barePost, cacheHit] = [median(rates.get), median(rates.post), median(rates.hit)]
    return [
      `bare GET route       ${bareGet.toFixed(0)} requests/s`,
      `bare POST route      ${barePost.toFixed(0)} requests/s`,
      `cache hit            ${cacheHit.toFixed(0)} requests/s`,
      `cache hit / bare POST  ${(cacheHit / barePost).toFixed(2)} (target at least 0.5)`,
      `cache hit / bare GET   ${(cacheHit / bareGet).toFixed(2)}`,
    ]
  } finally {
    await Promise.all([bare.end(), service.end()])
    rmSync(folder, { recursive: true, force: true })
  }
}

async function load(
  target: { url: string; method: 'GET' | 'POST'; body?: string },
  seconds: number,
): Promise<number> {
  const result = await autocannon({
    ...target,
    headers: { 'content-type': 'application/json' },
    connections: 16,
    duration: seconds,
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${target.url}: ${result.non2xx} refused, ${result.errors} failed`)
  return result.requests.total / result.duration
}

function origin({ line }: MeasuredProcess): string {
  return `http://127.0.0.1:${line.edge_port}`
}
