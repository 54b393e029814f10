import type { RunEvent } from '../contract/events.ts'
import { counted, probabilityOf, roundToThousandths } from './conclude/confidence.ts'
import type { Deliberation, FirstStage, Run } from './deliberation.ts'
import { type ExpositionReplies, hearFirst, placeFirst, requireQuorum } from './expose.ts'
import type { Hearing } from './hearing/hearing.ts'
import { meetsQuorum } from './hearing/quorum.ts'
import { holdsPosition } from './measure/divergence.ts'
import { speakersAmong } from './panel/panel.ts'
import { describeBudget, spendingBetween, spendingIn } from './panel/usage.ts'
import { jsonText } from './reading/reply/json-in-reply.ts'
import { beginRun } from './run.ts'

/** What came of the first stage: its result where that stands, and the replies that the whole panel goes on with. */
interface FirstStageEnd {
  stage: Run
  result: Deliberation | null
  hearings: Hearing[]
}

/** Why the answer of a first stage stands or does not. */
type StageReason = Extract<RunEvent, { type: 'stage-end' }>['data']['reason']

/**
 * Asks the first models of a panel alone. Their answer stands if they agree and the calibrated confidence is enough, or
 * if the budget does not allow the others to be asked; otherwise the run goes on with their replies, and with what they
 * cost.
 */
export async function askFirst(
  run: Run,
  first: FirstStage,
  settle: (stage: Run) => Promise<Deliberation>,
): Promise<FirstStageEnd> {
  const { request, ports } = run
  const isText = request.format === undefined && request.kind !== null && request.kind !== 'closed'
  const isWhole = first.ofAnyKind && isText
  const stage = beginRun(
    { ...request, models: first.models, votes: null, maxIterations: isWhole ? request.maxIterations : 1 },
    // A run that is taken up again finds the replies of this stage where it keeps those of an iteration.
    {
      ...ports,
      onCheckpoint() {},
      askModel: (call) => ports.askModel({ ...call, isOfFirstStage: true }),
    },
  )
  try {
    const replies = await hearFirst(stage)
    const settled = await settleFirst(stage, { replies, isWhole, settle })
    const certainty = settled && certaintyOf(stage, settled)
    const reason = reasonFor(stage, settled, (certainty ?? 0) >= first.enough)
    const { hearings } = replies
    const { usage, costWarnings } = stage.spiral
    run.spiral = { ...run.spiral, usage, costWarnings }
    const others = request.models.length - first.models.length
    const isFinal = reason === 'enough' || !run.affords(others * samplesOfOthers(stage), first.dearer)
    const told = {
      stage: 1,
      models: namesOf(first.models),
      accepted: isFinal,
      confidence: certainty,
      reason: isFinal && reason !== 'enough' ? ('budget' as const) : reason,
    }
    run.spiral = { ...run.spiral, usage: { ...usage, stages: [{ ...told, ...spendingIn(usage) }] } }
    ports.onEvent({ type: 'stage-end', ...told })
    if (reason === 'enough') return { stage, result: withoutOthers(settled!, others), hearings }
    if (!isFinal) return { stage, result: null, hearings }
    requireQuorum(stage, hearings)
    if (stage.spiral.kind === null) placeFirst(stage, replies)
    const result = settled ?? (await settle(stage))
    return { stage, result: cutByBudget(run, result, others), hearings }
  } finally {
    stage.end()
  }
}

/** Settles the question among the first models; null where too few replied, or the question is one for all of them. */
async function settleFirst(
  stage: Run,
  {
    replies,
    isWhole,
    settle,
  }: { replies: ExpositionReplies; isWhole: boolean; settle: (stage: Run) => Promise<Deliberation> },
): Promise<Deliberation | null> {
  if (!meetsQuorum(replies.hearings)) return null
  placeFirst(stage, replies)
  const isForFew = stage.spiral.kind === 'closed' || stage.request.format !== undefined || isWhole
  return isForFew ? settle(stage) : null
}

function reasonFor(stage: Run, result: Deliberation | null, isSure: boolean): StageReason {
  if (stage.spiral.kind === null) return 'too_few_replies'
  if (result === null) return 'other_kind'
  if (!result.reached) return 'disagreement'
  if (stage.spiral.contrary?.length) return 'axiom'
  return isSure ? 'enough' : 'unsure'
}

/** How sure the answer of the first models is; equal JSON is as sure as that many equal answers. */
function certaintyOf({ request, spiral }: Run, result: Deliberation): number {
  if (request.format === undefined || !result.reached) return result.confidence
  if (request.format.problemsOf(jsonText(result.answer)).length > 0) return 0
  const authors = speakersAmong(spiral.standings.filter(holdsPosition).map(({ seat }) => seat)).size
  const replies = { given: authors, answering: authors, compatible: 0, rival: 0, offersOptions: false }
  return roundToThousandths(probabilityOf(replies, request.calibration))
}

/** How often each of the others would be asked at first; if the kind is not known, as often as it may be. */
function samplesOfOthers({ request: { kind: named, format, samples = 1 }, spiral }: Run): number {
  const kind = spiral.kind ?? named ?? 'closed'
  return kind === 'closed' && format === undefined ? samples : 1
}

function withoutOthers(result: Deliberation, others: number): Deliberation {
  const who = others === 1 ? 'The other model was' : `The other ${counted(others)} models were`
  return { ...result, confidenceBasis: `${result.confidenceBasis} ${who} not asked.` }
}

function cutByBudget({ request }: Run, result: Deliberation, others: number): Deliberation {
  const who = others === 1 ? 'other model' : `other ${counted(others)} models`
  const warning = `The budget (${describeBudget(request.budget!)}) did not allow the ${who} to be asked.`
  const ending = result.reached ? result.ending : 'budget'
  return { ...withoutOthers(result, others), ending, warnings: [...result.warnings, warning] }
}

function namesOf(models: FirstStage['models']): string[] {
  return models.map(({ name }) => name)
}

/** A result with what each stage cost, where there were stages. */
export function withStages(result: Deliberation, { request, spiral }: Run): Deliberation {
  const [first] = spiral.usage.stages ?? []
  if (first === undefined) return result
  const { usage } = result
  const later = spendingBetween(first, usage)
  const others = namesOf(request.models).filter((name) => !first.models.includes(name))
  // What one of the first models mended belongs to their stage.
  const stages =
    usage.stages === undefined
      ? [{ ...first, ...spendingIn(usage) }]
      : [first, { stage: 2, models: others, accepted: true, ...later }]
  return { ...result, usage: { ...usage, stages } }
}
