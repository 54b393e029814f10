import { chancesOfGroups, total } from '../../engine/index.ts'
import type { PanelEstimate, PastRun } from './estimate-voters.ts'

/** What the members of a panel are worth to it, as far as past runs tell. */
export interface PanelAdvice {
  /** The runs of these models that this rests on. */
  runs: number
  /** How often the answer of the panel is right. */
  accuracy: number
  members: Record<string, MemberAdvice>
}

interface MemberAdvice {
  /** How often its own answer is right, in all runs: no answer is never right. */
  alone: number
  /** How often it gives the answer of the panel where it gives one. */
  agreement: number
  /** How much less often the panel would be right without it; below zero, more often. */
  loss: number
}

/** Nothing that is only estimated is more certain. */
const MOST_CERTAIN = 0.99
/** After so many runs others have their turn. */
const RUNS_AT_ONCE = 100

/** What past runs in which exactly these models were asked say of them; null without any. Yields now and then. */
export function* adviseOn(
  runs: PastRun[],
  { votes, reliability }: Pick<PanelEstimate, 'votes' | 'reliability'>,
): Generator<undefined, PanelAdvice | null> {
  const voters = Object.keys(votes)
  const isOwn = ({ groups, silent = [] }: PastRun) => {
    const asked = [...groups.flat(), ...silent]
    return asked.length === voters.length && asked.every((voter) => Object.hasOwn(votes, voter))
  }
  const own = runs.filter((run) => run.groups.length > 0 && isOwn(run))
  if (own.length === 0) return null
  const sums = {
    panel: 0,
    alone: zeros(voters),
    without: zeros(voters),
    agreeing: zeros(voters),
    given: zeros(voters),
  }
  for (const [place, { groups }] of own.entries()) {
    if (place % RUNS_AT_ONCE === RUNS_AT_ONCE - 1) yield
    const chances = chancesOfGroups(groups, reliability)
    const chosen = heaviest(groups, votes)
    sums.panel += chances[chosen]!
    for (const voter of voters) {
      const held = groups.findIndex((group) => group.includes(voter))
      const others = groups.map((group) => group.filter((other) => other !== voter))
      const left = heaviest(others, votes)
      sums.without[voter]! += others[left]!.length === 0 ? 0 : chances[left]!
      if (held === -1) continue
      sums.alone[voter]! += chances[held]!
      sums.given[voter]!++
      if (held === chosen) sums.agreeing[voter]!++
    }
  }
  const members = voters.map((voter): [string, MemberAdvice] => [
    voter,
    {
      alone: Math.min(MOST_CERTAIN, sums.alone[voter]! / own.length),
      agreement: sums.given[voter] === 0 ? 0 : sums.agreeing[voter]! / sums.given[voter]!,
      loss: (sums.panel - sums.without[voter]!) / own.length,
    },
  ])
  return {
    runs: own.length,
    accuracy: Math.min(MOST_CERTAIN, sums.panel / own.length),
    members: Object.fromEntries(members),
  }
}

function heaviest(groups: string[][], votes: Record<string, number>): number {
  const weights = groups.map((group) => total(group.map((voter) => votes[voter]!)))
  return weights.indexOf(Math.max(...weights))
}

function zeros(voters: string[]): Record<string, number> {
  return Object.fromEntries(voters.map((voter) => [voter, 0]))
}
