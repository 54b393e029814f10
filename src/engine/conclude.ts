import type { Dissent, IterationEntry, Outcome } from '../contract/deliberation.ts'
import { type Comparison, SAME_ANSWER } from './agreement/compare-answers.ts'
import { cutText } from './answer/cut-text.ts'
import { answerKind } from './answer-kind.ts'
import { bestText } from './compose-answer.ts'
import { confidenceFrom } from './confidence.ts'
import type { Deliberation, DeliberationRequest } from './deliberation.ts'
import type { Camp, Landscape } from './landscape.ts'
import { repeatedModels } from './panel.ts'
import type { Ending, Spiral } from './spiral.ts'
import { panelSizeWarning } from './structures/index.ts'
import { seatVotes } from './votes.ts'

interface Conclusion {
  request: DeliberationRequest
  spiral: Spiral
  landscape: Landscape
  /** What a writer composed; null when none was asked. */
  text: string | null
  comparison: Comparison
}

const LONGEST_TOLD = 120

const ENDING_WARNINGS: Partial<Record<Ending, string>> = {
  unanswered:
    'Fewer than two models gave an answer, so there was nothing to compare; no agreement was measured.',
  'quorum-lost': 'Too many models failed in a later iteration; the answer rests on the iterations before it.',
  deadline:
    'The time for this consensus was over before it converged; the answer rests on the iterations until then.',
}

/** Draws the result from where the spiral ended: answer, outcome, confidence, dissent. */
export async function conclude({
  request,
  spiral,
  landscape,
  text,
  comparison,
}: Conclusion): Promise<Deliberation> {
  const [winner] = landscape.camps
  const { confidence, basis } = await confidenceIn(winner, { request, spiral, comparison })
  return {
    answer: text ?? (winner === undefined ? nobodyKnew(spiral) : bestText(winner.central.position)),
    reached: spiral.ending === 'converged',
    outcome: outcomeOf(winner, spiral),
    confidence,
    confidenceBasis: basis,
    entries: spiral.entries,
    initialDivergence: spiral.entries[0]?.D ?? 1,
    finalDivergence: spiral.entries.at(-1)?.D ?? 1,
    dissent: dissentFrom(winner, spiral),
    anchors: [...spiral.anchors].sort((left, right) => right.relevance - left.relevance),
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
  const { answer } = winner.central.position
  const first = spiral.entries[0]?.responses.map((response) => response.answer) ?? []
  const compared = (one: string, compare: Comparison['agree']) =>
    Promise.all(first.map((other) => (other === null ? 0 : compare(one, other))))
  const agreements = await compared(answer, comparison.agree)
  const closest = Math.max(...agreements)
  // A new wording of what was said at first is judged as it was said: later rounds are not to gain by style.
  const judged = closest >= SAME_ANSWER ? (first[agreements.indexOf(closest)] ?? answer) : answer
  const { kind, unlike } = answerKind(judged, request.query)
  return confidenceFrom(
    {
      kind,
      supports: await compared(judged, comparison.support),
      supporters: agreements.filter((agreement) => agreement >= SAME_ANSWER).length,
      unlike: request.uncalibrated ?? unlike,
    },
    request.calibration,
  )
}

function outcomeOf(winner: Camp | undefined, { ending, standings }: Spiral): Outcome {
  if (ending === 'converged') return 'consensus'
  const votes = winner?.members.length ?? 0
  return votes >= 2 && votes > standings.length / 2 ? 'majority' : 'split'
}

/** Who does not stand behind the answer: other camps with their answer, silent seats with their reason. */
function dissentFrom(winner: Camp | undefined, { standings, entries }: Spiral): Dissent[] {
  const behind = new Set(winner?.members.map(({ seat }) => seat.key))
  return standings.flatMap(({ seat, position }, index) => {
    if (behind.has(seat.key)) return []
    const reason = position?.reason ?? entries.at(-1)?.responses[index]?.error?.message ?? ''
    return [{ model: seat.model, name: seat.name, answer: position?.answer ?? null, reason }]
  })
}

/** An iteration that was cut short has no entry, but seats were missing in it. */
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

/** Says so when the agreement measured is that of a part of the panel. */
function silenceWarning(entries: IterationEntry[]): string | null {
  const responses = entries.at(-1)?.responses ?? []
  const silent = responses.filter(({ position }) => position === null)
  if (silent.length === 0 || silent.length === responses.length) return null
  const names = silent.map(({ name }) => name).join(', ')
  return `${silent.length} of ${responses.length} models gave no answer (${names}); the agreement is that of the others.`
}

/** Names those who answered once and were silent at last: they count at what they said before. */
function laterSilenceWarning(entries: IterationEntry[]): string | null {
  const silent = (entries.at(-1)?.responses ?? []).filter(
    ({ answer, position }) => answer === null && position !== null,
  )
  if (silent.length === 0) return null
  const names = silent.map(({ name, error }) => `${name} (${error?.code ?? 'silent'})`).join(', ')
  return `${names} gave no answer in the last iteration; an earlier one counts.`
}

/** Names those whose last answer is another one than they count at, for want of a reason they could name. */
function unexplainedWarning(entries: IterationEntry[]): string | null {
  const changed = (entries.at(-1)?.responses ?? []).filter(
    ({ held_agreement: held, refutation }) => held !== null && held < SAME_ANSWER && refutation === null,
  )
  if (changed.length === 0) return null
  const answers = changed
    .map(({ name, answer }) => `${name}: ${cutText(answer ?? '', LONGEST_TOLD)}`)
    .join('; ')
  return `In the last iteration another answer was given without naming what refuted the old one, so that it does not count (${answers}).`
}

function warningsAbout(request: DeliberationRequest, { ending, entries }: Spiral): string[] {
  const repeated = repeatedModels(request.models)
  return [
    panelSizeWarning(request.structure, request.models.length),
    repeated.length > 0
      ? `The panel has ${repeated.join(', ')} more than once; a model agreeing with itself says little.`
      : null,
    silenceWarning(entries),
    laterSilenceWarning(entries),
    unexplainedWarning(entries),
    (ending && ENDING_WARNINGS[ending]) ?? null,
  ].filter((warning) => warning !== null)
}
