import { stableShuffle } from '../../../utils/stable-hash.ts'
import { type GivenRuling, type Ledger, withRulings } from '../../measure/claims/ledger.ts'
import type { AskedNow } from '../../panel/brief.ts'
import { pointLabel } from '../../prompt/show-texts.ts'
import { readPointRulings } from '../../reading/reply/read-rulings.ts'
import { hearSeat, type Round } from '../hear-panel.ts'
import type { SaidOnPoints } from './claim-entry.ts'

/** Asks every seat at the same time what it says of the points, each in an order of its own. */
export async function hearExamination(
  round: Round,
  asked: AskedNow,
): Promise<{ heard: SaidOnPoints[]; ledger: Ledger }> {
  const { seats, spiral } = round.run
  const ledger = spiral.ledger!
  const places = ledger.entries.map((_, place) => place)
  const heard = await Promise.all(
    seats.map(async (seat): Promise<SaidOnPoints> => {
      const seed = `${asked.query}|${seat.key}`
      const order = stableShuffle(places, (place) => ledger.entries[place]!.text, seed)
      const points = order.map((place, index) => {
        const { text, type } = ledger.entries[place]!
        return { label: pointLabel(index), text, type }
      })
      const labels = points.map(({ label }) => label)
      const brief = { phase: 'examination', ...asked, points } as const
      const hearing = await hearSeat(seat, brief, round, (text) => readPointRulings(text, labels))
      const rulings = (hearing.reply ?? []).map(({ label, verdict, why }): GivenRuling => {
        const place = order[labels.indexOf(label)]!
        const isBare = verdict === 'false' && why === ''
        return {
          place,
          said: verdict,
          counted: isBare ? 'unsure' : verdict,
          reason: verdict === 'true' ? '' : why,
        }
      })
      return { hearing, rulings }
    }),
  )
  const { entries } = withRulings(ledger, heard, round.iteration)
  return { heard, ledger: { ...ledger, entries: entries.map((entry) => ({ ...entry, isExamined: true })) } }
}
