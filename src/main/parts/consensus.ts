import { setTimeout as pause } from 'node:timers/promises'
import type { RunCosts } from '../../consensus/budget/run-costs.ts'
import { type CachedConsensus, createCachedConsensus } from '../../consensus/cached-consensus.ts'
import type { PanelRunner } from '../../consensus/panel-runner.ts'
import type { Cache } from './cache.ts'
import { RETENTION_MS, type Runtime } from './runtime.ts'
import type { Storage } from './storage.ts'

/** How long the cache serves a result that did not converge, and one whose question depends on the time. */
const UNCONVERGED_MS = 10 * 60 * 1000
const TIME_SENSITIVE_MS = 5 * 60 * 1000

interface ConsensusParts {
  storage: Storage
  cache: Cache
  runner: PanelRunner
  costs: RunCosts
}

/** Opens consensus behind the cache, as the edge API serves it. */
export function openConsensus(
  { settings, log, wallClock, newId, sha256, runs }: Runtime,
  { storage, cache, runner, costs }: ConsensusParts,
): CachedConsensus {
  return createCachedConsensus({
    runner,
    costs,
    cache,
    locks: storage.locks,
    policy: {
      timeToLiveMs: settings.CACHE_TTL_SECONDS * 1000,
      unconvergedMs: UNCONVERGED_MS,
      timeSensitiveMs: TIME_SENSITIVE_MS,
      retentionMs: RETENTION_MS,
    },
    defaultModels: settings.DEFAULT_MODELS,
    readerModel: settings.READER_MODEL ?? null,
    now: wallClock,
    chance: () => Math.random(),
    newId,
    digest: (text) => sha256(text).toString('hex'),
    wait: (milliseconds, signal) =>
      pause(milliseconds, undefined, { signal: AbortSignal.any([signal, runs.signal]), ref: false }),
    onKeepFault: storage.unlessDamaged('the cache', (error) =>
      log.warn({ err: error }, 'a result could not be stored in the cache'),
    ),
    onClaimFault: storage.unlessDamaged('the locks', (error) =>
      log.warn({ err: error }, 'a run could not be shared with other processes'),
    ),
  })
}
