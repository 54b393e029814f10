import type { Anchor } from '../../contract/axiom.ts'
import type { Dissent, IterationEntry, Outcome, SeatResponse } from '../../contract/deliberation.ts'
import type { Deliberation, DeliberationRequest } from '../deliberation.ts'
import { panelSizeWarning } from '../hearing/structures/index.ts'
import type { Comparison } from '../measure/agreement/compare-answers.ts'
import type { Camp, Landscape } from '../measure/landscape.ts'
import type { Ending, Spiral } from '../measure/spiral.ts'
import { repeatedModels } from '../panel/panel.ts'
import { seatVotes } from '../panel/votes.ts'
import { canonicalAnswer, isClosed } from '../reading/answer/canonical-answer.ts'
import { cutText } from '../reading/text/cut-text.ts'
import { backingOf, type FirstAnswer } from './answer-backing.ts'
import { answerKind } from './answer-kind.ts'
import { bestText } from './compose-answer.ts'
import { confidenceFrom } from './confidence.ts'

interface Conclusion {
  request: DeliberationRequest
  spiral: Spiral
  landscape: Landscape
  /** The text composed by a writer; null when none was asked. */
  text: string | null
  comparison: Comparison
}

const LONGEST_QUOTED = 120

const ENDING_WARNINGS: Partial<Record<Ending, string>> = {
  unanswered:
    'Fewer than two models gave an answer, so there was nothing to compare and no agreement was measured.',
  'quorum-lost':
    'Too many models failed in a later iteration; the answer is based on the iterations before it.',
  deadline:
    'The time limit was reached before the models converged; the answer is based on the iterations completed by then.',
}

/** Builds the result from the final state of the spiral: answer, outcome, confidence, dissent. */
export async function conclude({
  request,
  spiral,
  landscape,
  text,
  comparison,
}: Conclusion): Promise<Deliberation> {
  const winner = withoutSelfRejections(landscape.camps[0], spiral)
  const { confidence, basis } = await confidenceIn(winner, { request, spiral, comparison })
  const best = winner?.central.position
  return {
    answer: text ?? (best === undefined ? nobodyKnew(spiral) : bestText(best, request.query)),
    shortAnswer: best && isClosed(canonicalAnswer(best.answer, request.query)) ? best.answer : null,
    explanation: best?.reason || null,
    reached: spiral.ending === 'converged',
    outcome: outcomeOf(winner, spiral),
    confidence,
    confidenceBasis: basis,
    entries: spiral.entries,
    initialDivergence: spiral.entries[0]?.D ?? 1,
    finalDivergence: spiral.entries.at(-1)?.D ?? 1,
    dissent: dissentFrom(winner, spiral),
    anchors: relevantAxioms(spiral),
    usage: spiral.usage,
    warnings: warningsAbout(request, spiral),
    wholePanel: heardWhole(spiral),
    quorumLost: spiral.ending === 'quorum-lost',
    votes: spiral.votes ? seatVotes(request.models, spiral.votes) : undefined,
  }
}

async function confidenceIn(
  winner: Camp | undefined,
  { request, spiral, comparison }: Pick<Conclusion, 'request' | 'spiral' | 'comparison'>,
) {
  if (winner === undefined) return { confidence: 0, basis: 'no model gave an answer' }
  const behind = new Set(winner.members.map(({ seat }) => seat.key))
  const atLast = spiral.entries.at(-1)?.responses ?? []
  const first = (spiral.entries[0]?.responses ?? []).map(({ answer }, index): FirstAnswer => {
    const isAgainst = isAgainstItself(atLast[index])
    const stands = behind.has(spiral.standings[index]!.seat.key) ? 'behind' : isAgainst ? 'against' : 'beside'
    return { answer, stands }
  })
  const [contrary] = spiral.contrary ?? []
  const refuted = contrary === undefined ? null : `axiom ${contrary.id} contradicts it`
  const confidenceOf = async (answer: string) => {
    const { judged, ...backing } = await backingOf(answer, first, comparison)
    const { kind, unlike } = answerKind(judged, request.query)
    const evidence = { kind, ...backing, unlike: request.uncalibrated ?? refuted ?? unlike }
    return confidenceFrom(evidence, request.calibration)
  }
  const last = await confidenceOf(winner.central.position.answer)
  // Later rounds may be mere conformity: if they change the answer, they add nothing to the support of the first round.
  const atFirst = spiral.entries[0]?.clusters[0]?.answer
  if (atFirst === undefined || atFirst === winner.central.position.answer) return last
  const ceiling = await confidenceOf(atFirst)
  return { ...last, confidence: Math.min(last.confidence, ceiling.confidence) }
}

/** A camp without the members that reject in the end what they say themselves: they support nothing. */
function withoutSelfRejections(camp: Camp | undefined, { entries, standings }: Spiral): Camp | undefined {
  if (camp === undefined) return undefined
  const responses = entries.at(-1)?.responses ?? []
  const rejecting = new Set(
    standings.flatMap(({ seat }, index) => (isAgainstItself(responses[index]) ? [seat.key] : [])),
  )
  return { ...camp, members: camp.members.filter(({ seat }) => !rejecting.has(seat.key)) }
}

