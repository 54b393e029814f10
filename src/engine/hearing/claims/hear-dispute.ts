import type { Anchor } from '../../../contract/axiom.ts'
import type { StructureName } from '../../../contract/panel.ts'
import { countEntries } from '../../measure/claims/dispute.ts'
import { type Ledger, type LedgerEntry, withRulings } from '../../measure/claims/ledger.ts'
import { lastRuling } from '../../measure/claims/opinions.ts'
import type { Asked } from '../../panel/asked.ts'
import type { DisputedPoint } from '../../panel/brief.ts'
import type { Seat } from '../../panel/panel.ts'
import { pointLabel } from '../../prompt/show-texts.ts'
import { readPointRulings } from '../../reading/reply/read-rulings.ts'
import { hearSeat, type Round } from '../hear-panel.ts'
import { structures } from '../structures.ts'
import type { SaidOnPoints } from './claim-entry.ts'

/** A disputed point, and the seats on both sides. */
export interface Dispute {
  place: number
  holders: string[]
  deniers: string[]
}

/** The points that some seats hold and others deny, if a central one is among them; otherwise there is nothing to argue. */
export function disputesOn(ledger: Ledger, seats: string[]): Dispute[] {
  const disputes = countEntries(ledger, seats).flatMap(({ entry, status }, place) => {
    const saying = (opinion: 'true' | 'false') =>
      seats.filter((seat) => lastRuling(entry, seat)?.opinion === opinion)
    const [holders, deniers] = [saying('true'), saying('false')]
    return status === 'disputed' && holders.length > 0 ? [{ place, holders, deniers }] : []
  })
  return disputes.some(({ place }) => ledger.entries[place]!.isCentral) ? disputes : []
}

/** The seats to which disputed points are put: those who hold one of them, then those who only deny some. */
export function concernedBy(disputes: Dispute[], seats: Seat[]): { holding: Seat[]; denying: Seat[] } {
  const holding = seats.filter(({ key }) => disputes.some(({ holders }) => holders.includes(key)))
  const denying = seats.filter(
    (seat) => !holding.includes(seat) && disputes.some(({ deniers }) => deniers.includes(seat.key)),
  )
  return { holding, denying }
}

interface Panel {
  seats: Seat[]
  structure: StructureName
  ledger: Ledger
  /** How far each seat is from the panel, by key: the closest speak first. */
  disagreement: ReadonlyMap<string, number>
}

/**
 * Puts disputed points once more to both sides: first to those who hold one, with the reasons against, in the waves of
 * the structure; then to those who deny what somebody still holds, with what the others answered.
 */
export async function hearDispute(
  { seats, structure, ledger: before, disagreement }: Panel,
  asked: Asked & { date: string; anchors: Anchor[] },
  round: Round,
): Promise<{ heard: SaidOnPoints[]; ledger: Ledger }> {
  const disputes = disputesOn(
    before,
    seats.map(({ key }) => key),
  )
  const { iteration, withdrawn } = round
  const { holding, denying } = concernedBy(disputes, seats)
  const waves = structures[structure].waves({ iteration, seats: holding, withdrawn, disagreement })
  const heard: SaidOnPoints[] = []
  let ledger = before
  for (const wave of waves) await hearWave(wave, disputes)
  // What nobody holds any more is settled.
  const held = disputes.filter(({ place, holders }) =>
    holders.some((seat) => lastRuling(ledger.entries[place]!, seat)?.opinion === 'true'),
  )
  await hearWave(
    denying.filter(({ key }) => held.some(({ deniers }) => deniers.includes(key))),
    held,
  )
  return { heard, ledger }

  async function hearWave(wave: Seat[], put: Dispute[]): Promise<void> {
    const spoken = await Promise.all(wave.map((seat) => hearOne(seat, put, ledger)))
    heard.push(...spoken)
    ledger = withRulings(ledger, spoken, iteration)
  }

  async function hearOne(seat: Seat, put: Dispute[], known: Ledger): Promise<SaidOnPoints> {
    const own = put.filter(({ holders, deniers }) => [...holders, ...deniers].includes(seat.key))
    const points = own.map(({ place, holders }, index): DisputedPoint => {
      const entry = known.entries[place]!
      return {
        label: pointLabel(index),
        text: entry.text,
        own: holders.includes(seat.key) ? 'true' : 'false',
        for: [...reasonsOf(entry, 'true', seat), ...quotesFor(entry, seat)],
        against: reasonsOf(entry, 'false', seat),
      }
    })
    const labels = points.map(({ label }) => label)
    const brief = { phase: 'dispute', ...asked, points } as const
    const hearing = await hearSeat(seat, brief, round, (text) => readPointRulings(text, labels))
    const rulings = (hearing.reply ?? []).map(({ label, verdict, why }) => {
      const at = labels.indexOf(label)
      const { place } = own[at]!
      // Whoever changes its mind says why; whoever does not, keeps its reason.
      const counted = why === '' ? points[at]!.own : verdict
      const earlier = lastRuling(known.entries[place]!, seat.key)?.reason ?? ''
      return { place, said: verdict, counted, reason: why === '' ? earlier : why }
    })
    return { hearing, rulings }
  }
}

/** Why other seats hold an opinion, in their words. */
function reasonsOf(entry: LedgerEntry, opinion: 'true' | 'false', { key }: Seat): string[] {
  const seats = new Set(entry.rulings.map(({ seat }) => seat))
  const reasons = [...seats].flatMap((seat) => {
    const ruling = lastRuling(entry, seat)!
    return seat !== key && ruling.opinion === opinion ? [ruling.reason] : []
  })
  return [...new Set(reasons)].filter((reason) => reason !== '')
}

/** The passages in which the texts of others say it, unless they gave it up. */
function quotesFor(entry: LedgerEntry, { key }: Seat): string[] {
  return entry.stances.flatMap(({ seat, says, quote }) => {
    const isHeld = lastRuling(entry, seat)?.opinion === 'true'
    return says && isHeld && seat !== key && quote !== null ? [quote] : []
  })
}
