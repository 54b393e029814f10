import type { ModelConfig, StructureName } from '../contract/panel.ts'
import type { Calibration } from '../engine/confidence.ts'
import { deliberate } from '../engine/deliberate.ts'
import type { Deliberation, DeliberationEvent, DeliberationPorts } from '../engine/deliberation.ts'
import type { AskModel } from '../engine/model-port.ts'
import type { Spiral } from '../engine/spiral.ts'
import type { ModelRouter } from './model-router.ts'
import { OFFLINE } from './model-router.ts'

/** One consensus to be run, whichever API it came through. */
export interface PanelRun {
  query: string
  models: ModelConfig[]
  structure: StructureName
  maxIterations: number
  compose: boolean
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
  embed: DeliberationPorts['embed']
  calibration: Calibration
  /** A signal that aborts when a run that starts now has had its time. */
  startDeadline: () => AbortSignal
  now: () => number
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
    async run({ routerKey, recall, onEvent, onCheckpoint, checkpoint, ...run }) {
      const connection = parts.router.connect(routerKey)
      const router = routerOf(run.models, routerKey)
      const offline = router.split('+').includes(OFFLINE)
      const result = await deliberate(
        {
          ...run,
          calibration: parts.calibration,
          uncalibrated: offline ? 'the built-in offline voices are not among the recorded models' : null,
          deadline: parts.startDeadline(),
          checkpoint: checkpoint ?? null,
        },
        {
          askModel: recall ? recall(connection.ask) : connection.ask,
          findAnchors: parts.findAnchors,
          embed: parts.embed,
          now: parts.now,
          onEvent: onEvent ?? (() => {}),
          onCheckpoint: onCheckpoint ?? (() => {}),
        },
      )
      const finished = { ...result, router, warnings: [...connection.warnings, ...result.warnings] }
      if (offline) finished.warnings.unshift(OFFLINE_WARNING)
      parts.observer.consensusEnd(finished, run)
      return finished
    },
  }
}

const OFFLINE_WARNING =
  'Answered by the built-in offline router, a stand-in with a few small deterministic voices, not by language models. Set OPENROUTER_API_KEY or send x-router-key to ask real ones.'
