import type { ModelCatalogue } from '../../consensus/model-catalogue.ts'
import { createModelReliability } from '../../consensus/model-reliability.ts'
import type { ModelRouter } from '../../consensus/model-router.ts'
import { createPanelRunner, type PanelRunner } from '../../consensus/panel-runner.ts'
import type { Assets } from './assets.ts'
import type { Axioms } from './axioms.ts'
import { ceilingIn } from './costs.ts'
import type { Embedding } from './embedding.ts'
import type { Runtime } from './runtime.ts'
import type { Storage } from './storage.ts'

interface PanelParts {
  assets: Assets
  storage: Storage
  embedding: Embedding
  axioms: Axioms
  router: ModelRouter
  catalogue: ModelCatalogue
}

/** Opens what runs a panel through the engine. */
export function openPanels(runtime: Runtime, parts: PanelParts): PanelRunner {
  const { settings, turns, now, runs } = runtime
  return createPanelRunner({
    router: parts.router,
    findAnchors: parts.axioms.library.findAnchors,
    // Always the built-in model: confidence is calibrated on the agreement it measures, and it is always available.
    embed: parts.embedding.builtin.embed,
    ...parts.assets.measures,
    readerModel: settings.READER_MODEL ?? null,
    reliability: settings.MODEL_RELIABILITY ? openReliability(runtime, parts) : null,
    closing: runs.signal,
    ceiling: ceilingIn(settings),
    startDeadline: (timeoutMs = Number.POSITIVE_INFINITY) =>
      AbortSignal.timeout(Math.min(timeoutMs, settings.CONSENSUS_DEADLINE_SECONDS * 1000)),
    now,
    takeTurn: turns.take,
    ...(runtime.tracer !== null && { tracer: runtime.tracer }),
    observer: { consensusEnd: reportEnd(runtime) },
  })
}

function openReliability(
  { log, wallClock }: Runtime,
  { storage: { reliability, unlessDamaged }, catalogue }: PanelParts,
) {
  const warn = (message: string) =>
    unlessDamaged('the reliability of models', (error) => log.warn({ err: error }, message))
  return createModelReliability({
    store: reliability,
    servedAs: catalogue.servedAs,
    now: wallClock,
    onReadFault: warn('the reliability of models could not be read'),
    onKeepFault: warn('the reliability of models could not be stored'),
  })
}

function reportEnd({
  settings,
  log,
  metrics,
}: Runtime): Parameters<typeof createPanelRunner>[0]['observer']['consensusEnd'] {
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
