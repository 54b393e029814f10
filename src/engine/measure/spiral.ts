import type { Anchor } from '../../contract/axiom.ts'
import type { Abstention, Ending, IterationEntry, Usage } from '../../contract/deliberation.ts'
import type { QuestionKind } from '../../contract/question-kind.ts'
import type { Seat } from '../panel/panel.ts'
import type { Votes } from '../panel/votes.ts'
import type { Ledger } from './claims/ledger.ts'
import { CONVERGED, type Stance } from './divergence.ts'
import type { DraftState } from './drafts/draft.ts'
import type { Landscape, Standing } from './landscape.ts'

/** The complete state of a deliberation after an iteration; plain data, so that it can be stored and resumed. */
export interface Spiral {
  /** The kind of the question; absent in data of earlier versions, which knew closed questions only. */
  kind?: QuestionKind
  entries: IterationEntry[]
  standings: Standing[]
  anchors: Anchor[]
  usage: Usage
  /** Warnings about implausible costs reported by providers; absent when there are none. */
  costWarnings?: string[]
  ending: Ending | null
  /** Axioms that contradict what the panel agreed on in the last iteration; absent while it has not agreed. */
  contrary?: Anchor[]
  /** The votes of the run; null, or absent in data of earlier versions, for equal votes. */
  votes?: Votes | null
  /** The drafts and what was said of them; absent for other kinds of question. */
  drafts?: DraftState
  /** The claims and what was said of them; absent for other kinds of question, and before the texts are there. */
  ledger?: Ledger
}

/** The usage before any call. */
export const NO_USAGE: Usage = {
  calls: 0,
  prompt_tokens: 0,
  completion_tokens: 0,
  cost_usd: 0,
  duration_ms: 0,
}

/** The initial state of a deliberation. */
export function beginSpiral(seats: Seat[], kind: QuestionKind, votes: Votes | null = null): Spiral {
  return {
    kind,
    entries: [],
    standings: seats.map((seat) => ({ seat, position: null, residual: null })),
    anchors: [],
    usage: NO_USAGE,
    ending: null,
    // Votes by reliability apply to closed questions only.
    votes: kind === 'closed' ? votes : null,
  }
}

interface EndOfIteration {
  entries: IterationEntry[]
  landscape: Landscape
  stances: Stance[]
  maxIterations: number
  deadline: AbortSignal
}

/** Why the deliberation ends after an iteration, or null when it continues. */
export function endingOf({
  entries,
  landscape,
  stances,
  maxIterations,
  deadline,
}: EndOfIteration): Ending | null {
  const holders = landscape.camps.reduce((count, camp) => count + camp.members.length, 0)
  if (holders < 2) return 'unanswered'
  const [last, before] = [entries.at(-1)!, entries.at(-2)]
  const oneAnswer = landscape.camps.length === 1
  if (last.D <= CONVERGED && oneAnswer && !stances.includes('reject')) return 'converged'
  if (deadline.aborted) return 'deadline'
  if (last.iteration >= maxIterations) return 'exhausted'
  return before !== undefined && hasStalled(before, last) ? 'stalled' : null
}

/** Smaller than any step of a residual, larger than rounding errors. */
const ROUNDING = 1e-9

/**
 * Whether an iteration changed nothing: everyone was heard, nobody changed an answer or a verdict, and no residual fell
 * except through a repeated acceptance. Another iteration would only pay for the same replies.
 */
export function hasStalled(before: IterationEntry, now: IterationEntry): boolean {
  return now.responses.every((response, index) => {
    const earlier = before.responses[index]!
    const moved = response.position !== earlier.position && response.held_relation !== 'same'
    const turned = before.iteration > 1 && response.counted_verdict !== earlier.counted_verdict
    const repeats = response.counted_verdict === 'accept' && earlier.counted_verdict === 'accept'
    const fell = !repeats && (response.residual ?? 1) < (earlier.residual ?? 1) - ROUNDING
    return isHeard(response.error) && !moved && !turned && !fell
  })
}

/** Whether a seat said what it had to say: it did not abstain, or another attempt would not change it. */
export function isHeard(abstention: Abstention | null): boolean {
  return abstention === null || HEARD.has(abstention.code)
}

/** Abstentions that another attempt would not change. */
const HEARD = new Set(['declined', 'withdrawn'])
