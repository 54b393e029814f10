import { waitUntil } from 'cloudflare:workers'
import { LRUCache } from 'lru-cache'
import { addTallies } from '../adapters/storage/tally-store.ts'
import type { NearQuestion, PastQuestions, QuestionPairs, TallyStore } from '../cache/past-questions.ts'
import type { RunLedger } from '../consensus/ledger/run-ledger.ts'
import type { ModelReliability } from '../consensus/model-reliability.ts'
import { StorageError } from '../contract/storage-error.ts'
import type { ResponseStore } from '../http/edge/responses/response-store.ts'
import type { RateClaim, RateLimiter, WindowState } from '../http/middleware/rate-limit.ts'
import { stableHash } from '../utils/stable-hash.ts'
import type { VectorStore } from '../vectors/embed-stored.ts'
import { type Callable, type Environment, objectOf } from './environment.ts'
import type { Listing } from './listing.ts'
import { placeIn } from './placing.ts'

interface MemoryStores {
  questions: PastQuestions
  pairs: QuestionPairs
  tallies: TallyStore
  ledger: RunLedger
  reliability: ModelReliability
  responses: ResponseStore
  vectors: VectorStore
  listing: Listing
}

/** A store in another object. What cannot be reached is answered like a store that fails. */
function remote<Store>(at: () => Callable, store: string): Store {
  const ask =
    (method: string) =>
    async (...parts: unknown[]) => {
      try {
        return await at().call(store, method, parts)
      } catch (error) {
        throw new StorageError('an object does not respond', error)
      }
    }
  return new Proxy({}, { get: (_, method) => ask(String(method)) }) as Store
}

/** What is not waited for goes on after the response; what it cannot write is lost, as statistics may be. */
function later(work: unknown): void {
  waitUntil(Promise.resolve(work).catch(() => {}))
}

type Shards = ReturnType<typeof shardsOf>

/** The stores of each caller, spread over as many objects as SHARDS says. */
function shardsOf({ SHARDS = '1', MEMORY }: Environment) {
  const at = <Name extends keyof MemoryStores>(name: Name, scope: string, shard = 0) =>
    remote<MemoryStores[Name]>(() => objectOf(MEMORY, `${scope} ${shard}`), name)
  return {
    at,
    /** That of an id or a text. */
    of: <Name extends keyof MemoryStores>(name: Name, scope: string, key: string) =>
      at(name, scope, stableHash(placeIn(key) ?? key) % Number(SHARDS)),
    every: <Name extends keyof MemoryStores, Result>(
      name: Name,
      scope: string,
      ask: (one: MemoryStores[Name]) => Promise<Result>,
    ) => Promise.all(Array.from({ length: Number(SHARDS) }, (_, shard) => ask(at(name, scope, shard)))),
  }
}

/** The stores of all callers. */
export function openRemoteStores(env: Environment) {
  const shards = shardsOf(env)
  const { at, of, every } = shards
  const estimates = <Result>(
    scope: string,
    ask: (one: MemoryStores['reliability']) => Promise<Result>,
    none: Result,
  ) => ask(at('reliability', scope)).catch(() => none)
  return {
    ...openQuestions(shards),
    tallies: {
      add: (scope, tally) => later(of('tallies', scope, String(Math.random())).add(scope, tally)),
      read: async (scope) => (await every('tallies', scope, (one) => one.read(scope))).reduce(addTallies),
    },
    ledger: {
      record: (run) => of('ledger', run.scope, run.id).record(run),
      judge: (verdict) => of('ledger', verdict.scope, verdict.id).judge(verdict),
      recent: async (scope, since) =>
        (await every('ledger', scope, (one) => one.recent(scope, since))).flat(),
    },
    /** The estimates, made where the runs are counted, of those that a part of the questions brought. A run goes on without them. */
    reliability: {
      reportOn: (models, scope) => estimates(scope, (one) => one.reportOn(models, scope), null),
      passOddsOf: (models, scope) => estimates(scope, (one) => one.passOddsOf(models, scope), null),
      settledRunsOf: (scope) => estimates(scope, (one) => one.settledRunsOf(scope), []),
      runsOf: (models, scope) =>
        estimates(scope, (one) => one.runsOf(models, scope), { counted: 0, telling: 0 }),
      // Only what is counted: whole runs have parts that cannot be sent.
      count: ({ kind, ending, router, entries, stage, codeRun }, { scope, id }) =>
        of('reliability', scope, id)
          .count({ kind, ending, router, entries, ...(stage && { stage }), codeRun }, { scope, id })
          .catch(() => {}),
    },
    responses: {
      save: (owner, exchange, now) => of('responses', owner, exchange.response.id).save(owner, exchange, now),
      get: (owner, id) => of('responses', owner, id).get(owner, id),
      chainTo: (owner, id) => of('responses', owner, id).chainTo(owner, id),
      remove: (owner, id) => of('responses', owner, id).remove(owner, id),
      sweep: async () => {},
    },
    vectors: at('vectors', 'vectors'),
    listing: {
      put: (kind, owner, entry) => of('listing', owner, entry.id).put(kind, owner, entry),
      async list(kind, owner, most) {
        const all = await every('listing', owner, (one) => one.list(kind, owner, most))
        return all
          .flat()
          .sort((one, other) => other.at - one.at)
          .slice(0, most)
      },
      sweep: async () => {},
    },
  } satisfies MemoryStores
}

