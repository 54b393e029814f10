import type { Anchor } from '../../../contract/axiom.ts'
import type { StructureName } from '../../../contract/panel.ts'
import type { Ledger } from '../../measure/claims/ledger.ts'
import { strikeEntries } from '../../measure/claims/strike.ts'
import type { Asked } from '../../panel/asked.ts'
import type { Seat } from '../../panel/panel.ts'
import { type DisputeRuling, readDispute } from '../../reading/reply/read-dispute.ts'
import { type Hearing, hearSeat, type Round } from '../hear-panel.ts'
import { structureNamed } from '../structures/index.ts'
import { countRuling } from './count-ruling.ts'
import { type Dispute, disputesOn, readPassages, showDisputes } from './disputed-claims.ts'
import { asExamined, type GivenRuling, withRulings } from './given-ruling.ts'

/** What one seat said of disputed claims. */
export interface HeardDispute {
  hearing: Hearing<DisputeRuling[]>
  rulings: GivenRuling[]
}

interface Panel {
  seats: Seat[]
  structure: StructureName
  ledger: Ledger
  /** The texts of the seats, by key. */
  texts: ReadonlyMap<string, string>
  /** How far each seat is from the panel, by key: the closest speak first. */
  residuals: ReadonlyMap<string, number>
}

/**
 * Lets the seats concerned judge the disputed claims again, in the waves of the structure: later ones read the reasons of
 * earlier ones. In a sonata each side must answer the best reason of the other; in a concert the leader judges all of
 * them first. What is refuted after that is struck.
 */
export async function hearDispute(
  { seats, structure, ledger: before, texts, residuals }: Panel,
  asked: Asked & { anchors: Anchor[] },
  round: Round,
): Promise<{ heard: HeardDispute[]; ledger: Ledger }> {
  const disputes = disputesOn(before, seats)
  const concerned = concernedBy(disputes, seats)
  const { iteration, withdrawn } = round
  const landscape = { disagreement: new Map(residuals) }
  const waves = structureNamed(structure).waves({ iteration, seats: concerned, withdrawn, landscape })
  await readPassages([...texts.values()], round.pause)
  const heard: HeardDispute[] = []
  let ledger = before
  for (const [turn, wave] of waves.entries()) {
    const leads = structure === 'concert' && turn === 0
    const spoken = await Promise.all(
      wave.map((seat) => hearOne(seat, leads ? disputes : about(seat, disputes))),
    )
    heard.push(...spoken)
    const given = spoken.map(({ hearing, rulings }) => ({ seat: hearing.seat, rulings }))
    ledger = withRulings(ledger, given, iteration)
  }
  const keys = seats.map(({ key }) => key)
  const put = disputes.map(({ place }) => place)
  return { heard, ledger: strikeEntries(asExamined(ledger, put), keys) }

  async function hearOne(seat: Seat, judged: Dispute[]): Promise<HeardDispute> {
    const shown = showDisputes(ledger, {
      seat,
      places: judged.map(({ place }) => place),
      texts,
      anchors: asked.anchors,
      mustAnswer: structure === 'sonata',
      seed: `${asked.query}|${iteration}|${seat.key}`,
    })
    const claims = shown.map((one) => one.shown)
    const brief = { phase: 'dispute', ...asked, claims } as const
    const hearing = await hearSeat(seat, brief, round, ({ text }) => readDispute(text, claims))
    const rulings = shown.flatMap((one) => {
      const ruling = hearing.reply?.find(({ label }) => label === one.shown.label)
      return (ruling && countRuling(ruling, one, asked)) ?? []
    })
    return { hearing, rulings }
  }
}

/** The seats to which disputed claims are put. */
export function concernedBy(disputes: Dispute[], seats: Seat[]): Seat[] {
  return seats.filter(({ key }) => disputes.some((dispute) => dispute.seats.includes(key)))
}

function about({ key }: Seat, disputes: Dispute[]): Dispute[] {
  return disputes.filter(({ seats }) => seats.includes(key))
}
