import type {
  ConfidenceKind,
  Dissent,
  IterationEntry,
  Outcome,
  SeatResponse,
} from '../../contract/deliberation.ts'
import type { RunKind } from '../../contract/question-kind.ts'
import {
  ANSWER_NOW,
  type Deliberation,
  type DeliberationRequest,
  type Run,
  type Spiral,
} from '../deliberation.ts'
import { hadQuorum, quorumOf } from '../hearing/hearing.ts'
import { deliveredDraft } from '../measure/drafts.ts'
import { isRejected } from '../measure/weigh-drafts.ts'
import type { Asked } from '../panel/asked.ts'
import {
  holdsPosition,
  NOT_AWAITED,
  repeatedModels,
  type Seat,
  speakerOf,
  speakersAmong,
} from '../panel/panel.ts'
import { describeBudget } from '../panel/usage.ts'
import { documentLabel, withAnchors } from '../prompt/material.ts'
import { cutText } from '../reading/reply-text.ts'
import type { Confidence } from './confidence.ts'

/** What a kind of question concludes for itself. */
interface Conclusion {
  kind: RunKind
  answer: string | null
  /** The keys of the seats that stand behind it. */
  supporters: string[]
  confidence: Confidence
  confidenceKind?: ConfidenceKind
  dissent: Dissent[]
  warnings?: string[]
  /** Whether the time ended while a writer was wanted. */
  isLate?: boolean
}

const CONFIDENCE_KINDS = { closed: 'right', tools: 'right', open: 'supported', draft: 'accepted' } as const
const ONE_MODEL =
  'All replies are those of one model: how often its repeated answers are right was not measured, so this is no surer than one model’s word.'
/** The most confidence that is shown where the panel is split: it is never sure. */
const MOST_OF_A_SPLIT = 0.8

/** Builds the result of a run: what its kind concludes, with what it measured, cost and warned about. */
export function conclude(
  { request, spiral }: Pick<Run, 'request' | 'spiral'>,
  { kind, answer, supporters, confidence, dissent, warnings = [], isLate = false, ...of }: Conclusion,
): Deliberation {
  const { ending, entries, anchors, contrary = [] } = spiral
  const outcome = outcomeOf(supporters, spiral, request)
  const unheard = unheardIn(spiral)
  const { confidenceKind = CONFIDENCE_KINDS[kind] } = of
  const late = isLate && ending !== 'deadline' ? [timesUp(request, 'the answer was written.')] : []
  return {
    kind,
    answer: answer ?? nobodyKnew(spiral),
    shortAnswer: null,
    explanation: null,
    reached: outcome === 'consensus',
    ending: ending ?? undefined,
    outcome,
    confidence:
      confidenceKind === 'right'
        ? confidence.confidence
        : Math.min(outcome === 'split' ? MOST_OF_A_SPLIT : 1, confidence.confidence),
    confidenceKind,
    confidenceBasis: request.isOneModel ? `${confidence.basis} ${ONE_MODEL}` : confidence.basis,
    entries,
    initialDivergence: entries[0]?.D ?? 1,
    finalDivergence: entries.at(-1)?.D ?? 1,
    dissent,
    anchors: withAnchors(anchors, contrary).sort((left, right) => right.relevance - left.relevance),
    usage: spiral.usage,
    warnings: [...new Set([...warningsAbout(request, spiral), ...late, ...warnings])],
    ...(unheard.length > 0 && { unheard }),
    wholePanel: !isLate && heardWhole(spiral),
  }
}

/**
 * The outcome of a run: consensus, else a majority if more than half of the models that answered, two or more, support the
 * answer. Several seats of a model are one; where there is only one model, its replies are counted, and are never a
 * consensus; nor is what is agreed without a seat that was not waited for.
 */
function outcomeOf(supporters: string[], spiral: Spiral, { isOneModel }: DeliberationRequest): Outcome {
  if (spiral.ending === 'converged' && !isOneModel && unheardIn(spiral).length === 0) return 'consensus'
  const answering = spiral.standings.filter(holdsPosition).map(({ seat }) => seat)
  const heads = (among: Seat[]) => (isOneModel ? among.length : speakersAmong(among).size)
  const supporting = heads(answering.filter(({ key }) => supporters.includes(key)))
  if (supporting < 2 || answering.length < quorumOf(spiral.standings.length)) return 'split'
  return supporting > heads(answering) / 2 ? 'majority' : 'split'
}

/** Who was not waited for is not missing. An iteration that was cut short has no entry, although seats were missing in it. */
function heardWhole({ entries, ending }: Spiral): boolean {
  if (ending === 'quorum_lost' || ending === 'deadline') return false
  return entries.every(({ responses }) =>
    responses.every(
      ({ error }, place) =>
        error === null ||
        error.code === 'declined' ||
        entries.some((entry) => entry.responses[place]?.error?.code === NOT_AWAITED),
    ),
  )
}

