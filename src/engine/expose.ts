import type { Anchor } from '../contract/axiom.ts'
import type { Usage } from '../contract/deliberation.ts'
import type { RunEvent } from '../contract/events.ts'
import type { QuestionKind, RunKind } from '../contract/question-kind.ts'
import { counted, probabilityOf, roundToThousandths } from './conclude/confidence.ts'
import { doubtAbout } from './conclude/families.ts'
import type { Deliberation, FirstStage, Found, Run } from './deliberation.ts'
import { hearExposition, hearSamples, roundOf } from './hearing/hear-panel.ts'
import { firstEntry, type Hearing, isHeard, meetsQuorum, quorumError, standingOf } from './hearing/hearing.ts'
import type { BriefNamed } from './panel/brief.ts'
import { holdsPosition, type Seat, speakersAmong } from './panel/panel.ts'
import { describeBudget, spendingBetween, spendingIn } from './panel/usage.ts'
import { jsonText } from './reading/reply-fields.ts'
import { beginIteration, beginRun } from './run.ts'
import { maySearch, searchWeb, showPages, wantSearch } from './search.ts'

/** The first replies of a panel, and the axioms that came with the question. */
interface ExpositionReplies {
  kind: RunKind
  hearings: Hearing[]
  anchors: Anchor[]
}

/**
 * Iteration 1 of every question: each seat replies alone, as it would if it were the only one asked, and says what kind of
 * question it takes this for. Nothing is compared yet. Seats that were heard before are not asked again.
 */
export async function expose(run: Run, before: Hearing[] = []): Promise<void> {
  const replies = await hearFirst(run, before)
  requireQuorum(run, replies.hearings)
  placeFirst(run, replies)
}

const UNREAD =
  'No model replied again with the web pages that were found: this rests on replies without them.'

/** Asks every seat that was not heard before for its own reply, and for further ones where answers are counted. */
async function hearFirst(run: Run, before: Hearing[] = []): Promise<ExpositionReplies> {
  const { request, seats } = run
  const asked = await beginIteration(run, 'exposition')
  const { step } = request
  const isJson = request.format !== undefined
  const mayAsk = maySearch(run)
  const brief: BriefNamed<'exposition'> = {
    phase: 'exposition',
    kind: request.kind,
    isJson,
    ...asked,
    ...(step && { step }),
    ...(mayAsk && { maySearch: true }),
  }
  const known = new Set(before.map(({ seat }) => seat.key))
  const isNew = ({ key }: Seat) => !known.has(key)
  const round = roundOf(run)
  const further = (request.samples ?? 1) - 1
  const draw = (from: Seat[]) => hearSamples(round, brief, further > 0 ? from.filter(isNew) : [], further)
  const hearing = hearExposition(round, brief, before)
  // Whoever names the kind need not wait for the first replies to tell it.
  const early = request.kind === 'closed' && !isJson ? draw(seats) : null
  const [first, drawn] = await Promise.all([hearing, early])
  const kind = step ? 'tools' : (request.kind ?? (isJson ? 'draft' : kindByVote(first)))
  const replied = first.filter(({ abstention }) => isHeard(abstention)).map(({ seat }) => seat)
  const samples = drawn ?? (await draw(kind === 'closed' ? replied : []))
  const hearings = first.map((hearing) => withSamples(hearing, samples.get(hearing.seat.key)))
  run.spend(
    { phase: 'exposition', iteration: 1 },
    hearings.filter(({ seat }) => isNew(seat)).flatMap((hearing) => [hearing, ...(hearing.samples ?? [])]),
  )
  if (mayAsk && wantSearch(first)) {
    await searchWeb(run)
    if (run.spiral.found!.pages.length > 0) {
      // Whatever they said without the pages was their best guess, which is more than nothing.
      const informed = await hearFirst(run)
      if (informed.hearings.some(({ abstention }) => isHeard(abstention))) return informed
      run.warn([UNREAD])
    }
  }
  return { kind, hearings, anchors: asked.anchors }
}

