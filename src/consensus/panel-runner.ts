import { StrettoError } from '../contract/error-codes.ts'
import type { ModelConfig, ProviderName, StructureName } from '../contract/panel.ts'
import {
  type AskModel,
  type Calibration,
  type Deliberation,
  type DeliberationEvent,
  type DeliberationPorts,
  type DeliberationRequest,
  deliberate,
  type Spiral,
} from '../engine/index.ts'
import type { ModelReliability } from './model-reliability.ts'
import type { ModelRouter } from './model-router.ts'
import { OFFLINE } from './model-router.ts'

/** One consensus to be run, whichever API it came through. */
export interface PanelRun {
  query: string
  models: ModelConfig[]
  structure: StructureName
  maxIterations: number
  compose: boolean
  /** Whose past runs its votes are weighed by. */
  scope: string
  /** Who asks; what is computed for those who ask much waits its turn beside what is for others. */
  caller: string
  /** The caller's own key for the routing provider; used for this run and never kept. */
  routerKey: string | null
  signal: AbortSignal
  checkpoint?: Spiral | null
  /** Wraps the way to the models, so that replies already paid for can be recalled. */
  recall?: (ask: AskModel) => AskModel
  onEvent?: (event: DeliberationEvent) => void
  onCheckpoint?: (spiral: Spiral) => Promise<void>
}

/** A deliberation with who answered in it. */
export type PanelResult = Deliberation & { router: string }

/** Watches runs, for metrics. */
export interface RunObserver {
  consensusEnd(result: PanelResult, run: Pick<PanelRun, 'query' | 'structure' | 'models'>): void
}

interface RunnerParts {
  router: ModelRouter
  findAnchors: DeliberationPorts['findAnchors']
  embed: (texts: string[], caller: string) => Promise<Float32Array[]>
  agreement: DeliberationRequest['agreement']
  calibration: Calibration
  /** Null when every vote is to weigh the same. */
  reliability: ModelReliability | null
  /** Aborts when the service is being stopped. */
  closing: AbortSignal
  /** A signal that aborts when a run that starts now has had its time. */
  startDeadline: () => AbortSignal
  now: () => number
  /** Resolves when a caller's run may go on computing. */
  takeTurn: (caller: string) => Promise<void>
  observer: RunObserver
}

/** Runs consensus requests against the configured models, axioms and calibration. */
export interface PanelRunner {
  run(run: PanelRun): Promise<PanelResult>
  /** Who would answer such a panel: one name, or several joined by `+`. */
  routerOf(models: ModelConfig[], routerKey: string | null): string
}

/** Binds the engine to the service's parts. */
export function createPanelRunner(parts: RunnerParts): PanelRunner {
  function routerOf(models: ModelConfig[], routerKey: string | null): string {
    const connection = parts.router.connect(routerKey)
    return [...new Set(models.map(({ provider }) => connection.servedBy(provider)))].sort().join('+')
  }

  return {
    routerOf,
    async run({ scope, caller, routerKey, recall, onEvent, onCheckpoint, checkpoint, ...run }) {
      const connection = parts.router.connect(routerKey)
      const router = routerOf(run.models, routerKey)
      const offline = router.split('+').includes(OFFLINE)
      // The stand-in's voices err on purpose: what they agree on says nothing about a model.
      const reliability = offline ? null : parts.reliability
      const result = await deliberate(
        {
          ...run,
          // So that nobody reads what a voice says as the word of a vendor.
          models: run.models.map((model) => ({
            ...model,
            name: connection.nameOf(model),
            askedAs: model.name,
          })),
          signal: AbortSignal.any([run.signal, parts.closing]),
          agreement: parts.agreement,
          calibration: parts.calibration,
          uncalibrated: offline ? 'the built-in offline voices are not among the recorded models' : null,
          votes: (await reliability?.votesOf(run.models, scope)) ?? null,
          deadline: parts.startDeadline(),
          checkpoint: checkpoint ?? null,
        },
        {
          askModel: recall ? recall(connection.ask) : connection.ask,
          findAnchors: (search) => parts.findAnchors({ ...search, caller }),
          embed: (texts) => parts.embed(texts, caller),
          now: parts.now,
          pause: () => parts.takeTurn(caller),
          onEvent: onEvent ?? (() => {}),
          onCheckpoint: onCheckpoint ?? (() => {}),
        },
      ).catch((error) => {
        throw parts.closing.aborted && !run.signal.aborted ? shuttingDown() : error
      })
      const finished = { ...result, router, warnings: [...connection.warnings, ...result.warnings] }
      if (offline) finished.warnings.unshift(offlineWarning(run.models, connection.servedBy))
      await reliability?.count(result, scope)
      parts.observer.consensusEnd(finished, run)
      return finished
    },
  }
}

const KEY_OF: Record<ProviderName, string> = {
  openrouter: 'OPENROUTER_API_KEY (or send x-router-key)',
  openai: 'OPENAI_API_KEY',
  anthropic: 'ANTHROPIC_API_KEY',
}

/** Names the stand-in for what it is, the seats it played, and what would bring the real models. */
function offlineWarning(models: ModelConfig[], servedBy: (provider: ProviderName) => string): string {
  const played = models.filter(({ provider }) => servedBy(provider) === OFFLINE)
  const who = played.length === models.length ? 'Every model' : played.map(({ name }) => name).join(', ')
  const keys = [...new Set(played.map(({ provider }) => KEY_OF[provider]))].join(' and ')
  return `${who} was played by the built-in offline router, a stand-in with a few small deterministic voices, not by a language model. Set ${keys} to ask real ones.`
}

function shuttingDown(): StrettoError {
  return new StrettoError('unavailable', 'The service is shutting down. Ask again shortly.', {
    retryAfterSeconds: 5,
  })
}
