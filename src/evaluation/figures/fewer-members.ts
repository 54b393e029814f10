import { type Calibration, doubtAbout, probabilityOf } from '../../engine/index.ts'
import type { AnsweredRow } from '../answered.ts'
import { differenceWithin, type Interval, knownSumOf, shareWithin, sumOf } from './statistics.ts'

/** How often the answer of one member is right on each question: 1 or 0, and 0 where it gives none. */
export function rightOf(answered: AnsweredRow[], member: string): number[] {
  return answered.map(({ members }) => (members[member]?.right ? 1 : 0))
}

/** How likely the most common first answer is right; a tie is decided as in the whole panel, otherwise by lot. */
export function voteOf(answered: AnsweredRow[], voters: string[]): number[] {
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
function chanceOf({ members, panel }: AnsweredRow, group: string[]): number {
  const worded = group.filter((member) => members[member]!.answer === panel.answer)
  const speaking = worded.length > 0 ? worded : group
  return speaking.filter((member) => members[member]!.right).length / speaking.length
}

/** Who among some members gives the same answer; those without an answer are left out. */
function groupsAmong({ groups, members }: AnsweredRow, voters: string[]): string[][] {
  const compared = groups
    .map((group) => group.filter((member) => voters.includes(member)))
    .filter((group) => group.length > 0)
  const placed = new Set(compared.flat())
  const alone = voters.filter((voter) => !placed.has(voter) && members[voter]?.answer != null)
  return [...compared, ...alone.map((voter) => [voter])]
}

/** What the first replies of some members cost on average; null if the cost of one is unknown. */
export function costOf(answered: AnsweredRow[], voters: string[]): number | null {
  const costs = answered.flatMap(({ members }) => voters.map((voter) => members[voter]?.costUsd ?? null))
  return answered.length === 0 ? null : meanCost(costs, answered.length)
}

function meanCost(costs: Array<number | null>, questions: number): number | null {
  const sum = knownSumOf(costs)
  return sum === null ? null : sum / questions
}

export type Dropped = ReturnType<typeof dropEach>[number]

/** What is lost without each member; the first can be dropped most easily. */
export function dropEach(answered: AnsweredRow[], members: string[]) {
  const all = voteOf(answered, members)
  const whole = costOf(answered, members)
  return members
    .map((member) => {
      const others = members.filter((other) => other !== member)
      const without = voteOf(answered, others)
      const own = costOf(answered, [member])
      return {
        member,
        accuracy: sumOf(without) / answered.length,
        /** By how much more often the others are right than all; below zero, less often. */
        gain: differenceWithin(without, all),
        /** Which share of the cost of first replies it is; of the calls, if costs are unknown. */
        saves: whole && own !== null ? own / whole : 1 / members.length,
      }
    })
    .sort((one, other) => other.gain.value - one.gain.value || other.saves - one.saves)
}

const SMALL_LOSS = 0.01

/** The member to drop: the panel is right about as often without it, for all that these questions tell; null for none. */
export function memberToDrop(dropped: Dropped[]): Dropped | null {
  const dispensable = dropped.filter(({ gain }) => gain.value > -SMALL_LOSS / 2 && gain.low > -2 * SMALL_LOSS)
  if (dropped.length <= 2 || dispensable.length === 0) return null
  const worth = ({ gain, saves }: Dropped) => gain.value + SMALL_LOSS * saves
  return dispensable.reduce((best, other) => (worth(other) > worth(best) ? other : best))
}

/** What comes of asking some members first, and the whole panel only if these are not sure enough. */
export interface CheapFirst {
  first: string[]
  /** The confidence at which the answer of the first stands, from one threshold up to another with the same result. */
  from: number
  upTo: number
  accuracy: Interval
  /** The share of questions that the first members settle. */
  settled: number
  callsPerQuestion: number
  costUsd: number | null
}

/** The least confidence at which the answer of the first members is taken. */
const THRESHOLDS = [0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 0.97]

/** Asks first the cheapest two, three or four, at several thresholds; as in the service they stand if all agree. */
export function cheapFirst(answered: AnsweredRow[], cheapest: string[], calibration: Calibration) {
  const sizes = [2, 3, 4].filter((size) => size < cheapest.length)
  return sizes.flatMap((size) => {
    const first = cheapest.slice(0, size)
    const votes = answered.map((one) => firstVoteOf(one, first, calibration))
    const ways: CheapFirst[] = []
    for (const threshold of THRESHOLDS) {
      const stands = votes.map(({ confidence }) => confidence !== null && confidence >= threshold)
      const settled = stands.filter(Boolean).length / answered.length
      const last = ways.at(-1)
      if (last?.settled === settled) last.upTo = threshold
      // Where nothing is settled, the whole panel is asked.
      else if (settled > 0) {
        const taken = answered.map(({ panel }, place) => (stands[place] ? votes[place]! : panel))
        ways.push({
          first,
          from: threshold,
          upTo: threshold,
          accuracy: shareWithin(taken.filter(({ right }) => right).length, answered.length),
          settled,
          callsPerQuestion: settled * size + (1 - settled) * cheapest.length,
          costUsd: meanCost(
            taken.map(({ costUsd }) => costUsd),
            answered.length,
          ),
        })
      }
    }
    return ways
  })
}

/** What the first members make of a question; its confidence is null if they do not agree, or too few answer. */
function firstVoteOf(one: AnsweredRow, first: string[], calibration: Calibration) {
  const { members, offersOptions } = one
  const groups = groupsAmong(one, first)
  const [agreed = []] = groups
  const given = agreed.length
  const isAgreed = groups.length === 1 && given >= 2 && given >= first.length / 2
  const vote = { given, answering: given, compatible: 0, rival: 0, silent: 0, offersOptions }
  const stated = probabilityOf(vote, calibration)
  const seats = agreed.map((model) => ({ provider: '', model }))
  return {
    confidence: isAgreed ? (doubtAbout(seats, calibration)?.lowered(stated) ?? stated) : null,
    right: members[agreed[0] ?? '']?.right === true,
    costUsd: knownSumOf(first.map((member) => members[member]?.costUsd ?? null)),
  }
}
