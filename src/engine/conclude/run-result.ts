import type { Anchor } from '../../contract/axiom.ts'
import type { Outcome } from '../../contract/deliberation.ts'
import type { Deliberation, DeliberationRequest } from '../deliberation.ts'
import type { Spiral } from '../measure/spiral.ts'
import { speakersAmong } from '../panel/votes.ts'
import { warningsAbout } from './warnings.ts'

/** The part of a result that does not depend on the kind of the question. */
export type RunResult = Pick<
  Deliberation,
  | 'reached'
  | 'ending'
  | 'entries'
  | 'initialDivergence'
  | 'finalDivergence'
  | 'anchors'
  | 'usage'
  | 'warnings'
  | 'wholePanel'
  | 'quorumLost'
>

/** What a run measured, cost and warned about; `isLate` if the time ended while a writer was wanted. */
export function runResult(request: DeliberationRequest, spiral: Spiral, isLate = false): RunResult {
  const warnings = warningsAbout(request, spiral)
  return {
    reached: spiral.ending === 'converged',
    ending: spiral.ending ?? undefined,
    entries: spiral.entries,
    initialDivergence: spiral.entries[0]?.D ?? 1,
    finalDivergence: spiral.entries.at(-1)?.D ?? 1,
    anchors: relevantAxioms(spiral),
    usage: spiral.usage,
    warnings: isLate && spiral.ending !== 'deadline' ? [...warnings, LATE] : warnings,
    wholePanel: !isLate && heardWhole(spiral),
    quorumLost: spiral.ending === 'quorum_lost',
  }
}

const LATE = 'The time limit was reached before the answer was written.'

/**
 * The outcome of a run: consensus, else a majority if more than half of the models, two or more, support the answer.
 * Several seats of a model are one.
 */
export function outcomeOf(supporters: string[], { ending, standings }: Spiral): Outcome {
  if (ending === 'converged') return 'consensus'
  const seats = standings.map(({ seat }) => seat)
  const supporting = speakersAmong(seats.filter(({ key }) => supporters.includes(key))).size
  return supporting >= 2 && supporting > speakersAmong(seats).size / 2 ? 'majority' : 'split'
}

/** The most confidence that is shown where the panel is split. */
const MOST_OF_A_SPLIT = 0.8

/** A confidence that fits the outcome: a panel that is split is never sure. */
export function withinOutcome(outcome: Outcome, confidence: number): number {
  return outcome === 'split' ? Math.min(MOST_OF_A_SPLIT, confidence) : confidence
}

/** The axioms of a run, including those that contradict its answer, most relevant first. */
function relevantAxioms({ anchors, contrary = [] }: Spiral): Anchor[] {
  const known = new Set(anchors.map(({ id }) => id))
  return [...anchors, ...contrary.filter(({ id }) => !known.has(id))].sort(
    (left, right) => right.relevance - left.relevance,
  )
}

/** An iteration that was cut short has no entry, although seats were missing in it. */
function heardWhole({ entries, ending }: Spiral): boolean {
  if (ending === 'quorum_lost' || ending === 'deadline') return false
  return entries.every(({ responses }) =>
    responses.every(({ error }) => error === null || error.code === 'declined'),
  )
}

/** The text of a run in which no model gave an answer. */
export function nobodyKnew({ entries }: Spiral): string {
  const reasons = [...new Set(entries.at(-1)?.responses.map(({ reason }) => reason))].filter(
    (reason) => reason !== '',
  )
  return `None of the models could answer this question. ${reasons.join(' ')}`.trim()
}
