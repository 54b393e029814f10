import type { Seat } from '../../panel/panel.ts'
import type { Order, Structure } from './structure.ts'

/** Creative tasks: the seat closest to all others leads; the others hear it before they speak. */
export const concert: Structure = {
  name: 'concert',
  usualPanel: { minimum: 2, maximum: Number.POSITIVE_INFINITY },
  facesOpponent: false,

  waves(order) {
    const leader = leaderOf(order)
    return [[leader], order.seats.filter((seat) => seat.key !== leader.key)]
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
