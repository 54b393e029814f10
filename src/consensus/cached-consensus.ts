import { type CachePolicy, conditionsDigest, panelFingerprint, servedForMs } from '../cache/cache-policy.ts'
import type { CacheHit } from '../cache/find-hit.ts'
import { normaliseQuery } from '../cache/normalise-query.ts'
import type { SemanticCache } from '../cache/semantic-cache.ts'
import type { DryRunResponse } from '../contract/dry-run.ts'
import type { EdgeConsensusRequest, EdgeConsensusResponse } from '../contract/edge-consensus.ts'
import type { Attachment } from '../contract/message-content.ts'
import {
  type AnswerFormat,
  type AnswerText,
  type DeliberationEvent,
  stepBackground,
  type ToolStep,
} from '../engine/index.ts'
import { requestedSpending } from './budget/check-budget.ts'
import type { RunCosts } from './budget/run-costs.ts'
import {
  cachedAs,
  commonResponse,
  freshResponse,
  type ServedAnswer,
  servedResponse,
} from './edge-response.ts'
import type { ModelRouter } from './model-router.ts'
import type { PanelResult, PanelRunner, SampledModel } from './panel-runner.ts'
import { responseInOrder } from './present/in-request-order.ts'
import { DEFAULT_TEMPERATURE, type RequestedPanel, requestedPanel } from './requested-panel.ts'
import { type ClaimParts, createClaimedRuns } from './shared-run/claimed-run.ts'
import { createSingleFlight, type Passenger, type Start } from './shared-run/single-flight.ts'

/** An edge request with its caller and options. */
export interface EdgeConsensusCall {
  request: EdgeConsensusRequest
  scope: string
  /** The key or address of the caller. */
  caller: string
  routerKey: string | null
  /** Whether the result must not be stored; only with skip_cache. */
  noStore?: boolean
  /** Single-shot: one iteration. */
  singleShot: boolean
  /** How every model samples; absent for the defaults. */
  sampling?: Sampling
  /** What form the final text must have, and what the models are told of it; absent for any. */
  format?: (AnswerFormat & { instructions: string }) | undefined
  /** The step that is to be taken with tools; absent for a question. */
  step?: ToolStep | undefined
  /** What comes with the question; absent for nothing. */
  attachments?: Attachment[] | undefined
}

/** How a model draws its words. */
interface Sampling {
  temperature?: number | undefined
  seed?: number | undefined
}

/** An accepted request: the stored answer, or the run that will give one. */
export type PreparedConsensus =
  | { served: ServedAnswer }
  | { run: (passenger: Passenger<DeliberationEvent, AnswerText>) => Promise<EdgeConsensusResponse> }

/** Answers edge requests, from the cache if possible. */
export interface CachedConsensus {
  /** Rejects what cannot be answered before anything is begun, so that a stream can still fail with a status. */
  prepare(call: EdgeConsensusCall): Promise<PreparedConsensus>
  /** What the answer would cost at most if it had to be found; nothing is called or stored. */
  dryRun(call: EdgeConsensusCall): Promise<DryRunResponse>
}

interface CachedConsensusParts {
  runner: PanelRunner
  costs: RunCosts
  cache: Pick<SemanticCache, 'edition' | 'lookup' | 'lookupExact' | 'remember'>
  policy: CachePolicy
  /** The panel for requests that name no models, the same array until it changes; none where there is no such panel. */
  defaultModels: (routerKey: string | null) => string[]
  providerOf: ModelRouter['providerOf']
  /** The model that reads replies unless a request names one; null for one of the panel. */
  readerModel: string | null
  now: () => number
  /** From 0 to 1: how much earlier than the maximum a result expires. */
  chance: () => number
  newId: () => string
  /** A one-way digest of a text, which may contain a caller's key. */
  digest: (text: string) => string
  /** Called when a result could not be stored. */
  onKeepFault: (error: unknown) => void
  /** Called when the cache could not be searched again before a run. */
  onLookupFault: (error: unknown) => void
  /** How runs are shared between replicas; null where one process serves a store. */
  shared: Omit<ClaimParts, 'newHolder'> | null
}

