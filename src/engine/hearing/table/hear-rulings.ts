import type { Anchor } from '../../../contract/axiom.ts'
import { stableShuffle } from '../../../utils/stable-hash.ts'
import { answerOf, areCompatible, type Table } from '../../measure/table/table.ts'
import { type Asked, askedOf } from '../../panel/asked.ts'
import type { RevisionBrief, ShownAnswer } from '../../panel/brief.ts'
import type { Seat } from '../../panel/panel.ts'
import { MOST_CHARACTERS } from '../../prompt/show-texts.ts'
import { standsIn } from '../../reader/quotation.ts'
import { type RulingsReply, readRulings } from '../../reading/reply/read-rulings.ts'
import { cutText } from '../../reading/text/cut-text.ts'
import { type Hearing, hearSeat, type Round } from '../hear-panel.ts'
import type { Structure } from '../structures.ts'

/** What was said against an answer. */
interface Objection {
  label: string
  /** The key of the seat that raised it, which is not shown it again. */
  by: string
  why: string
}

/** What is needed to hear a panel on the answers on the table. */
export interface RulingRound extends Round, Asked {
  seats: Seat[]
  structure: Structure
  table: Table
  /** The labels that are held, the theme first. */
  ranked: string[]
  /** How far each seat is from the others. */
  disagreement: ReadonlyMap<string, number>
  /** The first reply of each seat, by its key. */
  replies: ReadonlyMap<string, string>
  anchors: Anchor[]
}

const MOST_OBJECTIONS = 6

/** Every seat rules on the answers, in the waves of the structure; a later wave hears what the earlier ones object. */
export async function hearRulings(round: RulingRound): Promise<Array<Hearing<RulingsReply>>> {
  const { seats, structure, table } = round
  const objections: Objection[] = Object.entries(table.rulings).flatMap(([key, rulings]) =>
    objectionsIn(key, rulings),
  )
  const hearings: Array<Hearing<RulingsReply>> = []
  for (const wave of structure.waves(round)) {
    const heard = await Promise.all(
      wave.map(async (seat) => {
        await round.pause()
        const brief = briefFor(seat, objections, round)
        const labels = brief.answers.map(({ label }) => label)
        return hearSeat(seat, brief, round, (text) => readRulings(text, labels))
      }),
    )
    hearings.push(...heard)
    for (const { seat, reply } of heard) objections.push(...objectionsIn(seat.key, reply?.rulings ?? []))
  }
  return seats.map((seat) => hearings.find((hearing) => hearing.seat.key === seat.key)!)
}

function objectionsIn(
  key: string,
  rulings: Array<{ label: string; verdict: string; why: string }>,
): Objection[] {
  return rulings
    .filter(({ verdict, why }) => (verdict === 'wrong' || verdict === 'partly') && why !== '')
    .map(({ label, why }) => ({ label, by: key, why }))
}

function briefFor(seat: Seat, objections: Objection[], round: RulingRound): RevisionBrief {
  const { table, replies, structure, ranked } = round
  const own = table.held[seat.key] ?? null
  const reply = replies.get(seat.key) ?? null
  const most = Math.floor(MOST_CHARACTERS / (table.answers.length + 1))
  const shown = table.answers.map(({ label, answer, text }): ShownAnswer => {
    const against = objections
      .filter((one) => one.label === label && one.by !== seat.key)
      .map(({ why }) => why)
    return {
      label,
      answer,
      text: cutText(text, most),
      // The newest last, so that nobody overlooks it.
      objections: [...new Set(against)].slice(-MOST_OBJECTIONS),
    }
  })
  const isShown = table.answers.some(({ text }) => text === reply)
  return {
    phase: 'revision',
    ...askedOf(round),
    anchors: round.anchors,
    answers: stableShuffle(shown, ({ label }) => label, `${round.query}|${seat.key}`),
    own,
    ownReply: own === null || reply === null || reply === '' || isShown ? null : cutText(reply, most),
    mustAnswer: structure.facesOpponent ? opponentOf(own, ranked, table) : null,
  }
}

/** The heaviest answer that the seat does not hold itself, if a case was made for it; null where there is none. */
function opponentOf(own: string | null, ranked: string[], table: Table): string | null {
  const opponent = ranked.find(
    (label) => label !== own && !(own !== null && areCompatible(table, own, label)),
  )
  if (opponent === undefined) return null
  const { answer, text } = answerOf(table, opponent)
  // An answer that was given without a word for it leaves nothing to reply to.
  return standsIn(text, answer) ? null : opponent
}
