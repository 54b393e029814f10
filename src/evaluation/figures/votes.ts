import type { Answered } from '../answered.ts'
import { sumOf } from './intervals.ts'

/** How often the answer of one member is right on each question: 1 or 0, and 0 where it gives none. */
export function rightOf(answered: Answered[], member: string): number[] {
  return answered.map(({ members }) => (members[member]?.right ? 1 : 0))
}

/**
 * How likely the most common first answer among some members is right on each question. A tie that the whole panel had as
 * well is decided as there, any other by lot. A member that is in no group, because its answer was not compared, stands alone.
 */
export function voteOf(answered: Answered[], voters: string[]): number[] {
  return answered.map((one) => {
    const groups = groupsAmong(one, voters)
    const most = Math.max(0, ...groups.map((group) => group.length))
    const leading = groups.filter((group) => group.length === most)
    const [led] = one.groups
    const decided = leading.filter(
      (group) => group.length === led?.length && group.every((member) => led.includes(member)),
    )
    const chances = (decided.length > 0 ? decided : leading).map((group) => chanceOf(one, group))
    return chances.length === 0 ? 0 : sumOf(chances) / chances.length
  })
}

/** How likely the answer of a group is right, in the words that the panel took if a member of it used them. */
function chanceOf({ members, panel }: Answered, group: string[]): number {
  const worded = group.filter((member) => members[member]!.answer === panel.answer)
  const speaking = worded.length > 0 ? worded : group
  return speaking.filter((member) => members[member]!.right).length / speaking.length
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
