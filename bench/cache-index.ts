import { setImmediate } from 'node:timers/promises'
import { dotProduct } from '../src/vectors/cosine.ts'
import { createVectorIndex, type VectorIndex } from '../src/vectors/index/vector-index.ts'
import { longestBlock } from './longest-block.ts'
import { percentile } from './percentile.ts'
import { openLlmSemanticCache, openOrama, type PlainCache } from './plain-cosine-caches.ts'
import { type QuestionVectors, questionVectors } from './question-vectors.ts'

/** How many vectors, and how many of the lookups a scan answers too, which takes seconds at the largest sizes. */
const SIZES = [
  { size: 1_000, scanned: 200 },
  { size: 10_000, scanned: 200 },
  { size: 100_000, scanned: 200 },
  { size: 1_000_000, scanned: 20 },
]
/** As many real questions as are held; the largest index is filled with vectors between them. */
const HELD = 101_000
const LOOKUPS = 200
const PLAIN_LOOKUPS = 20
const PLAIN_AT = 10_000
const CHANGED = 1_000
const WITHIN = { partitions: ['p'], limit: 10 }

/** The vector index at several sizes, compared with a scan in JavaScript and with two plain cosine caches from npm. */
export async function* benchCacheIndex(): AsyncGenerator<string> {
  const questions = await questionVectors(LOOKUPS, HELD)
  yield `${questions.name}, beyond ${HELD.toLocaleString('en')} vectors between two of them; p50 and p99 of a lookup; a scan compares with all vectors in JavaScript`
  for (const { size, scanned } of SIZES) yield await benchSize(size, scanned, questions)
  for (const open of [openLlmSemanticCache, openOrama]) yield await benchPlain(open, questions)
}

async function benchSize(size: number, scanned: number, { asked, stored }: QuestionVectors): Promise<string> {
  const index = createVectorIndex(setImmediate, size + CHANGED)
  const filling = await timed(async () => {
    for (let place = 0; place < size; place++) {
      index.add({ id: place, partition: 'p', vector: stored(place) })
      if (place % 1000 === 0) await setImmediate()
    }
  })
  await lookUp(index, asked)
  const ours = await lookUp(index, asked)
  const changing = timeChanges(index, size, asked)
  // Last, because it empties the processor's caches.
  const scan = scanAll(size, asked.slice(0, scanned), stored)
  const found = scan.nearest.flatMap((nearest, place) =>
    nearest.filter((id) => ours.found[place]!.includes(id)),
  )
  return [
    `${size.toLocaleString('en').padStart(9)}: ${ours.p50.toFixed(2)} and ${ours.p99.toFixed(2)} ms, a scan takes ${(scan.p50 / ours.p50).toFixed(0)} times as long`,
    `recall of the top 10 ${((found.length / scanned / 10) * 100).toFixed(1)}% (${scanned} lookups)`,
    `longest block ${ours.blocked.toFixed(1)} ms`,
    `adding ${changing.adding.toFixed(0)} µs (at most ${changing.longest.toFixed(1)} ms), removing ${changing.removing.toFixed(1)} µs`,
    `filled in ${(filling / 1000).toFixed(1)} s`,
  ].join('; ')
}

/** Looks up vectors one after the other. */
async function lookUp(index: VectorIndex, asked: Float32Array[]) {
  const times: number[] = []
  const found: number[][] = []
  const { blocked } = await longestBlock(async () => {
    for (const vector of asked) {
      const startedAt = performance.now()
      const matches = await index.search(vector, WITHIN)
      times.push(performance.now() - startedAt)
      found.push(matches.map(({ id }) => id))
      await setImmediate()
    }
  })
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99), found, blocked }
}

/** Microseconds per vector added to a full index, and removed from it; the milliseconds of the slowest addition. */
function timeChanges(index: VectorIndex, held: number, asked: Float32Array[]) {
  const ids = Array.from({ length: CHANGED }, (_, place) => held + place)
  const adding = ids.map((id) => {
    const startedAt = performance.now()
    index.add({ id, partition: 'p', vector: asked[id % asked.length]! })
    return performance.now() - startedAt
  })
  const startedAt = performance.now()
  for (const id of ids) index.remove(id)
  const removing = performance.now() - startedAt
  return {
    adding: (1000 * adding.reduce((sum, time) => sum + time)) / CHANGED,
    longest: Math.max(...adding),
    removing: (1000 * removing) / CHANGED,
  }
}

/** The ten nearest to each vector, and the time of one scan. Vectors that are not held are made once for all scans. */
function scanAll(size: number, asked: Float32Array[], stored: (place: number) => Float32Array) {
  const best = asked.map(() => [] as Array<{ id: number; cosine: number }>)
  const times = asked.map(() => 0)
  for (let start = 0; start < size; start += 1000) {
    const vectors = Array.from({ length: Math.min(1000, size - start) }, (_, place) => stored(start + place))
    for (const [number, vector] of asked.entries()) {
      const nearest = best[number]!
      const startedAt = performance.now()
      for (const [place, other] of vectors.entries()) {
        const cosine = dotProduct(vector, other)
        if (nearest.length === 10 && cosine <= nearest[9]!.cosine) continue
        nearest.push({ id: start + place, cosine })
        nearest.sort((left, right) => right.cosine - left.cosine)
        nearest.length = Math.min(10, nearest.length)
      }
      times[number]! += performance.now() - startedAt
    }
  }
  return { p50: percentile(times, 0.5), nearest: best.map((some) => some.map(({ id }) => id)) }
}

async function benchPlain(
  open: () => Promise<PlainCache>,
  { asked, stored }: QuestionVectors,
): Promise<string> {
  const cache = await open()
  for (let place = 0; place < PLAIN_AT; place++) await cache.add(`id-${place}`, stored(place))
  const times: number[] = []
  const { blocked } = await longestBlock(async () => {
    for (const vector of asked.slice(0, PLAIN_LOOKUPS)) {
      times.push(await timed(() => cache.lookUp(vector)))
      await setImmediate()
    }
  })
  const p50 = percentile(times, 0.5)
  return `${cache.name.padEnd(18)} at ${PLAIN_AT.toLocaleString('en')}: p50 ${p50.toFixed(1)} ms, longest block ${blocked.toFixed(0)} ms`
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}
