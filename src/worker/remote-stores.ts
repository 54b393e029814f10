import { waitUntil } from 'cloudflare:workers'
import { LRUCache } from 'lru-cache'
import type { NearQuestion, PastQuestions, QuestionPairs, TallyStore } from '../cache/past-questions.ts'
import type { RunLedger } from '../consensus/ledger/run-ledger.ts'
import type { ModelReliability } from '../consensus/model-reliability.ts'
import { StorageError } from '../contract/storage-error.ts'
import type { ResponseStore } from '../http/edge/responses/response-store.ts'
import type { RateClaim, RateLimiter, WindowState } from '../http/middleware/rate-limit.ts'
import { stableHash } from '../utils/stable-hash.ts'
import type { VectorStore } from '../vectors/embed-stored.ts'
import type { Callable, Environment } from './environment.ts'
import { objectOf } from './environment.ts'
import type { Listing } from './listing.ts'
import { placeIn } from './placing.ts'

/** A store in another object. What cannot be reached is answered like a store that fails. */
function remote<Store extends object>(at: () => Callable, store: string): Store {
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
function later(work: Promise<unknown>): void {
  waitUntil(work.catch(() => {}))
}

/** The stores of all callers, each spread over as many objects as SHARDS says. */
export function openRemoteStores(env: Environment) {
  const shards = Number(env.SHARDS ?? 1)
  const shardOf = (key: string) => stableHash(key) % shards
  const store = <Store extends object>(name: string, scope: string, shard: number) =>
    remote<Store>(() => objectOf(env.MEMORY, `${scope} ${shard}`) as unknown as Callable, name)
  const every = <Store extends object, Result>(
    name: string,
    scope: string,
    ask: (one: Store) => Promise<Result>,
  ) => Promise.all(Array.from({ length: shards }, (_, shard) => ask(store<Store>(name, scope, shard))))
  const ofId = <Store extends object>(name: string, scope: string, id: string) =>
    store<Store>(name, scope, shardOf(placeIn(id) ?? id))
  const estimates = <Result>(scope: string, ask: (one: ModelReliability) => Promise<Result>, none: Result) =>
    ask(store('reliability', scope, 0)).catch(() => none)

  return {
    ...openQuestions(store, every, shardOf),
    tallies: {
      add: (scope, tally) => {
        const shard = Math.floor(Math.random() * shards)
        later(store<{ add(...parts: unknown[]): Promise<void> }>('tallies', scope, shard).add(scope, tally))
      },
      async read(scope) {
        const all = await every('tallies', scope, (one: TallyStore) => one.read(scope))
        return all.reduce((sum, tally) => ({
          lookups: sum.lookups + tally.lookups,
          hits: sum.hits + tally.hits,
          similaritySum: sum.similaritySum + tally.similaritySum,
        }))
      },
    } satisfies TallyStore,
    ledger: {
      record: (run) => ofId<RunLedger>('ledger', run.scope, run.id).record(run),
      judge: (verdict) => ofId<RunLedger>('ledger', verdict.scope, verdict.id).judge(verdict),
      recent: async (scope, since) =>
        (await every('ledger', scope, (one: RunLedger) => one.recent(scope, since))).flat(),
    } satisfies RunLedger,
    /** The estimates, made where the runs are counted, of those that a part of the questions brought. A run goes on without them. */
    reliability: {
      reportOn: (models, scope) => estimates(scope, (one) => one.reportOn(models, scope), null),
      passOddsOf: (models, scope) => estimates(scope, (one) => one.passOddsOf(models, scope), null),
      settledRunsOf: (scope) => estimates(scope, (one) => one.settledRunsOf(scope), []),
      runsOf: (models, scope) =>
        estimates(scope, (one) => one.runsOf(models, scope), { counted: 0, telling: 0 }),
      // Only what is counted: whole runs have parts that cannot be sent.
      count: ({ kind, ending, router, entries, stage, codeRun }, { scope, id }) =>
        ofId<ModelReliability>('reliability', scope, id)
          .count({ kind, ending, router, entries, ...(stage && { stage }), codeRun }, { scope, id })
          .catch(() => {}),
    } satisfies ModelReliability,
    responses: {
      save: (owner, exchange, at) =>
        ofId<ResponseStore>('responses', owner, exchange.response.id).save(owner, exchange, at),
      get: (owner, id) => ofId<ResponseStore>('responses', owner, id).get(owner, id),
      chainTo: (owner, id) => ofId<ResponseStore>('responses', owner, id).chainTo(owner, id),
      remove: (owner, id) => ofId<ResponseStore>('responses', owner, id).remove(owner, id),
      sweep: async () => {},
    } satisfies ResponseStore,
    vectors: store<VectorStore>('vectors', 'vectors', 0),
    listing: {
      put: (kind, owner, entry) => ofId<Listing>('listing', owner, entry.id).put(kind, owner, entry),
      async list(kind, owner, most) {
        const all = await every('listing', owner, (one: Listing) => one.list(kind, owner, most))
        return all
          .flat()
          .sort((one, other) => other.at - one.at)
          .slice(0, most)
      },
      sweep: async () => {},
    } satisfies Listing,
  }
}

/** Of how many results it is known whose they are. */
const MOST_KNOWN = 10_000

type StoreOf = <Store extends object>(name: string, scope: string, shard: number) => Store
type EveryStore = <Store extends object, Result>(
  name: string,
  scope: string,
  ask: (one: Store) => Promise<Result>,
) => Promise<Result[]>

/** Past questions, each with its results in the object of its text; near ones are looked for in all of its scope. */
function openQuestions(store: StoreOf, every: EveryStore, shardOf: (text: string) => number) {
  /** The scopes of results, by id: what is done to a result follows a search that has found it. */
  const scopes = new LRUCache<string, string>({ max: MOST_KNOWN })
  const all = <Result>(scope: string, ask: (one: PastQuestions) => Promise<Result>) =>
    every<PastQuestions, Result>('questions', scope, ask)
  const known = <Found extends { id: string; scope: string } | null>(found: Found): Found => {
    if (found !== null) scopes.set(found.id, found.scope)
    return found
  }
  const ofText = (scope: string, text: string) => store<PastQuestions>('questions', scope, shardOf(text))
  const each = async <Result>(id: string, ask: (one: PastQuestions) => Promise<Result>) => {
    const scope = scopes.get(id)
    return scope === undefined ? [] : all(scope, ask)
  }
  const questions: PastQuestions = {
    save: (result, vector) => ofText(known(result).scope, result.normalisedQuery).save(result, vector),
    get: async (id, scope) =>
      known((await all(scope, (one) => one.get(id, scope))).find((found) => found !== null) ?? null),
    async traceOf(id, owner) {
      const traces = await each(id, (one) => one.traceOf(id, owner))
      return traces.find((trace) => trace !== null) ?? null
    },
    findExact: async (text, filter, now) =>
      known(await ofText(filter.scope, text).findExact(text, filter, now)),
    async nearest(vector, filter, bounds) {
      const found = await all(filter.scope, (one) => one.nearest(vector, filter, bounds))
      const closest = (one: NearQuestion, other: NearQuestion) => other.cosine - one.cosine
      return found.flat().sort(closest).slice(0, bounds.limit)
    },
    markUsed: (id, at) => later(each(id, async (one) => one.markUsed(id, at))),
    withOlder: async (id) => (await each(id, (one) => one.withOlder(id))).flat(),
    async remove(ids) {
      const removed = await Promise.all(ids.map((id) => each(id, (one) => one.remove([id]))))
      return removed.flat().reduce((sum, count) => sum + count, 0)
    },
    // What follows the objects do by themselves.
    expire: async () => 0,
    evict: async () => 0,
    count: async () => ({ entries: 0, bytes: 0 }),
    countOutdated: async () => 0,
    outdated: async () => [],
    setVectors: async () => {},
  }
  const pairsAt = (owner: string) => store<QuestionPairs>('pairs', owner, 0)
  const pairsOf = async <Result>(id: string, ask: (one: QuestionPairs) => Promise<Result>) => {
    const scope = scopes.get(id)
    return scope === undefined ? [] : every<QuestionPairs, Result>('pairs', scope, ask)
  }
  const pairs: QuestionPairs = {
    noteServed: (id, asked, at) => later(pairsOf(id, async (one) => one.noteServed(id, asked, at))),
    servedTo: async (id) => (await pairsOf(id, (one) => one.servedTo(id))).flat(),
    markDifferent: (owner, marked) => pairsAt(owner).markDifferent(owner, marked),
    areDifferent: (owner, left, right) => pairsAt(owner).areDifferent(owner, left, right),
  }
  return { questions, pairs }
}

/** Counts the requests of each caller in an object of its own. */
export function createRemoteRateLimiter(env: Environment, api: string): RateLimiter {
  const ask =
    (method: keyof RateLimiter) =>
    (subject: string, ...parts: unknown[]) =>
      remote<Record<string, (...given: unknown[]) => Promise<WindowState[]>>>(
        () => objectOf(env.LIMITS, `${api} ${subject}`) as unknown as Callable,
        'limiter',
      )[method]!(...parts)
  const bySubject = (claims: RateClaim[]) =>
    [...new Set(claims.map(({ subject }) => subject))].map(
      (subject) => [subject, claims.filter((claim) => claim.subject === subject)] as const,
    )
  return {
    async take(claims) {
      const states: WindowState[] = []
      const taken: RateClaim[] = []
      for (const [subject, own] of bySubject(claims)) {
        const found = await ask('take')(subject, own)
        states.push(...found)
        if (found.some(({ waitMs }) => waitMs > 0)) {
          // Refused requests are not counted in any window.
          for (const [other, counted] of bySubject(taken)) await ask('charge')(other, counted, -1)
          break
        }
        taken.push(...own)
      }
      return states
    },
    async charge(claims, requests) {
      await Promise.all(bySubject(claims).map(([subject, own]) => ask('charge')(subject, own, requests)))
    },
    peek: async (claims) =>
      (await Promise.all(bySubject(claims).map(([subject, own]) => ask('peek')(subject, own)))).flat(),
  }
}
