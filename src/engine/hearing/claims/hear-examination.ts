import type { Anchor } from '../../../contract/axiom.ts'
import { stableShuffle } from '../../../utils/stable-hash.ts'
import type { Ledger } from '../../measure/claims/ledger.ts'
import type { Asked } from '../../panel/asked.ts'
import type { Seat } from '../../panel/panel.ts'
import { pointLabel } from '../../prompt/labels.ts'
import { type PointRuling, readPointRulings } from '../../reading/reply/read-point-rulings.ts'
import { type Hearing, hearSeat, type Round } from '../hear-panel.ts'
import { type GivenRuling, withRulings } from './given-ruling.ts'

/** What one seat said of the points of the panel. */
export interface HeardOnPoints {
  hearing: Hearing<PointRuling[]>
  rulings: GivenRuling[]
}

/** Asks every seat at the same time what it says of the points, each in an order of its own. */
export async function hearExamination(
  seats: Seat[],
  asked: Asked & { date: string; anchors: Anchor[] },
  ledger: Ledger,
  round: Round,
): Promise<{ heard: HeardOnPoints[]; ledger: Ledger }> {
  const places = ledger.entries.map((_, place) => place)
  const heard = await Promise.all(
    seats.map(async (seat): Promise<HeardOnPoints> => {
      const seed = `${asked.query}|${seat.key}`
      const order = stableShuffle(places, (place) => ledger.entries[place]!.text, seed)
      const points = order.map((place, index) => {
        const { text, type } = ledger.entries[place]!
        return { label: pointLabel(index), text, type }
      })
      const labels = points.map(({ label }) => label)
      const brief = { phase: 'examination', ...asked, points } as const
      const hearing = await hearSeat(seat, brief, round, ({ text }) => readPointRulings(text, labels))
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
  const given = heard.map(({ hearing, rulings }) => ({ seat: hearing.seat, rulings }))
  const entries = withRulings(ledger, given, round.iteration).entries
  return { heard, ledger: { ...ledger, entries: entries.map((entry) => ({ ...entry, isExamined: true })) } }
}
