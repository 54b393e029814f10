import type { Dissent, Outcome, Usage } from '../../contract/deliberation.ts'
import { StrettoError } from '../../contract/error-codes.ts'
import type { RunKind } from '../../contract/question-kind.ts'
import type { Deliberation, DeliberationRequest, Run, Spiral } from '../deliberation.ts'
import { askedOf } from '../panel/asked.ts'
import type { ReworkBrief } from '../panel/brief.ts'
import { type Seat, speakersAmong } from '../panel/panel.ts'
import { affords } from '../panel/usage.ts'
import { withAnchors } from '../prompt/material.ts'
import { ableSeats, askWriter } from '../reader/ask-reader.ts'
import { jsonText } from '../reading/reply/json-in-reply.ts'
import type { Confidence } from './confidence.ts'
import { warningsAbout } from './warnings.ts'

/** What a kind of question concludes for itself. */
interface Conclusion {
  kind: RunKind
  /** The final text; null when there is none. */
  answer: string | null
  /** The keys of the seats that stand behind it. */
  supporters: string[]
  confidence: Confidence
  dissent: Dissent[]
  /** Further warnings; none when absent. */
  warnings?: string[]
  /** Whether the time ended while a writer was wanted. */
  isLate?: boolean
}

const CONFIDENCE_KINDS = { closed: 'right', tools: 'right', open: 'supported', draft: 'accepted' } as const
const ONE_MODEL =
  'All replies are those of one model: how often its repeated answers are right was not measured, so this is no surer than one model’s word.'
/** The most confidence that is shown where the panel is split: it is never sure. */
const MOST_OF_A_SPLIT = 0.8
const LATE = 'The time limit was reached before the answer was written.'

/** Builds the result of a run: what its kind concludes, with what it measured, cost and warned about. */
export function conclude(
  { request, spiral }: Pick<Run, 'request' | 'spiral'>,
  { kind, answer, supporters, confidence, dissent, warnings = [], isLate = false }: Conclusion,
): Deliberation {
  const { ending, entries, anchors, contrary = [] } = spiral
  const outcome = outcomeOf(supporters, spiral, request)
  const late = isLate && ending !== 'deadline' ? [LATE] : []
  return {
    kind,
    answer: answer ?? nobodyKnew(spiral),
    shortAnswer: null,
    explanation: null,
    reached: outcome === 'consensus',
    ending: ending ?? undefined,
    outcome,
    confidence:
      CONFIDENCE_KINDS[kind] === 'right'
        ? confidence.confidence
        : Math.min(outcome === 'split' ? MOST_OF_A_SPLIT : 1, confidence.confidence),
    confidenceKind: CONFIDENCE_KINDS[kind],
    confidenceBasis: request.isOneModel ? `${confidence.basis} ${ONE_MODEL}` : confidence.basis,
    entries,
    initialDivergence: entries[0]?.D ?? 1,
    finalDivergence: entries.at(-1)?.D ?? 1,
    dissent,
    anchors: withAnchors(anchors, contrary).sort((left, right) => right.relevance - left.relevance),
    usage: spiral.usage,
    warnings: [...new Set([...warningsAbout(request, spiral), ...late, ...warnings])],
    wholePanel: !isLate && heardWhole(spiral),
  }
}

/**
 * The outcome of a run: consensus, else a majority if more than half of the models, two or more, support the answer.
 * Several seats of a model are one; where there is only one model, its replies are counted, and are never a consensus.
 */
function outcomeOf(
  supporters: string[],
  { ending, standings }: Spiral,
  { isOneModel }: DeliberationRequest,
): Outcome {
  if (ending === 'converged' && !isOneModel) return 'consensus'
  const seats = standings.map(({ seat }) => seat)
  const heads = (among: Seat[]) => (isOneModel ? among.length : speakersAmong(among).size)
  const supporting = heads(seats.filter(({ key }) => supporters.includes(key)))
  return supporting >= 2 && supporting > heads(seats) / 2 ? 'majority' : 'split'
}

/** An iteration that was cut short has no entry, although seats were missing in it. */
function heardWhole({ entries, ending }: Spiral): boolean {
  if (ending === 'quorum_lost' || ending === 'deadline') return false
  return entries.every(({ responses }) =>
    responses.every(({ error }) => error === null || error.code === 'declined'),
  )
}

/** The text of a run in which no model gave an answer. */
function nobodyKnew({ entries }: Spiral): string {
  const reasons = [...new Set(entries.at(-1)?.responses.map(({ reason }) => reason))].filter(
    (reason) => reason !== '',
  )
  return `None of the models could answer this question. ${reasons.join(' ')}`.trim()
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

/**
 * Holds the final text to the format that the caller asked for: a text that does not satisfy it is repaired once, and
 * then refused, because a program would stumble over it.
 */
export async function fitFormat(run: Run, result: Deliberation): Promise<Deliberation> {
  const { format, budget } = run.request
  if (format === undefined) return result
  const answer = jsonText(result.answer)
  const problems = format.problemsOf(answer)
  if (problems.length === 0) return answer === result.answer ? result : { ...withoutPlaces(result), answer }
  // What nobody answered cannot be repaired: the repair would be an answer that nobody else has seen.
  if (result.entries.at(-1)?.clusters.length === 0)
    throw new StrettoError(
      'upstream_error',
      [result.answer, ...result.warnings, spentOn(result.usage)].join(' '),
    )
  const mayRepair = affords(budget, result.usage, 1)
  const text = mayRepair ? await repair(run, { draft: answer, defects: problems }) : null
  const { usage } = run.spiral
  const left = text === null ? problems : format.problemsOf(text)
  if (text === null || left.length > 0) {
    const repaired = mayRepair ? ', even after a repair' : ''
    const message = `The answer of the panel does not satisfy the format${repaired}: ${left.join('; ')}. ${spentOn(usage)}`
    throw new StrettoError('unfit_answer', message)
  }
  const warning = `The answer did not satisfy the format and was repaired by one model: ${problems.join('; ')}`
  // What the panel agreed on was another text.
  return {
    ...withoutPlaces(result),
    answer: text,
    reached: false,
    outcome: 'split',
    confidence: 0,
    confidenceBasis: 'one model repaired the format of the answer, and nobody else has read the result',
    usage,
    warnings: [...result.warnings, warning],
  }
}

/** The result without what refers to places in a text that is not delivered. */
function withoutPlaces(result: Deliberation): Deliberation {
  const { citations: _, unsupported: __, repaired: ___, ...others } = result
  return others
}

function spentOn({ calls, cost_usd }: Usage): string {
  return `${calls} model calls were made${cost_usd ? ` for ${cost_usd} USD` : ''}.`
}

/** Lets one seat that has not failed correct the text; its brief is that of a draft whose defects are known. */
async function repair(run: Run, problem: Pick<ReworkBrief, 'draft' | 'defects'>): Promise<string | null> {
  const [seat = run.seats[0]!] = ableSeats(run)
  const brief: ReworkBrief = { phase: 'rework', ...askedOf(run.request), ...problem, improvements: [] }
  const { reply } = await askWriter(run, seat, brief, 'repair')
  return reply?.text ?? null
}