/** The names of the seats that were not waited for in some iteration. */
function unheardIn({ entries }: Spiral): string[] {
  const missed = entries.flatMap(({ responses }) =>
    responses.filter(({ error }) => error?.code === NOT_AWAITED),
  )
  return missed.map(({ name }) => name)
}

function nobodyKnew({ entries }: Spiral): string {
  const reasons = new Set(entries.at(-1)?.responses.map(({ reason }) => reason))
  const said = [...reasons].filter((reason) => reason !== '').join(' ')
  return `None of the models could answer this question. ${said}`.trim()
}

/** The seats that do not stand behind the answer, with their own, and why they do not: a known reason, their own, or their failure. */
export function dissentFrom(
  supporters: string[],
  { standings, entries }: Spiral,
  reasons: ReadonlyMap<string, string> = new Map(),
): Dissent[] {
  return standings.flatMap(({ seat: { key, model, name }, position }, index) => {
    if (supporters.includes(key)) return []
    const failure = entries.map(({ responses }) => responses[index]?.error?.message).findLast(Boolean)
    const reason = reasons.get(key) ?? position?.reason ?? failure ?? ''
    return [{ model, name, answer: position?.answer ?? null, reason }]
  })
}

const LONGEST_QUOTED = 120

const UNANSWERED =
  'Fewer than two models gave an answer, so there was nothing to compare and no agreement was measured.'
const QUORUM_LOST =
  'Too many models failed in a later iteration; the answer is based on the iterations before it.'

const LATE = 'the models converged; the answer is based on the iterations completed by then.'
const TOO_FEW = 'enough models had answered; the answer rests on those that had, and nothing was agreed on.'

/** Says before what the time was up, and why. */
function timesUp({ deadline }: DeliberationRequest, before: string): string {
  const why = deadline.reason === ANSWER_NOW ? 'The answer was asked for' : 'The time limit was reached'
  return `${why} before ${before}`
}

function endingWarning(request: DeliberationRequest, { ending, entries }: Spiral): string | null {
  const { budget } = request
  if (ending === 'deadline') return timesUp(request, entries.slice(0, 1).every(hadQuorum) ? LATE : TOO_FEW)
  if (ending === 'budget' && budget !== undefined)
    return `The budget (${describeBudget(budget)}) did not allow another iteration; the answer is based on the iterations completed.`
  if (ending === 'unanswered') return UNANSWERED
  return ending === 'quorum_lost' ? QUORUM_LOST : null
}

function silenceWarning(entries: IterationEntry[]): string | null {
  const responses = entries.at(-1)?.responses ?? []
  const silent = responses.filter(({ position }) => position === null)
  if (silent.length === 0 || silent.length === responses.length) return null
  const names = silent.map(({ name }) => name).join(', ')
  return `${silent.length} of ${responses.length} models gave no answer (${names}); agreement was measured among the others.`
}

function unheardWarning({ deadline }: DeliberationRequest, spiral: Spiral): string | null {
  const unheard = unheardIn(spiral)
  if (unheard.length === 0) return null
  const names = unheard.join(', ')
  if (deadline.reason === ANSWER_NOW)
    return `The answer was asked for before ${names} had replied, so the run found no consensus.`
  return `The run did not wait for ${names}, much slower than the others, so it found no consensus; with patience: 0 it waits for all.`
}

function laterSilenceWarning({ entries }: Spiral): string | null {
  if (entries.at(-1)?.phase === 'review') return null
  const silent = (entries.at(-1)?.responses ?? []).filter(
    ({ answer, position, error }) => answer === null && position !== null && error !== null,
  )
  if (silent.length === 0) return null
  const names = silent.map(({ name, error }) => `${name} (${error?.code ?? 'silent'})`).join(', ')
  return `${names} gave no answer in the last iteration; what was said before it is counted.`
}

function unexplainedWarning({ kind, entries }: Spiral): string | null {
  if (kind !== 'closed' || entries.length < 2) return null
  const changed = entries.at(-1)!.responses.filter(({ answer, label, rulings_on_answers: rulings = [] }) => {
    const wanted = rulings.find((ruling) => ruling.answer === answer)?.label
    return wanted !== undefined && label !== null && wanted !== label
  })
  if (changed.length === 0) return null
  const answers = changed
    .map(({ name, answer }) => `${name}: ${cutText(answer ?? '', LONGEST_QUOTED)}`)
    .join('; ')
  return `In the last iteration these answers changed without naming what refuted the previous one, so the changes are not counted (${answers}).`
}