/** What a seat said, with its further replies; one that is there stands in for a first one that failed. */
function withSamples(hearing: Hearing, samples: Hearing[] | undefined): Hearing {
  if (samples === undefined || samples.length === 0) return hearing
  const spare = isHeard(hearing.abstention) ? -1 : samples.findIndex(({ abstention }) => isHeard(abstention))
  const used = samples[spare]
  if (used === undefined) return { ...hearing, samples }
  return {
    ...used,
    seat: hearing.seat,
    samples: samples.with(spare, { ...hearing, seat: used.seat }),
  }
}

/** Ends a run of which too few seats replied, unless the time limit left at least one answer, which was paid for. */
function requireQuorum({ request }: Run, hearings: Hearing[]): void {
  const isCutShort = request.deadline.aborted && hearings.some(({ abstention }) => abstention === null)
  if (!meetsQuorum(hearings) && !isCutShort) throw quorumError(hearings, request.deadline)
}

function placeFirst(run: Run, { kind, hearings, anchors }: ExpositionReplies): void {
  const { ports, spiral } = run
  ports.onEvent({ type: 'kind-decided', kind })
  const standings = hearings.map((hearing) => standingOf(hearing, kind))
  run.first = hearings
  run.spiral = {
    ...run.spiral,
    kind,
    entries: [firstEntry(hearings, standings, anchors)],
    standings,
    anchors,
    // Votes by reliability apply to closed questions only.
    votes: kind === 'closed' ? spiral.votes : null,
  }
}

/** What most seats take the question for: a draft before a text where they are equal, closed only if half of those that replied say so. */
function kindByVote(hearings: Array<Pick<Hearing, 'reply' | 'kind'>>): QuestionKind {
  const said = hearings
    .filter(({ reply, kind }) => reply !== null || kind)
    .map(({ reply, kind }) => reply?.kind ?? kind)
  const votes = (kind: QuestionKind) => said.filter((one) => one === kind).length
  const [closed, open, draft] = [votes('closed'), votes('open'), votes('draft')]
  if (closed >= said.length / 2 && closed > Math.max(open, draft)) return 'closed'
  return draft > 0 && draft >= open ? 'draft' : 'open'
}

/** Why the answer of a first stage stands or does not. */
type StageReason = Extract<RunEvent, { type: 'stage-end' }>['data']['reason']

/**
 * Asks the first models of a panel alone. Their answer stands if they agree and the calibrated confidence is enough, or
 * if the budget does not allow the others to be asked; otherwise the result is null, and the run goes on with their
 * replies, and with what they cost.
 */
