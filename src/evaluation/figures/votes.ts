import type { Answered } from '../answered.ts'
import { sumOf } from './intervals.ts'

/** How often the answer of one member is right on each question: 1 or 0, and 0 where it gives none. */
export function rightOf(answered: Answered[], member: string): number[] {
  return answered.map(({ members }) => (members[member]?.right ? 1 : 0))
}

/**
 * How likely the most common first answer among some members is right on each question; of equally common ones, one is
 * drawn by lot. A member that is in no group, because its answer was not compared, stands alone.
 */
export function voteOf(answered: Answered[], voters: string[]): number[] {
  return answered.map((one) => {
    const groups = groupsAmong(one, voters)
    const most = Math.max(0, ...groups.map((group) => group.length))
    const leading = groups.filter((group) => group.length === most)
    const chances = leading.map(
      (group) => sumOf(group.map((member) => (one.members[member]!.right ? 1 : 0))) / group.length,
    )
    return chances.length === 0 ? 0 : sumOf(chances) / chances.length
  })
}

/** Who among some members gives the same answer; those without an answer are left out. */
export function groupsAmong({ groups, members }: Answered, voters: string[]): string[][] {
  const compared = groups
    .map((group) => group.filter((member) => voters.includes(member)))
    .filter((group) => group.length > 0)
  const placed = new Set(compared.flat())
  const alone = voters.filter((voter) => !placed.has(voter) && members[voter]?.answer != null)
  return [...compared, ...alone.map((voter) => [voter])]
}

/** What the first replies of some members cost on average; null if the cost of one is unknown. */
export function costOf(answered: Answered[], voters: string[]): number | null {
  if (answered.length === 0) return null
  let sum = 0
  for (const { members } of answered) {
    for (const voter of voters) {
      const cost = members[voter]?.costUsd ?? null
      if (cost === null) return null
      sum += cost
    }
  }
  return sum / answered.length
}
