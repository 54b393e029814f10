import type { Usage } from '../contract/deliberation.ts'
import { shuttingDown } from '../contract/error-codes.ts'
import type { ModelConfig } from '../contract/panel.ts'
import {
  type AskModel,
  type Budget,
  type Calibration,
  type Deliberation,
  type DeliberationEvent,
  type DeliberationPorts,
  type DeliberationRequest,
  deliberate,
  type FindPages,
  type Spiral,
  voterOf,
} from '../engine/index.ts'
import { type LinkedAbort, linkedAbort } from '../utils/time-limits.ts'
import type { Stage } from './ledger/run-ledger.ts'
import type { ModelCatalogue } from './model-catalogue.ts'
import type { ModelReliability } from './model-reliability.ts'
import {
  type ModelIdentity,
  type ModelRouter,
  OFFLINE,
  requireModels,
  serversOf,
  settingsFor,
} from './model-router.ts'
import { guestOf, type PlannedRun, type SampledModel, stagesOf, tighterBudget } from './planned-run.ts'
import { traceRun } from './trace-run.ts'

/** One consensus run, whichever API it came through. */
export interface PanelRun extends PlannedRun {
  /** Under which it is counted, once: the id of its response or task. */
  id: string
  /** Whose run it is: it is counted there, and past runs from there weight its votes. */
  scope: string
  /** Whether votes are equal whatever past runs say. */
  votesEqually?: boolean
  /** The caller; the computing of heavy callers takes turns with that of others. */
  caller: string
  signal: AbortSignal
  /** Aborts when the caller wants the answer that is there by then: its time is up at once. */
  answerNow?: AbortSignal | undefined
  checkpoint?: Spiral | null
  /** What became of the first stage, to be recorded with the run; absent for a panel without stages. */
  stageOf?: (result: Deliberation) => Stage
  /** Wraps the model call, so that replies already paid for can be reused. */
  recall?: (ask: AskModel) => AskModel
  onEvent?: (event: DeliberationEvent) => void
  /** Where the pieces of a reply go that is asked for now; null while nobody watches them. */
  showText?: DeliberationPorts['showText']
  onCheckpoint?: (spiral: Spiral) => Promise<void>
}

export type PanelResult = Deliberation & {
  router: string
  /** Resolves when the run is recorded or could not be; absent when runs are not counted. */
  counted?: Promise<void>
}

/** Observes runs, for metrics. */
export interface RunObserver {
  consensusEnd(result: PanelResult, run: Pick<PanelRun, 'query' | 'structure' | 'models'>): void
}

export interface RunnerParts {
  router: ModelRouter
  findAnchors: DeliberationPorts['findAnchors']
  programs?: DeliberationPorts['programs']
  findPages?: FindPages | undefined
  embed: (texts: string[], caller: string) => Promise<Float32Array[]>
  calibration: Calibration
  textChoice: DeliberationRequest['textChoice']
  /** The model that reads replies unless a run names one; null for one of the panel. */
  readerModel: string | null
  /** Null for equal votes. */
  reliability: ModelReliability | null
  /** Aborts when the service is stopping. */
  closing: AbortSignal
  /** Aborts when a run that starts now has used up its time, or less if that is wanted. */
  startDeadline: (timeoutMs?: number) => LinkedAbort
  /** What any run may spend at most; absent for no bound. */
  ceiling?: Budget | undefined
  priceOf: ModelCatalogue['priceOf']
  now: () => number
  wait?: DeliberationPorts['wait']
  /** Resolves when it is the caller's turn to compute. */
  takeTurn: (caller: string) => Promise<void>
  observer: RunObserver
}

/** Runs consensus requests with the configured models, axioms and calibration. */
export interface PanelRunner {
  run(run: PanelRun): Promise<PanelResult>
}

/** Lets models judge what the caller has, instead of asking them a question. */
export interface ClaimRunner {
  judge<Judged extends { usage: Usage; warnings: string[] }>(
    run: PanelRun,
    judge: (request: DeliberationRequest, ports: DeliberationPorts) => Promise<Judged>,
  ): Promise<Judged & { router: string }>
}