export async function askFirst(
  run: Run,
  first: FirstStage,
  settle: (stage: Run) => Promise<Deliberation>,
): Promise<{ stage: Run; result: Deliberation | null; hearings: Hearing[] }> {
  const { request, ports } = run
  const isText = request.format === undefined && request.kind !== null && request.kind !== 'closed'
  const isWhole = first.ofAnyKind && isText
  const maxIterations = isWhole ? request.maxIterations : 1
  const stage = beginRun(
    // Its pages are shown already.
    { ...request, models: first.models, votes: null, maxIterations, checkpoint: null },
    // A run that is taken up again finds the replies of this stage where it keeps those of an iteration.
    {
      ...ports,
      onCheckpoint: ({ found, usage }) => keepPages(run, found, usage),
      askModel: (call) => ports.askModel({ ...call, isOfFirstStage: true }),
    },
    run.startedAt,
  )
  // With what was searched before, what it cost, and what went wrong.
  const before = run.spiral
  stage.spiral = {
    ...{ ...stage.spiral, date: before.date, usage: before.usage },
    ...(before.found && { found: before.found }),
    ...(before.readingWarnings && { readingWarnings: before.readingWarnings }),
  }
  try {
    const replies = await hearFirst(stage)
    const { hearings } = replies
    const isHeard = meetsQuorum(hearings)
    if (isHeard) placeFirst(stage, replies)
    const mayRun = stage.spiral.kind === 'draft' && ports.programs !== undefined
    const isForFew = stage.spiral.kind === 'closed' || request.format !== undefined || isWhole
    const found = isHeard && (isForFew || mayRun) ? await settle(stage) : null
    const settled = isForFew || found?.codeRun ? found : null
    const certainty = settled && certaintyOf(stage, settled)
    const reason = reasonFor(stage, settled, (certainty ?? 0) >= first.enough)
    const { usage, costWarnings } = stage.spiral
    run.listed = stage.listed
    run.spiral = { ...run.spiral, usage, costWarnings }
    const others = request.models.length - first.models.length
    const isFinal = reason === 'enough' || !run.affords(others * samplesOfOthers(stage), first.dearer)
    const told = {
      stage: 1,
      models: first.models.map(({ name }) => name),
      accepted: isFinal,
      confidence: certainty,
      reason: isFinal && reason !== 'enough' ? ('budget' as const) : reason,
    }
    run.spiral = { ...run.spiral, usage: { ...usage, stages: [{ ...told, ...spendingIn(usage) }] } }
    ports.onEvent({ type: 'stage-end', ...told })
    if (reason === 'enough') return { stage, result: withoutOthers(settled!, others), hearings }
    if (!isFinal) return { stage, result: null, hearings }
    requireQuorum(stage, hearings)
    if (!isHeard) placeFirst(stage, replies)
    const result = settled ?? (await settle(stage))
    return { stage, result: cutByBudget(run, result, others), hearings }
  } finally {
    stage.end()
  }
}

/** Keeps for the whole run what a stage has found on the web: a run that is taken up again might find other pages. */
async function keepPages(run: Run, found: Found | undefined, usage: Usage): Promise<void> {
  if (found === undefined || run.spiral.found !== undefined) return
  run.spiral = { ...run.spiral, found, usage }
  showPages(run, found)
  if (found.problem !== null) run.warn([found.problem])
  await run.ports.onCheckpoint(run.spiral)
}

function reasonFor(stage: Run, result: Deliberation | null, isSure: boolean): StageReason {
  if (stage.spiral.kind === null || result?.unheard) return 'too_few_replies'
  if (result === null) return 'other_kind'
  if (!result.reached) return 'disagreement'
  if (stage.spiral.contrary?.length) return 'axiom'
  return isSure ? 'enough' : 'unsure'
}

/** How sure the answer of the first models is; equal JSON is as sure as that many equal answers. */
function certaintyOf({ request, spiral }: Run, result: Deliberation): number {
  if (request.format === undefined || !result.reached) return result.confidence
  if (request.format.problemsOf(jsonText(result.answer)).length > 0) return 0
  const authors = spiral.standings.filter(holdsPosition).map(({ seat }) => seat)
  const given = speakersAmong(authors).size
  const replies = { given, answering: given, compatible: 0, rival: 0, silent: 0, offersOptions: false }
  const stated = probabilityOf(replies, request.calibration)
  return roundToThousandths(doubtAbout(authors, request.calibration)?.lowered(stated) ?? stated)
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

/** A result with what each stage cost, where there were stages. */
export function withStages(result: Deliberation, { request, spiral }: Run): Deliberation {
  const [first] = spiral.usage.stages ?? []
  if (first === undefined) return result
  const { usage } = result
  const others = request.models.map(({ name }) => name).filter((name) => !first.models.includes(name))
  // What one of the first models mended belongs to their stage.
  const stages =
    usage.stages === undefined
      ? [{ ...first, ...spendingIn(usage) }]
      : [first, { stage: 2, models: others, accepted: true, ...spendingBetween(first, usage) }]
  return { ...result, usage: { ...usage, stages } }
}
