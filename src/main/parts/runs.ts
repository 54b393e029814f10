import { setTimeout as pause } from 'node:timers/promises'
import { createFairQueue } from '../../adapters/scheduling/fair-turns.ts'
import { createRunCosts } from '../../consensus/budget/run-costs.ts'
import { createCachedConsensus } from '../../consensus/cached-consensus.ts'
import { createClaimChecks } from '../../consensus/claim-checks.ts'
import { createModelReliability, type ReliabilityParts } from '../../consensus/model-reliability.ts'
import {
  type ClaimRunner,
  createPanelRunner,
  type PanelRunner,
  type RunnerParts,
  type RunObserver,
} from '../../consensus/panel-runner.ts'
import { createStagedRunner } from '../../consensus/staged-runner.ts'
import { openTaskService, type TaskService } from '../../tasks/task-service.ts'
import { timedAbort, waitUnless } from '../../utils/time-limits.ts'
import { keepTrying } from '../keep-trying.ts'
import { RETENTION_MS, type Runtime } from './runtime.ts'
import type { OpenedParts } from './service.ts'
import type { Storage } from './storage.ts'

/** How long the cache serves a result that did not converge, and one whose question depends on the time. */
const UNCONVERGED_MS = 10 * 60 * 1000
const TIME_SENSITIVE_MS = 5 * 60 * 1000

/** The pauses of a task between attempts to store what a full disk refused. */
const STORE_PAUSES = { firstPauseMs: 250, longestPauseMs: 10_000 }

/** Opens what asks panels. */
export function openRuns(runtime: Runtime, parts: OpenedParts) {
  const { settings, log, wallClock, newId, sha256, runs } = runtime
  const { storage, cache, catalogue, router } = parts
  const defaultModels = parts.defaultPanel.modelsFor
  const { MAX_COST_USD, MAX_CALLS, READER_MODEL: readerModel = null } = settings
  const hasCeiling = MAX_COST_USD !== undefined || MAX_CALLS !== undefined
  const ceiling = hasCeiling ? { maxCostUsd: MAX_COST_USD ?? null, maxCalls: MAX_CALLS ?? null } : undefined
  const curve = parts.assets.measures.calibration.weighed
  const learnt = { ledger: storage.ledger, servedAs: catalogue.servedAs, curve }
  const reliability = settings.MODEL_RELIABILITY
    ? (parts.reliability ?? openReliability(runtime, learnt))
    : null
  const runner = openRunner(runtime, parts, { readerModel, ceiling, reliability })
  const canSearch = parts.findPages !== undefined
  const costs = createRunCosts({ catalogue, router, readerModel, ceiling, canSearch })
  const consensus = createCachedConsensus({
    ...{ runner, costs, cache, defaultModels, router, readerModel, canSearch, newId },
    policy: {
      timeToLiveMs: settings.CACHE_TTL_SECONDS * 1000,
      unconvergedMs: UNCONVERGED_MS,
      timeSensitiveMs: TIME_SENSITIVE_MS,
      retentionMs: RETENTION_MS,
    },
    now: wallClock,
    chance: () => Math.random(),
    digest: (text) => sha256(text).toString('hex'),
    onKeepFault: (error) => log.warn({ err: error }, 'a result could not be stored in the cache'),
    onLookupFault: (error) => log.warn({ err: error }, 'the cache could not be searched'),
    shared: storage.runClaims && {
      claims: storage.runClaims,
      wait: (milliseconds, signal) => waitUnless(milliseconds, [signal, runs.signal]),
      onFault: (error) => log.warn({ err: error }, 'a run could not be shared with other replicas'),
    },
  })
  const checks = createClaimChecks({ runner, costs, defaultModels, router, newId })
  return { costs, consensus, checks, ceiling, reliability, runner }
}

/** Opens the panel runner; panels have first stages where past runs tell how far these can be relied on. */
function openRunner(
  runtime: Runtime,
  parts: OpenedParts,
  { readerModel, ceiling, reliability }: Pick<RunnerParts, 'readerModel' | 'ceiling' | 'reliability'>,
): PanelRunner & ClaimRunner {
  const { settings, turns, now, runs, log, metrics } = runtime
  const runner = createPanelRunner({
    router: parts.router,
    findAnchors: parts.axioms.library.findAnchors,
    programs: parts.sandbox,
    findPages: parts.findPages,
    // Always the built-in model: confidence is calibrated on the agreement it measures, and it is always available.
    embed: parts.embedding.builtin.embed,
    ...parts.assets.measures,
    readerModel,
    reliability,
    closing: runs.signal,
    ceiling,
    priceOf: parts.catalogue.priceOf,
    startDeadline: (timeoutMs = Number.POSITIVE_INFINITY) =>
      timedAbort(Math.min(timeoutMs, settings.CONSENSUS_DEADLINE_SECONDS * 1000)),
    now,
    wait: (milliseconds, signal) => waitUnless(milliseconds, [signal]),
    takeTurn: turns.take,
    observer: { consensusEnd: reportEnd(runtime) },
  })
  if (reliability === null) return runner
  return createStagedRunner(runner, {
    ...{ router: parts.router, reliability, ceiling, now, observer: metrics },
    share: settings.AUDIT_SHARE,
    chance: Math.random,
    onFault: (error) => log.warn({ err: error }, 'an answer of a first stage could not be audited'),
  })
}

/** Opens the estimates of how reliable models are. */
export function openReliability(
  { log, wallClock, turns }: Runtime,
  learnt: Pick<ReliabilityParts, 'ledger' | 'servedAs' | 'curve'>,
) {
  const warn = (message: string) => (error: unknown) => log.warn({ err: error }, message)
  return createModelReliability({
    ...learnt,
    now: wallClock,
    pause: () => turns.take('the reliability of models'),
    onReadFault: warn('the reliability of models could not be read'),
    onKeepFault: warn('the reliability of models could not be stored'),
  })
}

function reportEnd({ settings, log, metrics }: Runtime): RunObserver['consensusEnd'] {
  return (result, run) => {
    metrics.consensusEnd(result, run)
    log.info(
      {
        query: settings.LOG_QUERIES ? run.query : undefined,
        kind: result.kind,
        structure: run.structure,
        panel: run.models.length,
        router: result.router,
        outcome: result.outcome,
        initial_D: result.initialDivergence,
        final_D: result.finalDivergence,
        ...result.usage,
      },
      'consensus',
    )
  }
}

/** Opens the tasks of the local API. */
export function openTasks(
  { settings, log, now, wallClock, newId }: Runtime,
  tasks: Storage['tasks'],
  runner: PanelRunner,
): TaskService {
  return openTaskService({
    ...tasks,
    runner,
    owner: newId(),
    leaseMs: settings.TASK_LEASE_MS,
    schedule: createFairQueue(settings.TASK_CONCURRENCY).run,
    queueLimit: settings.TASK_QUEUE_LIMIT,
    places: settings.TASK_CONCURRENCY,
    now: wallClock,
    steadyClock: now,
    wait: (milliseconds, signal) => pause(milliseconds, undefined, { signal, ref: false }),
    newId,
    onResume: (taskId) => log.info({ task_id: taskId }, 'resuming a task that no process was running'),
    keepTrying: (work, trying) => keepTrying(work, { ...trying, ...STORE_PAUSES }),
    onFault: (error, taskId, what) => log.error({ err: error, task_id: taskId ?? undefined }, what),
  })
}
