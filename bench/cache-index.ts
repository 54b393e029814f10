import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createExactVectorIndex } from '../src/adapters/vector-index/exact-vector-index.ts'
import { createGrowingVectorIndex } from '../src/adapters/vector-index/growing-vector-index.ts'
import { createUsearchVectorIndex } from '../src/adapters/vector-index/usearch/usearch-vector-index.ts'
import type { VectorIndex } from '../src/vectors/vector-index.ts'
import { clusteredVectors } from '../test/conformance/vector-index-vectors.ts'
import { longestBlock } from './longest-block.ts'
import { percentile } from './percentile.ts'
import { openLlmSemanticCache, openOrama, type PlainCache } from './plain-cosine-caches.ts'

const ENTRIES = 100_000
const TOPICS = 2000
/** Lookups that are compared with exact results; the plain caches are slow and get fewer. */
const LOOKUPS = 100
const PLAIN_LOOKUPS = 15
const ADDED = 200
const WITHIN = { partitions: ['p'], limit: 10 }

const ids = Array.from({ length: ENTRIES }, (_, place) => `id-${place}`)

/** The vector index of the service at its maximum size, compared with a full scan and two plain cosine caches from npm. */
export async function benchCacheIndex(): Promise<string[]> {
  const next = clusteredVectors(1, TOPICS)
  const vectors = new Map(ids.map((id) => [id, next()]))
  const asked = Array.from({ length: LOOKUPS }, next)
  const added = Array.from({ length: ADDED }, next)
  const vectorsOf = async (some: string[]) => new Map(some.map((id) => [id, vectors.get(id)!]))
  const expected = new Map(ids.map((id) => [id, 'p']))

  const exact = createExactVectorIndex()
  await exact.restore(expected, vectorsOf)
  const scan = await lookUp(exact, asked)
  await exact.restore(new Map(), vectorsOf)

  const folder = mkdtempSync(join(tmpdir(), 'stretto-bench-'))
  try {
    const index = createGrowingVectorIndex({
      openLarge: (onLost) =>
        createUsearchVectorIndex({
          folder,
          embedder: 'bench',
          threads: availableParallelism(),
          onFault: fail,
          onLost,
        }),
      onFault: fail,
    })
    const building = await timed(() => index.restore(expected, vectorsOf))
    const graph = await lookUp(index, asked)
    const adding = await longestBlock(async () => {
      for (const [place, vector] of added.entries()) {
        index.add({ id: `new-${place}`, partition: 'p', vector })
        await index.search(vector, WITHIN)
      }
    })
    for (let place = 0; place < ADDED; place++) index.remove(`new-${place}`)
    const closing = await timed(() => index.close())
    const megabytes =
      readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0) / 1e6
    const restarted = await startAgain(folder)
    const found = graph.found.reduce((sum, some, place) => {
      return sum + some.filter((id) => scan.found[place]!.includes(id)).length
    }, 0)

    const plain: string[] = []
    for (const open of [openLlmSemanticCache, openOrama])
      plain.push(await benchPlain(open, vectors, asked, graph.p50))
    return [
      `${ENTRIES.toLocaleString('en')} entries of 768 numbers, built in ${seconds(building)} s by ${availableParallelism()} threads, ${megabytes.toFixed(0)} MB of files saved in ${seconds(closing)} s`,
      `full scan             p50 ${scan.p50.toFixed(1)} ms, p99 ${scan.p99.toFixed(1)} ms, blocks the event loop for up to ${scan.blocked.toFixed(0)} ms`,
      `the service's index   p50 ${graph.p50.toFixed(2)} ms, p99 ${graph.p99.toFixed(2)} ms, blocks it for up to ${graph.blocked.toFixed(0)} ms, ${adding.blocked.toFixed(0)} ms while adding`,
      `scan / index          ${(scan.p50 / graph.p50).toFixed(0)} (p50), ${(scan.p99 / graph.p99).toFixed(0)} (p99)`,
      `recall of the top 10  ${((found / LOOKUPS / 10) * 100).toFixed(1)} % (target at least 99 %)`,
      ...plain,
      `a process that restores the saved index is ready after ${seconds(restarted.readyMs)} s (index ${seconds(restarted.restoreMs)} s), blocks for up to ${restarted.blocked.toFixed(0)} ms, and uses ${restarted.after.toFixed(0)} MB (index ${(restarted.after - restarted.before).toFixed(0)} MB)`,
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Looks up vectors one after the other. */
async function lookUp(index: VectorIndex, asked: Float32Array[]) {
  const times: number[] = []
  const found: string[][] = []
  const { blocked } = await longestBlock(async () => {
    for (const vector of asked) {
      const startedAt = performance.now()
      const matches = await index.search(vector, WITHIN)
      times.push(performance.now() - startedAt)
      found.push(matches.map(({ id }) => id))
    }
  })
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99), found, blocked }
}

async function benchPlain(
  open: () => Promise<PlainCache>,
  vectors: Map<string, Float32Array>,
  asked: Float32Array[],
  ours: number,
): Promise<string> {
  const cache = await open()
  for (const [id, vector] of vectors) await cache.add(id, vector)
  const times: number[] = []
  const { blocked } = await longestBlock(async () => {
    for (const vector of asked.slice(0, PLAIN_LOOKUPS)) {
      times.push(await timed(() => cache.lookUp(vector)))
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  })
  const p50 = percentile(times, 0.5)
  return `${cache.name.padEnd(21)} p50 ${p50.toFixed(1)} ms, blocks the event loop for up to ${blocked.toFixed(0)} ms; ${(p50 / ours).toFixed(0)} times the service's index`
}

interface Restarted {
  readyMs: number
  restoreMs: number
  blocked: number
  before: number
  after: number
}

/** Opens the saved index in a separate process, like a service that restarts. */
async function startAgain(folder: string): Promise<Restarted> {
  const args = ['--import', 'tsx', 'bench/cache-index-start.ts', folder, String(ENTRIES)]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return JSON.parse(stdout)
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(1)
}

function fail(error: Error): never {
  throw error
}
