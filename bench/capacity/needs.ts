import type { Used } from './deployment.ts'
import type { MemoryOfRuns } from './load.ts'

/** Questions a second. */
export const RATES = [1, 100, 10_000]
/** How long the models of a run take. */
const MODEL_SECONDS = 5
/** A core that is busier than this answers late. */
const BUSY = 0.7
/** `DATABASE_POOL_SIZE`, and one connection that listens. */
const CONNECTIONS = 21
const SECONDS_A_DAY = 86_400

/**
 * In US dollars, without what the plan includes. Page “Durable Objects: Pricing” of developers.cloudflare.com, an undated
 * copy; for the worker itself “Workers: Pricing” as others quoted it in August 2026.
 */
const PRICE = {
  workerRequest: 0.3e-6,
  workerMillisecond: 0.02e-6,
  objectRequest: 0.15e-6,
  objectGigabyteSecond: 12.5e-6,
  rowRead: 0.001e-6,
  rowWritten: 1e-6,
  gigabyteMonth: 0.2,
}
/** Every object is charged as if it used all that it may. */
const OBJECT_GIGABYTES = 0.128
/** The soft limit of one object, by the page “Durable Objects: FAQs”. */
const OBJECT_REQUESTS_A_SECOND = 1_000
/** Finished runs are kept for a week. */
const MONTHS_STORED = 7 / 30

export interface Needs {
  [what: string]: number
}

/** What one process on SQLite needs for so many new closed questions a second. */
export function needsOfProcess(perSecond: number, run: Used, memory: MemoryOfRuns): Needs {
  const inFlight = perSecond * MODEL_SECONDS
  return {
    'cores, of which it can use one': (perSecond * run.service!) / 1_000,
    'runs in flight': inFlight,
    'memory, GB': (memory.idle + inFlight * memory.memoryEach) / 1_000,
    'transactions a second at most': perSecond * run.transactions!,
    'stored a day, GB': (perSecond * SECONDS_A_DAY * run.storedBytes!) / 1e9,
    'sent to models, MB/s': (perSecond * run.sentBytes) / 1e6,
  }
}

/** What replicas on a PostgreSQL need. */
export function needsOfReplicas(perSecond: number, run: Used, memory: MemoryOfRuns): Needs {
  const replicas = Math.ceil((perSecond * run.service!) / 1_000 / BUSY)
  const inFlight = perSecond * MODEL_SECONDS
  return {
    'replicas of one core': replicas,
    'memory of all, GB': (replicas * memory.idle + inFlight * memory.memoryEach) / 1_000,
    connections: replicas * CONNECTIONS,
    'cores of PostgreSQL': Math.ceil((perSecond * run.database!) / 1_000 / BUSY),
    'transactions a second': perSecond * run.transactions!,
    'log, MB/s': (perSecond * run.logBytes!) / 1e6,
    'stored a day, GB': (perSecond * SECONDS_A_DAY * run.storedBytes!) / 1e9,
  }
}

/** What the edge needs. */
export function needsOfEdge(perSecond: number, run: Used): Needs {
  return {
    'run objects awake': perSecond * MODEL_SECONDS,
    'requests to objects a second': perSecond * run.objectRequests!,
    'shards of a caller, at least': Math.ceil((perSecond * run.objectRequests!) / OBJECT_REQUESTS_A_SECOND),
    'rows written a second': perSecond * run.rows!,
    'GB-seconds a second': perSecond * MODEL_SECONDS * OBJECT_GIGABYTES,
    'US dollars an hour': 3_600 * perSecond * edgeCost(run),
  }
}

/** What a run costs at the edge beyond what the plan includes, in US dollars. */
export function edgeCost(run: Used): number {
  return Object.values(edgeCosts(run)).reduce((sum, cost) => sum + cost, 0)
}

/** The parts of that sum. */
export function edgeCosts(run: Used): Needs {
  return {
    'request of the worker': PRICE.workerRequest,
    'processor time of the worker': PRICE.workerMillisecond * run.service!,
    'requests to objects': PRICE.objectRequest * run.objectRequests!,
    'an object that waits for models': PRICE.objectGigabyteSecond * OBJECT_GIGABYTES * MODEL_SECONDS,
    'rows read': PRICE.rowRead * run.rowsRead!,
    'rows written': PRICE.rowWritten * run.rows!,
    'a week of storage': (PRICE.gigabyteMonth * MONTHS_STORED * run.storedBytes!) / 1e9,
  }
}