/** Puts the cache and single flight in front of the panel. */
export function createCachedConsensus(parts: CachedConsensusParts): CachedConsensus {
  const { runner, cache, now } = parts
  const flights = createSingleFlight<EdgeConsensusResponse, DeliberationEvent, AnswerText>()
  const runClaimed = parts.shared && createClaimedRuns({ ...parts.shared, newHolder: parts.newId })

  function panelOf(
    { request, singleShot, step, attachments }: EdgeConsensusCall,
    defaults: string[],
  ): RequestedPanel {
    const asked = { ...request, ...(attachments && { attachments }) }
    const panel = requestedPanel(asked, defaults, parts.readerModel)
    if (step !== undefined) return { ...panel, background: stepBackground(step) }
    // One iteration is within any maximum the caller gave.
    return singleShot ? { ...panel, maxIterations: 1 } : panel
  }

  /** Of calls that are repeated as the same object. */
  const known = new WeakMap<EdgeConsensusCall, { read: ReadCall; served?: Served }>()
  interface Served {
    /** The stored response that it was made from. */
    stored: EdgeConsensusResponse
    common: EdgeConsensusResponse
  }

  function readOnce(call: EdgeConsensusCall): ReadCall {
    const before = known.get(call)
    // The default panel may have changed since.
    if (before?.read.defaults === parts.defaultModels(call.routerKey)) return before.read
    const read = readCall(call)
    known.set(call, { read })
    return read
  }

  /** A stored result for a call, made anew only if it is another one than before. */
  function serve(call: EdgeConsensusCall, hit: CacheHit): ServedAnswer {
    const { result } = hit
    const { read, served: before } = known.get(call)!
    const served =
      before?.stored === result.response
        ? before
        : { stored: result.response, common: forCaller(commonResponse(result), call, read) }
    known.set(call, { read, served })
    return { common: served.common, cached: cachedAs(hit, now()) }
  }

  function forCaller(
    response: EdgeConsensusResponse,
    { request: { query } }: EdgeConsensusCall,
    { panel }: ReadCall,
  ): EdgeConsensusResponse {
    return responseInOrder(response.query === query ? response : { ...response, query }, panel.models)
  }

  /** What a call asks whom, and what its result depends on. */
  function readCall(call: EdgeConsensusCall) {
    const { request, scope, routerKey } = call
    const defaults = parts.defaultModels(routerKey)
    const panel = panelOf(call, defaults)
    const seats = panel.models.map((model) =>
      seatFor(model, parts.providerOf(model, routerKey), call.sampling),
    )
    // Before the cache is asked, which may know what the stand-in said when there was no key.
    parts.costs.requireModels({ models: seats, step: call.step, background: panel.background, routerKey })
    const router = runner.routerOf(seats, routerKey)
    const spending = requestedSpending(request)
    const conditions = conditionsDigest(
      {
        background: panel.background,
        format: call.format?.instructions,
        budget: spending.budget,
        ...call.sampling,
      },
      parts.digest,
    )
    return {
      defaults,
      panel,
      seats,
      spending,
      variesDrafts: variesDrafts(call.sampling),
      belongs: { scope, router, fingerprint: panelFingerprint(panel, conditions) },
    }
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
  function runsFor(call: EdgeConsensusCall, { panel, belongs, variesDrafts }: ReadCall) {
    const { request, routerKey, noStore } = call
    const { query } = request
    // Every character may matter to a draft, which the question may turn out to ask for.
    const mayBeDraft = panel.kind === null || panel.kind === 'draft'
    const asked = mayBeDraft ? query : normaliseQuery(query)
    const { scope, router, fingerprint } = belongs
    const identity = [scope, router, cache.edition, fingerprint, asked, routerKey, request.timeout_seconds]
    const shared = parts.digest(JSON.stringify(identity))
    const fresh = `${shared} afresh`
    const joined = () => {
      if (variesDrafts && panel.kind === 'draft') return `${shared} ${parts.newId()}`
      if (noStore) return `${shared} unstored`
      return request.skip_cache || flights.has(fresh) ? fresh : shared
    }
    return { shared, joined }
  }
  type ReadCall = ReturnType<typeof readCall>

  /** Stores the result of a run. It was paid for, so the caller gets it even if it cannot be stored. */
  async function remember(
    response: EdgeConsensusResponse,
    result: PanelResult,
    { scope, router, fingerprint }: ReadCall['belongs'],
    caller: string,
  ): Promise<void> {
    const { reached, wholePanel, entries: trace } = result
    const answered = trace.at(-1)?.clusters.length !== 0
    const admission = { query: response.query, reached, answered, wholePanel }
    const createdAt = now()
    // What tools return changes.
    const isServed = result.kind !== 'tools'
    const servedUntil = createdAt + (isServed ? servedForMs(admission, parts.policy, parts.chance()) : 0)
    const keptUntil = createdAt + parts.policy.retentionMs
    const { id } = response
    await cache
      .remember({
        id,
        scope,
        router,
        fingerprint,
        edition: cache.edition,
        createdAt,
        servedUntil,
        keptUntil,
        response,
        trace,
        caller,
      })
      .catch(parts.onKeepFault)
  }

  return {
    async prepare(call) {
      const { request, scope, caller, routerKey } = call
      const { query } = request
      const read = readOnce(call)
      const { panel, seats, spending, belongs, variesDrafts } = read
      const { step } = call

      if (!request.skip_cache) {
        const hit = await cache.lookup(query, { ...belongs, caller, withoutDrafts: variesDrafts })
        if (hit) return { served: serve(call, hit) }
      }

      const asRun = {
        query,
        ...panel,
        ...spending,
        models: seats,
        format: call.format,
        routerKey,
        ...(step && { step }),
      }
      const unbounded = await parts.costs.check(asRun)
      type StartRun = Start<EdgeConsensusResponse, DeliberationEvent, AnswerText>
      const run: StartRun = async (signal, onEvent, showText) => {
        const id = parts.newId()
        const result = await runner.run({ ...asRun, id, scope, caller, signal, onEvent, showText })
        const { models, structure } = panel
        const response = freshResponse(result, { id, query, models, structure })
        response.warnings.push(...unbounded)
        const stored = call.noStore ? null : remember(response, result, belongs, caller)
        await Promise.all([stored, result.counted])
        return response
      }
      /** Checks the cache again first: an identical run may have ended since the lookup. */
      const runUnlessStored: StartRun = async (signal, onEvent, showText) => {
        const find = async () => {
          const hit = await cache.lookupExact(query, { ...belongs, withoutDrafts: variesDrafts })
          return hit && servedResponse({ common: commonResponse(hit.result), cached: cachedAs(hit, now()) })
        }
        const start = () => run(signal, onEvent, showText)
        if (runClaimed !== null) return runClaimed({ run: shared, find, start, signal })
        return (await find().catch(parts.onLookupFault)) ?? start()
      }

      // Two agents in the same place are two agents.
      if (step !== undefined)
        return {
          run: ({ signal, onEvent = () => {}, onPiece = null }) => run(signal, onEvent, () => onPiece),
        }
      const { shared, joined } = runsFor(call, read)
      return {
        async run(passenger) {
          const flight = joined()
          const response = await flights.join(flight, passenger, flight === shared ? runUnlessStored : run)
          return forCaller(response, call, read)
        },
      }
    },

    async dryRun(call) {
      const { request, routerKey } = call
      const read = readOnce(call)
      const { panel, spending, seats: models } = read
      const most = await parts.costs.dryRun({
        query: request.query,
        ...panel,
        ...spending,
        models,
        routerKey,
      })
      return flights.has(runsFor(call, read).joined()) ? { ...most, in_progress: true as const } : most
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

function seatFor(model: string, provider: string, { temperature, seed }: Sampling = {}): SampledModel {
  const seat = { provider, name: model, model }
  return {
    ...seat,
    temperature: temperature ?? DEFAULT_TEMPERATURE,
    ...(seed === undefined ? {} : { seed }),
  }
}