/** A search may take this share of the time that a caller gives: the replies come after it. */
const SEARCH_SHARE = 1 / 3

/** Connects the engine to the parts of the service. */
export function createPanelRunner(parts: RunnerParts): PanelRunner & ClaimRunner {
  /** Connects a run to its models; with a reliability, past runs weight their votes. */
  async function open(run: PanelRun, reliability: ModelReliability | null) {
    const { scope, caller, callerKeys, recall, onEvent, onCheckpoint, checkpoint, answerNow, ...asked } = run
    // What a run that is taken up again has used up is gone.
    const timeoutMs = run.timeoutMs && Math.max(0, run.timeoutMs - (checkpoint?.usage.duration_ms ?? 0))
    const connection = parts.router.connect(callerKeys)
    // A task may be taken up again with other keys than it was accepted with.
    requireModels(run, parts.router)
    const router = serversOf(run.models, connection)
    const offline = router === OFFLINE
    const servedOffline = (model: ModelIdentity) => connection.servedBy(model) === OFFLINE
    const invited = (name: string) => guestOf(name, run.models, parts.router.providerOf(name, callerKeys))
    const named = (model: ModelConfig) => ({
      ...model,
      name: connection.nameOf(model),
      askedAs: model.name,
      ...(servedOffline(model) && { isStandIn: true as const }),
    })
    const readerName = run.reader ?? parts.readerModel
    const reader = readerName === null ? null : invited(readerName)
    const chosen = run.writer === null ? null : invited(run.writer)
    // A stand-in must not write the answer of real models: nothing in the response would tell.
    const isPlayed = chosen !== null && !offline && servedOffline(chosen)
    const traced = traceRun(run)
    const ask = traced.traced(connection.ask, connection.servedBy)
    // Past runs tell who answers questions well; the offline voices are not counted.
    const counting = offline ? null : reliability
    const report = run.votesEqually ? null : await counting?.reportOn(run.models, scope)
    const budget = tighterBudget(run.budget, parts.ceiling)
    const cancelled = linkedAbort(run.signal, parts.closing)
    const timeLimit = parts.startDeadline(timeoutMs)
    const deadline = linkedAbort(timeLimit.controller.signal, ...(answerNow ? [answerNow] : []))
    const request: DeliberationRequest = {
      ...asked,
      first: run.first && {
        ...run.first,
        models: stagesOf(run.models, run.first.models).early.map(named),
        ...(budget?.maxCostUsd != null && {
          dearer: await howMuchDearer(run, (model) => parts.priceOf(model, connection.servedBy(model))),
        }),
      },
      // So that nobody mistakes the words of a voice for those of a vendor's model.
      models: run.models.map(named),
      budget,
      signal: cancelled.controller.signal,
      calibration: parts.calibration,
      textChoice: parts.textChoice,
      writer: chosen === null || isPlayed ? null : named(chosen),
      reader: reader === null || servedOffline(reader) ? null : named(reader),
      votes: report?.votes ?? null,
      reliability: report?.reliability,
      deadline: deadline.controller.signal,
      checkpoint: checkpoint ?? null,
    }
    const ports: DeliberationPorts = {
      askModel: recall ? recall(ask) : ask,
      findAnchors: (search) => parts.findAnchors({ ...search, caller }),
      ...(parts.programs && { programs: parts.programs }),
      findPages:
        parts.findPages && timeoutMs !== undefined
          ? withinTime(parts.findPages, () => parts.startDeadline(timeoutMs * SEARCH_SHARE))
          : parts.findPages,
      ...(counting && !run.votesEqually && { passOdds: () => counting.passOddsOf(run.models, scope) }),
      embed: (texts) => parts.embed(texts, caller),
      now: parts.now,
      wait: parts.wait,
      pause: () => parts.takeTurn(caller),
      onEvent(event) {
        traced.onEvent(event)
        if (event.type !== 'panel-start' || !report) return onEvent?.(event)
        const votes = event.seats.map((seat) => {
          return { name: seat.name, model: seat.model, weight: report.votes[voterOf(seat)] ?? 1 }
        })
        onEvent?.({ ...event, votes })
      },
      showText: run.showText,
      onCheckpoint: onCheckpoint ?? (() => {}),
    }

    return {
      request,
      ports,
      router,
      traced,
      counting,
      /** Waits for what the engine does, and lets go of what it was connected to. */
      until: <Result>(work: Promise<Result>): Promise<Result> =>
        work
          .catch((error) => {
            traced.fail(error)
            throw parts.closing.aborted && !run.signal.aborted ? shuttingDown() : error
          })
          .finally(() => {
            cancelled.release()
            deadline.release()
            timeLimit.release()
          }),
      /** What the caller should know, besides what the engine says. */
      warnings: (said: string[]) =>
        [
          offline ? offlineWarning(run) : null,
          ...connection.warnings,
          ...said,
          oneVendorWarning(run.models, connection.vendorOf),
          isPlayed
            ? `The writer ${chosen.model} was not used: it is not in the panel, and ${chosen.provider} has no key. Set ${settingsFor([chosen])}.`
            : null,
          reader !== null && !offline && servedOffline(reader)
            ? `The reader ${reader.model} was not used: ${reader.provider} has no key. Set ${settingsFor([reader])}.`
            : null,
        ].filter((warning) => warning !== null),
    }
  }

  return {
    async run(run) {
      // How well models call tools, nobody has counted.
      const opened = await open(run, run.step ? null : parts.reliability)
      const { router, traced } = opened
      const result = await opened.until(deliberate(opened.request, opened.ports))
      const finished = { ...result, router, warnings: opened.warnings(result.warnings) }
      // Not awaited, so that it is stored together with the result.
      const stage = run.stageOf?.(result)
      const counted = opened.counting?.count({ ...finished, ...(stage && { stage }) }, run)
      if (!stage?.isAudit) parts.observer.consensusEnd(finished, run)
      traced.end(finished)
      return { ...finished, counted }
    },
    async judge(run, judge) {
      const { request, ports, router, until, traced, warnings } = await open(run, null)
      const result = await until(judge(request, ports))
      traced.end({ usage: result.usage, router, kind: 'check' })
      return { ...result, router, warnings: warnings(result.warnings) }
    },
  }
}