/** Warnings for models whose answers could not be kept verbatim or may be displayed misleadingly. */
function noteWarnings(entries: IterationEntry[]): string[] {
  const responses = entries.flatMap((entry) => entry.responses)
  return responses.flatMap(({ name, notes = [] }) =>
    notes.map(({ code, message }) => `${name} (${code}): ${message}`),
  )
}

function contraryWarning({ contrary = [], anchors }: Spiral): string | null {
  const [axiom] = contrary
  if (axiom === undefined) return null
  const heard = anchors.some(({ id }) => id === axiom.id)
  const after = heard ? 'they kept it after seeing the axiom' : 'they were not shown the axiom'
  return `Axiom ${axiom.id} (“${axiom.axiom}”) seems to contradict the answer of the models; ${after}.`
}

function draftWarnings({ writer }: DeliberationRequest, { kind, entries, drafts }: Spiral): string[] {
  if (kind !== 'draft') return []
  const named = (responses: SeatResponse[] = []) => responses.map(({ name }) => name).join(', ')
  const reviews = entries.find(({ phase }) => phase === 'review')?.responses
  const cut = named(entries[0]?.responses.filter((response) => response.cut_off))
  const unread = named(reviews?.filter(({ error }) => error !== null))
  const hasDraft = drafts !== undefined && drafts.drafts.length > 0
  return [
    hasDraft && isRejected(drafts)
      ? 'A reject of the delivered draft stands, and no other draft was better; reviews says what is wrong with it.'
      : null,
    cut !== ''
      ? `The drafts of ${cut} were cut off at the token limit${hasDraft && deliveredDraft(drafts).isCut ? '; as no other is whole, one of them is delivered' : ' and could not win'}.`
      : null,
    unread !== '' ? `${unread} gave no review, which counts as unsure.` : null,
    writer === null ? null : 'The writer was not used: a draft is delivered as its author wrote it.',
  ].filter((warning) => warning !== null)
}

function aliasWarnings({ standings }: Spiral): string[] {
  const seats = standings.map(({ seat }) => seat)
  return [...speakersAmong(seats)].flatMap((speaker) => {
    const own = seats.filter((seat) => speakerOf(seat) === speaker)
    const ids = [...new Set(own.map(({ model }) => model))].sort()
    if (ids.length < 2) return []
    return `${ids.join(' and ')} were answered by the same model, ${own[0]!.servedModel ?? own[0]!.model}; the agreement of a model with itself means little.`
  })
}

function samplesWarning({ models, samples = 1, isOneModel }: DeliberationRequest): string | null {
  const fixed = models.filter(({ temperature }) => temperature === 0).map(({ model }) => model)
  if (fixed.length === 0 || (samples < 2 && !isOneModel)) return null
  return `At temperature 0 a model mostly gives the same reply again; raise it for ${[...new Set(fixed)].join(', ')}.`
}

/** Warnings that some seats are one model, by its name or by what answered for it. */
export function sameModelWarnings(request: DeliberationRequest, spiral: Spiral): string[] {
  const repeated = repeatedModels(request.models).join(', ')
  const aliases = aliasWarnings(spiral)
  if (repeated === '' || request.isOneModel) return aliases
  const warning = `The panel contains ${repeated} more than once; the agreement of a model with itself means little.`
  return [warning, ...aliases]
}

function warningsAbout(request: DeliberationRequest, spiral: Spiral): string[] {
  const { entries } = spiral
  return [
    ...sameModelWarnings(request, spiral),
    samplesWarning(request),
    unheardWarning(request, spiral),
    silenceWarning(entries),
    laterSilenceWarning(spiral),
    unexplainedWarning(spiral),
    contraryWarning(spiral),
    ...draftWarnings(request, spiral),
    ...noteWarnings(entries),
    ...(spiral.readingWarnings ?? []),
    ...(spiral.costWarnings ?? []),
    endingWarning(request, spiral),
  ].filter((warning) => warning !== null)
}

/** A label of a document, wherever it stands in a text. */
const LABEL = /(?<![\p{L}\p{N}])DOC\d{1,2}(?!\p{N})/gu

/** A warning that says which documents are meant where a text names them by the labels that only the panel knows. */
export function labelWarning(answer: string, asked: Pick<Asked, 'background'>): string | null {
  const labels = new Set(answer.match(LABEL))
  const meanings = (asked.background?.documents ?? [])
    .map(({ title }, place) => ({ title, label: documentLabel(place) }))
    .filter(({ label }) => labels.has(label))
    .map(({ title, label }) => `${label} is “${title}”`)
  return meanings.length === 0 ? null : `The answer names documents by their labels: ${meanings.join(', ')}.`
}
