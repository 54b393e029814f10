import { type CachePolicy, conditionsDigest, panelFingerprint, servedForMs } from '../cache/cache-policy.ts'
import { normaliseQuery } from '../cache/normalise-query.ts'
import type { SemanticCache } from '../cache/semantic-cache.ts'
import type { DryRunResponse } from '../contract/dry-run.ts'
import type { EdgeConsensusRequest, EdgeConsensusResponse } from '../contract/edge-consensus.ts'
import { LIMITS } from '../contract/limits.ts'
import type { Attachment } from '../contract/message-content.ts'
import type { CallerKeys } from '../contract/panel.ts'
import {
  type AnswerFormat,
  type AnswerText,
  type DeliberationEvent,
  stepBackground,
  type ToolStep,
} from '../engine/index.ts'
import type { RunCosts } from './budget/run-costs.ts'
import { requireModels, serversOf } from './model-router.ts'
import type { PanelResult, PanelRunner, RunnerParts } from './panel-runner.ts'
import { noDefaultPanel, type PlannedRun, plannedRun, type Sampling, seatOf } from './planned-run.ts'
import { responseInOrder } from './present/in-request-order.ts'
import { freshResponse, servedResponse } from './present/present.ts'
import { type ClaimParts, createClaimedRuns } from './shared-run/claimed-run.ts'
import { createSingleFlight, type Passenger, type Start } from './shared-run/single-flight.ts'

export interface EdgeConsensusCall {
  request: EdgeConsensusRequest
  /** Whose cache may answer, and gets the result. */
  scope: string
  /** Whose run it is: it is counted for nobody else, and its result is nobody else's to judge or delete. */
  owner: string
  /** The key or address of the caller. */
  caller: string
  callerKeys: CallerKeys | null
  /** Whether the result must not be stored; only with skip_cache. */
  noStore?: boolean
  singleShot: boolean
  sampling?: Sampling
  /** What form the final text must have, and what the models are told of it; absent for any. */
  format?: (AnswerFormat & { instructions: string }) | undefined
  /** The step that is to be taken with tools; absent for a question. */
  step?: ToolStep | undefined
  attachments?: Attachment[] | undefined
}

/** An accepted request: the stored answer, or the run that will give one. */
export type PreparedConsensus =
  | { served: EdgeConsensusResponse }
  | {
      served?: undefined
      run: (passenger: Passenger<DeliberationEvent, AnswerText>) => Promise<EdgeConsensusResponse>
    }

/** Answers edge requests, from the cache if possible. */
export type CachedConsensus = ReturnType<typeof createCachedConsensus>

interface CachedConsensusParts extends Pick<RunnerParts, 'router' | 'readerModel' | 'now'> {
  runner: PanelRunner
  costs: RunCosts
  cache: Pick<SemanticCache, 'edition' | 'lookup' | 'lookupExact' | 'remember'>
  policy: CachePolicy
  canSearch: boolean
  /** The panel for requests that name no models; none where there is no such panel. */
  defaultModels: (callerKeys: CallerKeys | null) => string[]
  /** From 0 to 1: how much earlier than the maximum a result expires. */
  chance: () => number
  newId: () => string
  /** A one-way digest of a text, which may contain a caller's key. */
  digest: (text: string) => string
  onKeepFault: (error: unknown) => void
  /** Called when the cache could not be searched again before a run. */
  onLookupFault: (error: unknown) => void
  /** How runs are shared between replicas; null where one process serves a store. */
  shared: Omit<ClaimParts, 'newHolder'> | null
}