/** A search that is given up when its time is up. */
function withinTime(findPages: FindPages, startDeadline: () => LinkedAbort): FindPages {
  return async (search) => {
    const limit = startDeadline()
    const { controller, release } = linkedAbort(search.signal, limit.controller.signal)
    try {
      return await findPages({ ...search, signal: controller.signal })
    } finally {
      release()
      limit.release()
    }
  }
}

/** How many times dearer than the first models of a panel the others can be, as far as prices are known. */
async function howMuchDearer(
  { models, first }: PanelRun,
  priceOf: (model: ModelIdentity) => ReturnType<ModelCatalogue['priceOf']>,
): Promise<number> {
  const { early, later } = stagesOf(models, first!.models)
  const dearest = async (some: SampledModel[]) => {
    const prices = await Promise.all(some.map(priceOf))
    return Math.max(0, ...prices.map((price) => price?.completionUsdPerMillion ?? 0))
  }
  const [cheap, dear] = await Promise.all([dearest(early), dearest(later)])
  return cheap > 0 ? Math.max(1, dear / cheap) : 1
}

/** A warning if all models of a panel are of one vendor; null if one is unknown, or if there is only one model. */
function oneVendorWarning(models: SampledModel[], vendorOf: (model: ModelIdentity) => string | null) {
  const [vendor = null, ...others] = new Set(models.map(vendorOf))
  const isOneModel = new Set(models.map(voterOf)).size === 1
  if (vendor === null || others.length > 0 || isOneModel) return null
  return `All models of this panel are of one vendor, ${vendor}: they may make the same mistakes, so that their agreement says less than that of models of several vendors.`
}

/** A warning that names the stand-in, and the setting that enables real models. */
function offlineWarning({ models, background }: Pick<PanelRun, 'models' | 'background'>): string {
  const unseen = background === undefined ? '' : ', and did not see the messages and documents of the request'
  return `Every model was answered by the built-in offline router, a stand-in with a few small deterministic voices, not by a language model${unseen}. Set ${settingsFor(models)} to use real models.`
}