/** Whether a seat rejects a theme that its own position agrees with, as far as that can be determined. */
function isAgainstItself(response: SeatResponse | undefined): boolean {
  return response?.counted_verdict === 'reject' && response.theme_relation !== 'different'
}

/** The axioms of a run, including those that contradict its answer, most relevant first. */
function relevantAxioms({ anchors, contrary = [] }: Spiral): Anchor[] {
  const known = new Set(anchors.map(({ id }) => id))
  return [...anchors, ...contrary.filter(({ id }) => !known.has(id))].sort(
    (left, right) => right.relevance - left.relevance,
  )
}

function outcomeOf(winner: Camp | undefined, { ending, standings }: Spiral): Outcome {
  if (ending === 'converged') return 'consensus'
  const votes = winner?.members.length ?? 0
  return votes >= 2 && votes > standings.length / 2 ? 'majority' : 'split'
}

/** The seats that do not support the answer: other camps with their answer, silent seats with their reason. */
function dissentFrom(winner: Camp | undefined, { standings, entries }: Spiral): Dissent[] {
  const behind = new Set(winner?.members.map(({ seat }) => seat.key))
  return standings.flatMap(({ seat, position }, index) => {
    if (behind.has(seat.key)) return []
    const reason = position?.reason ?? entries.at(-1)?.responses[index]?.error?.message ?? ''
    return [{ model: seat.model, name: seat.name, answer: position?.answer ?? null, reason }]
  })
}

/** An iteration that was cut short has no entry, although seats were missing in it. */
function heardWhole({ entries, ending }: Spiral): boolean {
  if (ending === 'quorum-lost' || ending === 'deadline') return false
  return entries.every(({ responses }) =>
    responses.every(({ error }) => error === null || error.code === 'declined'),
  )
}

function nobodyKnew({ entries }: Spiral): string {
  const reasons = [...new Set(entries.at(-1)?.responses.map(({ reason }) => reason))].filter(
    (reason) => reason !== '',
  )
  return `None of the models could answer this question. ${reasons.join(' ')}`.trim()
}

/** A warning when the measured agreement is that of only part of the panel. */
function silenceWarning(entries: IterationEntry[]): string | null {
  const responses = entries.at(-1)?.responses ?? []
  const silent = responses.filter(({ position }) => position === null)
  if (silent.length === 0 || silent.length === responses.length) return null
  const names = silent.map(({ name }) => name).join(', ')
  return `${silent.length} of ${responses.length} models gave no answer (${names}); agreement was measured among the others.`
}

/** A warning that names the models that were silent at the end and count with an earlier answer. */
function laterSilenceWarning(entries: IterationEntry[]): string | null {
  const silent = (entries.at(-1)?.responses ?? []).filter(
    ({ answer, position }) => answer === null && position !== null,
  )
  if (silent.length === 0) return null
  const names = silent.map(({ name, error }) => `${name} (${error?.code ?? 'silent'})`).join(', ')
  return `${names} gave no answer in the last iteration; the previous answer is counted.`
}

/** A warning that names the models whose last change of answer is not counted because they named no reason. */
function unexplainedWarning(entries: IterationEntry[]): string | null {
  const changed = (entries.at(-1)?.responses ?? []).filter(
    ({ held_relation: held, refutation }) => held === 'different' && refutation === null,
  )
  if (changed.length === 0) return null
  const answers = changed
    .map(({ name, answer }) => `${name}: ${cutText(answer ?? '', LONGEST_QUOTED)}`)
    .join('; ')
  return `In the last iteration these answers changed without naming what refuted the previous one, so the changes are not counted (${answers}).`
}

/** Warnings for models whose answers could not be kept verbatim or may be displayed misleadingly. */
function noteWarnings(entries: IterationEntry[]): string[] {
  const notes = entries.flatMap(({ responses }) =>
    responses.flatMap(({ name, notes = [] }) =>
      notes.map(({ code, message }) => `${name} (${code}): ${message}`),
    ),
  )
  return [...new Set(notes)]
}

/** A warning when an axiom contradicts the answer. */
function contraryWarning({ contrary = [], anchors }: Spiral): string | null {
  const [axiom] = contrary
  if (axiom === undefined) return null
  const heard = anchors.some(({ id }) => id === axiom.id)
  const after = heard ? 'they kept it after seeing the axiom' : 'they were not shown the axiom'
  return `Axiom ${axiom.id} (“${axiom.axiom}”) contradicts the answer of the models; ${after}.`
}

function warningsAbout(request: DeliberationRequest, spiral: Spiral): string[] {
  const { ending, entries } = spiral
  const repeated = repeatedModels(request.models)
  return [
    panelSizeWarning(request.structure, request.models.length),
    repeated.length > 0
      ? `The panel contains ${repeated.join(', ')} more than once; the agreement of a model with itself means little.`
      : null,
    silenceWarning(entries),
    laterSilenceWarning(entries),
    unexplainedWarning(entries),
    contraryWarning(spiral),
    ...noteWarnings(entries),
    ...(spiral.costWarnings ?? []),
    (ending && ENDING_WARNINGS[ending]) ?? null,
  ].filter((warning) => warning !== null)
}
