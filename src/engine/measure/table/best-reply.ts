import type { PanelModel } from '../../panel/panel.ts'
import type { Holder } from '../landscape.ts'

/**
 * The reply that speaks for those who give one answer: a whole one, by the most reliable model; of several, the one of
 * median length.
 */
export function bestReply(members: Holder[], voteOf: (seat: PanelModel) => number): Holder {
  const whole = members.filter(({ position }) => !position.isCut)
  const candidates = whole.length > 0 ? whole : members
  const highest = Math.max(...candidates.map(({ seat }) => voteOf(seat)))
  const byLength = candidates
    .filter(({ seat }) => voteOf(seat) === highest)
    .sort((left, right) => left.position.reason.length - right.position.reason.length)
  return byLength[Math.floor((byLength.length - 1) / 2)]!
}
