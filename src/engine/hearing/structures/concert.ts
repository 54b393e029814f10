import type { Seat } from '../../panel/panel.ts'
import { ALL_VERDICTS, type Order, otherCases, type Structure } from './structure.ts'

/** Creative tasks: the seat closest to all others leads and rewrites; the others only amend. */
export const concert: Structure = {
  name: 'concert',
  usualPanel: { minimum: 2, maximum: Number.POSITIVE_INFINITY },

  waves(stage) {
    const leader = leaderOf(stage)
    return [[leader], stage.seats.filter((seat) => seat.key !== leader.key)]
  },

  part(seat, stage, heard) {
    const leader = leaderOf(stage)
    if (seat.key === leader.key) {
      return {
        theme: stage.theme.answer,
        positions: otherCases(seat, stage),
        mustAnswer: null,
        role: 'leader',
        verdicts: ALL_VERDICTS,
      }
    }
    const lead = heard.get(leader.key) ?? stage.theme
    return {
      theme: lead.answer,
      // A leader may be wrong: objections must not depend on the leader passing them on.
      positions: [lead, ...otherCases(seat, stage)],
      mustAnswer: null,
      role: 'voice',
      verdicts: ['accept', 'amend'],
    }
  },
}

/** The closest of the seats that are still asked: a silent one cannot lead. */
function leaderOf({ seats, withdrawn, landscape }: Order): Seat {
  const distance = (seat: Seat) => landscape.disagreement.get(seat.key) ?? Number.POSITIVE_INFINITY
  const asked = seats.filter(({ key }) => !withdrawn.has(key))
  return (asked.length > 0 ? asked : seats).reduce((closest, seat) =>
    distance(seat) < distance(closest) ? seat : closest,
  )
}