/** Of how many results it is known whose they are. */
const MOST_KNOWN = 10_000

/** Past questions, each with its results in the object of its text; near ones are looked for in all of its scope. */
function openQuestions({ at, of, every }: Shards): Pick<MemoryStores, 'questions' | 'pairs'> {
  /** The scopes of results, by id: what is done to a result follows a search that has found it. */
  const scopes = new LRUCache<string, string>({ max: MOST_KNOWN })
  const known = <Found extends { id: string; scope: string } | null>(found: Found): Found => {
    if (found !== null) scopes.set(found.id, found.scope)
    return found
  }
  /** Asks all that may have a result. */
  const each = async <Name extends 'questions' | 'pairs', Result>(
    name: Name,
    id: string,
    ask: (one: MemoryStores[Name]) => Promise<Result>,
  ) => {
    const scope = scopes.get(id)
    return scope === undefined ? [] : every(name, scope, ask)
  }
  return {
    questions: {
      save: (result, vector) =>
        of('questions', known(result).scope, result.normalisedQuery).save(result, vector),
      async get(id, scope) {
        const found = await every('questions', scope, (one) => one.get(id, scope))
        return known(found.find((result) => result !== null) ?? null)
      },
      async traceOf(id, owner) {
        const traces = await each('questions', id, (one) => one.traceOf(id, owner))
        return traces.find((trace) => trace !== null) ?? null
      },
      findExact: async (text, filter, now) =>
        known(await of('questions', filter.scope, text).findExact(text, filter, now)),
      async nearest(vector, filter, bounds) {
        const found = await every('questions', filter.scope, (one) => one.nearest(vector, filter, bounds))
        const closest = (one: NearQuestion, other: NearQuestion) => other.cosine - one.cosine
        return found.flat().sort(closest).slice(0, bounds.limit)
      },
      markUsed: (id, now) => later(each('questions', id, async (one) => one.markUsed(id, now))),
      withOlder: async (id) => (await each('questions', id, (one) => one.withOlder(id))).flat(),
      async remove(ids) {
        const removed = await Promise.all(ids.map((id) => each('questions', id, (one) => one.remove([id]))))
        return removed.flat().reduce((sum, count) => sum + count, 0)
      },
      // What follows the objects do by themselves.
      expire: async () => 0,
      evict: async () => 0,
      count: async () => ({ entries: 0, bytes: 0 }),
      countOutdated: async () => 0,
      outdated: async () => [],
      setVectors: async () => {},
    },
    pairs: {
      noteServed: (id, asked, now) => later(each('pairs', id, async (one) => one.noteServed(id, asked, now))),
      servedTo: async (id) => (await each('pairs', id, (one) => one.servedTo(id))).flat(),
      markDifferent: (owner, marked) => at('pairs', owner).markDifferent(owner, marked),
      areDifferent: (owner, left, right) => at('pairs', owner).areDifferent(owner, left, right),
    },
  }
}

/** Counts the requests of each caller in an object of its own. */
export function createRemoteRateLimiter(env: Environment, api: string): RateLimiter {
  const limiterOf = (subject: string) =>
    remote<RateLimiter>(() => objectOf(env.LIMITS, `${api} ${subject}`), 'limiter')
  const bySubject = (claims: RateClaim[]) =>
    [...new Set(claims.map(({ subject }) => subject))].map(
      (subject) => [subject, claims.filter((claim) => claim.subject === subject)] as const,
    )
  return {
    async take(claims) {
      const states: WindowState[] = []
      const taken: RateClaim[] = []
      for (const [subject, own] of bySubject(claims)) {
        const found = await limiterOf(subject).take(own)
        states.push(...found)
        if (found.some(({ waitMs }) => waitMs > 0)) {
          // Refused requests are not counted in any window.
          for (const [other, counted] of bySubject(taken)) await limiterOf(other).charge(counted, -1)
          break
        }
        taken.push(...own)
      }
      return states
    },
    async charge(claims, requests) {
      await Promise.all(bySubject(claims).map(([subject, own]) => limiterOf(subject).charge(own, requests)))
    },
    peek: async (claims) =>
      (await Promise.all(bySubject(claims).map(([subject, own]) => limiterOf(subject).peek(own)))).flat(),
  }
}