/** Puts the cache and single flight in front of the panel. */
export function createCachedConsensus(parts: CachedConsensusParts) {
  const { runner, cache, now } = parts
  const flights = createSingleFlight<EdgeConsensusResponse, DeliberationEvent, AnswerText>()
  const runClaimed = parts.shared && createClaimedRuns({ ...parts.shared, newHolder: parts.newId })

  /** What a call asks to be run, and what its result depends on. */
  function planOf({ request, scope, owner, callerKeys, step, ...call }: EdgeConsensusCall) {
    const names = request.models ?? parts.defaultModels(callerKeys)
    if (names.length === 0) throw noDefaultPanel()
    const models = names.map((model) =>
      seatOf(model, parts.router.providerOf(model, callerKeys), call.sampling),
    )
    const reader = request.reader ?? parts.readerModel ?? undefined
    const asked = { ...request, reader, attachments: call.attachments }
    const run: PlannedRun = {
      ...plannedRun(asked, { models, callerKeys }),
      format: call.format,
      ...(step && { step, background: stepBackground(step) }),
      // One iteration is within any maximum the caller gave.
      ...(call.singleShot && { maxIterations: 1 }),
    }
    // Before the cache is asked, which may know what the stand-in said when there was no key.
    requireModels(run, parts.router)
    const conditions = conditionsDigest(
      {
        background: run.background,
        // A result that was made to please is none for those who did not ask for it.
        criteria: run.criteria,
        format: call.format?.instructions,
        budget: run.budget,
        ...call.sampling,
        reasoningEffort: request.reasoning_effort,
      },
      parts.digest,
    )
    const router = serversOf(models, parts.router.connect(callerKeys))
    // Where nothing can be found, it does not matter what may be searched for; what must be is refused.
    const search = parts.canSearch || run.search === 'on' ? run.search : undefined
    const searched = { search, maxAge: request.max_age }
    const fingerprint = panelFingerprint({ ...run, ...searched, models: names }, conditions)
    return {
      names,
      run,
      belongs: { scope, owner, router, fingerprint },
      variesDrafts: variesDrafts(call.sampling),
    }
  }
  type Plan = ReturnType<typeof planOf>

  /** A response in the words and the order of the one who gets it. */
  function forCaller(response: EdgeConsensusResponse, { run: { query }, names }: Plan) {
    return responseInOrder(response.query === query ? response : { ...response, query }, names)
  }

  /**
   * The runs that a call can join. Callers share a run only when they would get the same result, paid with the same key.
   * A caller who skips the cache shares only fresh runs; their results serve the others as well, unless they must not be
   * stored.
   *
   * Two who ask for a draft at the same time and want drafts that vary get one each, like those who ask one after the
   * other. If the kind is not named, nobody knows that it is a draft before the models have said so; then they share the
   * run, because most questions are not, and many programs send a temperature with every request: a double click must
   * not cost twice.
   */
  function runsFor({ request, noStore }: EdgeConsensusCall, { run, belongs, variesDrafts }: Plan) {
    const { query, kind, callerKeys } = run
    // Every character may matter to a draft, which the question may turn out to ask for.
    const mayBeDraft = kind === null || kind === 'draft'
    const asked = mayBeDraft ? query : normaliseQuery(query)
    const { scope, router, fingerprint } = belongs
    const identity = [scope, router, cache.edition, fingerprint, asked, callerKeys, request.timeout_seconds]
    const shared = parts.digest(JSON.stringify(identity))
    const fresh = `${shared} afresh`
    const joined = () => {
      if (variesDrafts && kind === 'draft') return `${shared} ${parts.newId()}`
      if (noStore) return `${shared} unstored`
      return request.skip_cache || flights.has(fresh) ? fresh : shared
    }
    return { shared, joined }
  }

  /** Stores the result of a run. It was paid for, so the caller gets it even if it cannot be stored. */
  async function remember(
    response: EdgeConsensusResponse,
    result: PanelResult,
    { belongs }: Plan,
    { call, isCutShort }: { call: EdgeConsensusCall; isCutShort: boolean },
  ): Promise<void> {
    const { reached, wholePanel, entries: trace } = result
    const answered = trace.at(-1)?.clusters.length !== 0
    const { request } = call
    const { query, search } = response
    const mostSeconds = search && (request.max_age ?? LIMITS.maxAgeDefault)
    const lacksPages = search !== undefined && search.problem !== null
    const admission = { query, reached, answered, wholePanel, mostSeconds, lacksPages }
    const createdAt = now()
    // What tools return changes, and others need not make do with what one caller had time for.
    const isServed = result.kind !== 'tools' && !isCutShort
    const servedUntil = createdAt + (isServed ? servedForMs(admission, parts.policy, parts.chance()) : 0)
    const keptUntil = createdAt + parts.policy.retentionMs
    const dated = { edition: cache.edition, createdAt, servedUntil, keptUntil }
    await cache
      .remember({ ...belongs, ...dated, id: response.id, response, trace, caller: call.caller })
      .catch(parts.onKeepFault)
  }

  return {
    /** Rejects what cannot be answered before anything is begun, so that a stream can still fail with a status. */
    async prepare(call: EdgeConsensusCall): Promise<PreparedConsensus> {
      const { request, scope, owner, caller } = call
      const plan = planOf(call)
      const { names, run: planned, belongs, variesDrafts } = plan
      const { query, structure } = planned

      if (!request.skip_cache) {
        const hit = await cache.lookup(query, { ...belongs, caller, withoutDrafts: variesDrafts })
        if (hit) return { served: forCaller(servedResponse(hit, now()), plan) }
      }

      const unbounded = await parts.costs.check(planned)
      type StartRun = Start<EdgeConsensusResponse, DeliberationEvent, AnswerText>
      const run: StartRun = async (signal, onEvent, showText, answerNow) => {
        const id = parts.newId()
        // The past of one caller must not decide what others are answered.
        const votesEqually = scope !== owner
        const asked = { ...planned, id, scope: owner, votesEqually, caller }
        const result = await runner.run({ ...asked, signal, answerNow, onEvent, showText })
        const response = freshResponse(result, { id, query, models: names, structure })
        response.warnings.push(...unbounded)
        const isLate = result.ending === 'deadline' && planned.timeoutMs !== undefined
        const isCutShort = isLate || answerNow.aborted
        const stored = call.noStore ? null : remember(response, result, plan, { call, isCutShort })
        await Promise.all([stored, result.counted])
        return response
      }
      /** Checks the cache again first: an identical run may have ended since the lookup. */
      const runUnlessStored: StartRun = async (signal, onEvent, showText, answerNow) => {
        const find = async () => {
          const hit = await cache.lookupExact(query, { ...belongs, withoutDrafts: variesDrafts })
          return hit && servedResponse(hit, now())
        }
        const start = () => run(signal, onEvent, showText, answerNow)
        if (runClaimed !== null) return runClaimed({ run: shared, find, start, signal })
        return (await find().catch(parts.onLookupFault)) ?? start()
      }

      // Two agents in the same place are two agents.
      if (planned.step !== undefined)
        return {
          run: ({ signal, onEvent = () => {}, onPiece = null, answerNow = new AbortController().signal }) =>
            run(signal, onEvent, () => onPiece, answerNow),
        }
      const { shared, joined } = runsFor(call, plan)
      return {
        async run(passenger) {
          const flight = joined()
          const response = await flights.join(flight, passenger, flight === shared ? runUnlessStored : run)
          return forCaller(response, plan)
        },
      }
    },

    /** What the answer would cost at most if it had to be found; nothing is called or stored. */
    async dryRun(call: EdgeConsensusCall): Promise<DryRunResponse> {
      const plan = planOf(call)
      const most = await parts.costs.dryRun(plan.run)
      return flights.has(runsFor(call, plan).joined()) ? { ...most, in_progress: true as const } : most
    },
  }
}

/**
 * Whether a caller wants another draft each time: a temperature above 0 asks for variety, unless a seed asks for the same
 * again. A right answer does not vary.
 */
function variesDrafts({ temperature = 0, seed }: Sampling = {}): boolean {
  return temperature > 0 && seed === undefined
}
