import type { Answered } from '../answered.ts'
import { differenceWithin, type Interval, sumOf } from './intervals.ts'
import { costOf, voteOf } from './votes.ts'

/** What the panel would be without a member, by the votes of the first answers. */
export interface Dropped {
  member: string
  accuracy: number
  /** By how much more often the others are right than all; below zero, less often. */
  gain: Interval
  /** Which share of the cost of first replies it is; of the calls, if costs are unknown. */
  saves: number
}

/** What is lost without each member; the first can be dropped most easily. */
export function dropEach(answered: Answered[], members: string[]): Dropped[] {
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
        gain: differenceWithin(without, all),
        saves: whole && own !== null ? own / whole : 1 / members.length,
      }
    })
    .sort((one, other) => other.gain.value - one.gain.value || other.saves - one.saves)
}

/** A loss up to which a member counts as one that can be dropped. */
const SMALL_LOSS = 0.01

/** The member to drop: the panel is right about as often without it, for all that these questions tell; null for none. */
export function memberToDrop(dropped: Dropped[]): Dropped | null {
  const dispensable = dropped.filter(({ gain }) => gain.value > -SMALL_LOSS / 2 && gain.low > -2 * SMALL_LOSS)
  if (dropped.length <= 2 || dispensable.length === 0) return null
  const worth = ({ gain, saves }: Dropped) => gain.value + SMALL_LOSS * saves
  return dispensable.reduce((best, other) => (worth(other) > worth(best) ? other : best))
}
