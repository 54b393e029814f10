import { waitUntil } from 'cloudflare:workers'
import type { Logger } from 'pino'
import { createLearned } from '../adapters/models/learned.ts'
import { fetchResponse, MOST_UNANSWERED } from '../adapters/models/providers/fetch-response.ts'
import { createFairQueue } from '../adapters/scheduling/fair-turns.ts'
import { createConsoleLog } from '../adapters/telemetry/console-log.ts'
import { createObservers } from '../adapters/telemetry/metrics.ts'
import { addTo, exposed, type Series, sumOf } from '../adapters/telemetry/series.ts'
import { createKeyring } from '../http/middleware/authenticate.ts'
import { openAxioms } from '../main/parts/axioms.ts'
import { openEmbedding } from '../main/parts/embedding.ts'
import { createRuntime, type Runtime } from '../main/parts/runtime.ts'
import { withoutLock } from '../vectors/embed-stored.ts'
import { readWorkerAssets } from './assets.ts'
import { type Environment, objectOf } from './environment.ts'
import { openRemoteStores } from './remote-stores.ts'
import { readWorkerSettings } from './worker-settings.ts'

export type Isolate = Awaited<ReturnType<typeof open>>

/** An isolate has few requests, and a turn that one of them takes from another would end with it. */
const AT_ONCE = { take: async () => {}, waitOf: () => 0, onConnection() {} }
/** Nobody ends a worker; and a signal can be read only in the request that made it, so each reader gets a new one. */
const NO_END: AbortController = {
  get signal() {
    return new AbortController().signal
  },
  abort() {},
}
/** Over how many objects counts are spread. */
const COUNTERS = 4
/** Every sending is charged like a request; an isolate that ends has counted no longer than this in vain. */
const SENT_EVERY_MS = 5_000

const opened = new WeakMap<Environment, Isolate>()

/** What all requests and objects of an isolate share: nothing of it belongs to a request, whose promises no other may wait for. */
export async function openIsolate(env: Environment): Promise<Isolate> {
  const made = opened.get(env) ?? (await open(env))
  // Requests that come at the start make one each; the first stays.
  const isolate = opened.get(env) ?? made
  opened.set(env, isolate)
  isolate.embedAxioms()
  return isolate
}

async function open(env: Environment) {
  const { settings, hostNames } = readWorkerSettings(env as unknown as Record<string, unknown>)
  const log = createConsoleLog(settings.LOG_LEVEL) as Logger
  const counts = openCounts(env)
  // An object lasts no longer than its question.
  const learned = createLearned()
  const runtimeFor = (newId?: () => string): Runtime =>
    createRuntime(settings, log, counts.metrics, {
      ...(newId && { newId }),
      loadHttp: async () => fetchResponse,
      unanswered: createFairQueue(MOST_UNANSWERED),
      turns: AT_ONCE,
      openEnd: () => NO_END,
      learned,
    })
  const runtime = runtimeFor()
  const remote = openRemoteStores(env)
  const assets = await readWorkerAssets(env.ASSETS as never)
  const embedding = await openEmbedding(runtime, assets)
  const storage = { vectors: remote.vectors, oneAtATime: withoutLock }
  const axioms = await openAxioms(runtime, { assets, storage, embedding, keepsTrying: false })
  const keyring = createKeyring(settings.API_KEYS, runtime.sha256)
  return {
    env,
    settings,
    hostNames,
    log,
    runtimeFor,
    remote,
    assets,
    embedding,
    axioms,
    keyring,
    counts,
    embedAxioms: embedding.isBuiltin ? () => {} : nowAndThen(axioms.embed, log),
  }
}

/** Embedding goes on after the response for as long as the platform lets it; a later request begins where it ended. */
const EMBEDDING_MS = 30_000

/** Begins work that ends with the request that began it, unless it was begun of late or is done. */
function nowAndThen(embed: () => Promise<void>, log: Logger): () => void {
  let begunAt = Number.NEGATIVE_INFINITY
  return () => {
    if (Date.now() - begunAt < EMBEDDING_MS) return
    begunAt = Date.now()
    const work = embed().then(() => {
      begunAt = Number.POSITIVE_INFINITY
    })
    waitUntil(work.catch((error) => log.warn({ err: error }, 'axioms could not be embedded; trying later')))
  }
}

/** Counts in this isolate, and sends the counts to an object that sums those of many. */
function openCounts(env: Environment) {
  let series: Series = {}
  let sentAt = 0
  const objects = Array.from({ length: COUNTERS }, (_, place) => `counts ${place}`)
  const at = (name: string) => objectOf(env.COUNTERS, name)
  const observers = createObservers((metric, labels, value) => addTo(series, metric, labels, value))
  const expose = async () => {
    const all = await Promise.all(objects.map((name) => at(name).call('series', 'read', [])))
    return exposed(sumOf([...(all as Series[]), series]))
  }
  return {
    metrics: { ...observers, expose } as Runtime['metrics'],
    expose,
    /** Sends what was counted, after the response. What cannot be sent, or was counted right after, is sent later. */
    send(): void {
      const counted = series
      if (Object.keys(counted).length === 0 || Math.abs(Date.now() - sentAt) < SENT_EVERY_MS) return
      sentAt = Date.now()
      series = {}
      const name = objects[Math.floor(Math.random() * COUNTERS)]!
      const keep = () => {
        series = sumOf([series, counted])
      }
      waitUntil(at(name).call('series', 'add', [counted]).catch(keep))
    },
  }
}
