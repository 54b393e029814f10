import type { Anchor } from '../contract/axiom.ts'
import type { IterationEntry, Usage } from '../contract/deliberation.ts'
import type { Stance } from './divergence.ts'
import type { Landscape, Standing } from './landscape.ts'
import type { Seat } from './panel.ts'
import type { Votes } from './votes.ts'

/** Why a deliberation ended. */
export type Ending = 'converged' | 'exhausted' | 'unanswered' | 'quorum-lost' | 'deadline'

/** The whole state of a deliberation after an iteration; plain data, so that it can be stored and resumed. */
export interface Spiral {
  entries: IterationEntry[]
  standings: Standing[]
  anchors: Anchor[]
  usage: Usage
  ending: Ending | null
  /** The votes it began with and keeps; null, or absent in what an earlier version stored, for equal votes. */
  votes?: Votes | null
}

/** Divergence at or under which a panel has converged, if nothing else speaks against it. */
export const CONVERGED = 0.2

/** What nothing costs. */
export const NO_USAGE: Usage = {
  calls: 0,
  prompt_tokens: 0,
  completion_tokens: 0,
  cost_usd: 0,
  duration_ms: 0,
}

/** A deliberation in which nobody has spoken yet. */
export function beginSpiral(seats: Seat[], votes: Votes | null = null): Spiral {
  return {
    entries: [],
    standings: seats.map((seat) => ({ seat, position: null, residual: null })),
    anchors: [],
    usage: NO_USAGE,
    ending: null,
    votes,
  }
}

interface EndOfIteration {
  divergence: number
  iteration: number
  landscape: Landscape
  stances: Stance[]
  maxIterations: number
  deadline: AbortSignal
}

/** Why the deliberation ends after an iteration, or null when it goes on. */
export function endingOf(state: EndOfIteration): Ending | null {
  const holders = state.landscape.camps.reduce((count, camp) => count + camp.members.length, 0)
  if (holders < 2) return 'unanswered'
  const oneAnswer = state.landscape.camps.length === 1
  if (state.divergence <= CONVERGED && oneAnswer && !state.stances.includes('reject')) return 'converged'
  if (state.deadline.aborted) return 'deadline'
  return state.iteration >= state.maxIterations ? 'exhausted' : null
}
