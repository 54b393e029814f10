import type { Usage } from '../contract/deliberation.ts'
import { type AskModel, type Deliberation, type ModelReply, NEVER_MADE, voterOf } from '../engine/index.ts'
import type { Stage } from './ledger/run-ledger.ts'
import { auditId, raisedEnough, type StagedPanel, stageFigures } from './ledger/stage-figures.ts'
import type { ModelReliability } from './model-reliability.ts'
import { type ModelRouter, OFFLINE } from './model-router.ts'
import type { PanelResult, PanelRun, PanelRunner, RunnerParts } from './panel-runner.ts'
import { stagesOf } from './planned-run.ts'

type StageEnd = NonNullable<Usage['stages']>[number]

/** What came of an audit: all models gave the answer of the first ones, or another one, or it could not be told. */
export type AuditOutcome = 'agreed' | 'differed' | 'failed'

interface AuditParts extends Pick<RunnerParts, 'ceiling' | 'now'> {
  router: Pick<ModelRouter, 'connect'>
  reliability: ModelReliability
  /** The share of the answers of first stages that all models are asked about in the background. */
  share: number
  chance: () => number
  observer: {
    stageEnd(outcome: 'accepted' | 'passed_on'): void
    auditEnd(outcome: AuditOutcome): void
  }
  onFault: (error: unknown) => void
}

/** How many audits are made at once; more are left out. */
const AUDITS_AT_ONCE = 4

/** How many readings an audit may take: who gives the same answer, and what axioms say of it, once more if that fails. */
const READINGS = 4

/**
 * Lets panels have a first stage: raises what it needs where it has promised too much, records what becomes of it, and asks
 * all models about a share of its answers, in the background and for the first answers alone.
 */
export function createStagedRunner<Runner extends PanelRunner>(runner: Runner, parts: AuditParts): Runner {
  const { reliability, observer } = parts

  /** Asks the other models what the first ones were asked; their replies are not paid for again. */
  async function audit(run: PanelRun, result: PanelResult, kept: KeptReplies): Promise<void> {
    const panel = stagedPanel(run)
    const whole = await runner.run({
      ...run,
      id: auditId(run.id),
      first: undefined,
      maxIterations: 1,
      budget: { maxCalls: run.models.length * (run.samples ?? 1) + READINGS, maxCostUsd: null },
      recall: kept.reuse,
      onEvent: undefined,
      showText: undefined,
      onCheckpoint: undefined,
      checkpoint: null,
      signal: new AbortController().signal,
      answerNow: undefined,
      stageOf: (all) => ({
        ...panel,
        promised: result.confidence,
        accepted: true,
        agreed: agrees(all, result),
        isAudit: true,
      }),
    })
    // If all models find that the question is open, there is nothing to compare.
    const isComparable = whole.kind === 'closed'
    observer.auditEnd(isComparable ? (agrees(whole, result) ? 'agreed' : 'differed') : 'failed')
  }

  let underWay = 0

  /** Audits in the background, unless enough audits are under way. */
  function auditAside(run: PanelRun, result: PanelResult, kept: KeptReplies): void {
    if (underWay >= AUDITS_AT_ONCE) return
    underWay++
    void audit(run, result, kept)
      .catch((error) => {
        observer.auditEnd('failed')
        parts.onFault(error)
      })
      .finally(() => {
        underWay--
      })
  }

  /** Whether an audit fits what any run may spend. Where the cost is bounded there is none: what the others cost is not known. */
  function mayAudit({ models, first, samples = 1 }: PanelRun): boolean {
    const { maxCalls = null, maxCostUsd = null } = parts.ceiling ?? {}
    const calls = (models.length - first!.models.length) * samples
    return maxCostUsd === null && (maxCalls === null || calls <= maxCalls)
  }

  return {
    ...runner,
    async run(run: PanelRun) {
      if (run.first === undefined) return runner.run(run)
      const { servedBy } = parts.router.connect(run.callerKeys)
      if (run.models.some((model) => servedBy(model) === OFFLINE)) return runner.run(run)
      const panel = stagedPanel(run)
      const figures = stageFigures(await reliability.settledRunsOf(run.scope), panel)
      const enough = raisedEnough(run.first.enough, figures)
      // Whoever brings a key of their own pays for what they asked, and nothing else.
      const isAudited = run.callerKeys === null && mayAudit(run) && parts.chance() < parts.share
      // An audit asks with the date of the run, so that the replies to its prompts are known.
      const askedAt = run.askedAt ?? parts.now()
      const kept = keepReplies()
      const result = await runner.run({
        ...run,
        askedAt,
        first: { ...run.first, enough },
        recall: isAudited ? (ask) => kept.keep(run.recall?.(ask) ?? ask) : run.recall,
        stageOf: (finished) => stageOf(panel, finished),
      })
      const end = result.usage.stages?.[0]
      const wasEnough = end?.reason === 'enough'
      observer.stageEnd(wasEnough ? 'accepted' : 'passed_on')
      if (isAudited && wasEnough && result.kind === 'closed') auditAside({ ...run, askedAt }, result, kept)
      const raised = end && raisedWarning(run.first.enough, enough, end, figures)
      return raised ? { ...result, warnings: [...result.warnings, raised] } : result
    },
  }
}

/** The panel of a run with a first stage, by its voters. */
function stagedPanel({ models, first }: PanelRun): StagedPanel {
  const { early, later } = stagesOf(models, first!.models)
  return { first: early.map(voterOf), others: later.map(voterOf) }
}

/** What became of a first stage; an answer that stood for want of budget promises nothing. */
function stageOf(panel: StagedPanel, result: Deliberation): Stage {
  const { reason, confidence = null, accepted = false, models = [] } = result.usage.stages?.[0] ?? {}
  const hasAgreed = reason === 'enough' || reason === 'unsure'
  const delivered = result.entries[0]?.clusters[0]?.models ?? []
  return {
    ...panel,
    promised: hasAgreed ? confidence : null,
    accepted,
    agreed: hasAgreed && !accepted ? models.some((name) => delivered.includes(name)) : null,
    isAudit: false,
  }
}

/** Whether all models gave the answer that the first ones gave. */
function agrees(all: Deliberation, { entries }: Deliberation): boolean {
  const first = entries[0]!.clusters[0]?.models ?? []
  return all.entries[0]?.clusters[0]?.models.some((name) => first.includes(name)) ?? false
}

function raisedWarning(
  asked: number,
  enough: number,
  { confidence = null, reason }: StageEnd,
  { audited, agreed }: ReturnType<typeof stageFigures>,
): string | null {
  if (reason !== 'unsure' || confidence === null || confidence < asked) return null
  return `All models were asked although the first ones agreed: in ${audited} audits all models gave the answer of the first ones ${agreed} times, less often than promised, so enough was raised from ${asked} to ${enough}.`
}

/** The replies of the first models, for another run that asks them the same. */
type KeptReplies = ReturnType<typeof keepReplies>

function keepReplies() {
  const replies = new Map<string, ModelReply>()
  const nameOf = ({ seat, messages }: Parameters<AskModel>[0]) => JSON.stringify([seat.key, messages])
  return {
    keep:
      (ask: AskModel): AskModel =>
      async (call) => {
        const reply = await ask(call)
        if (call.brief.phase === 'exposition') replies.set(nameOf(call), reply)
        return reply
      },
    reuse:
      (ask: AskModel): AskModel =>
      async (call) => {
        const reply = replies.get(nameOf(call))
        return reply === undefined ? ask(call) : { ...reply, ...NEVER_MADE }
      },
  }
}
