import { stableShuffle } from '../../../utils/stable-hash.ts'
import type { Run, Spiral } from '../../deliberation.ts'
import { disagreements, ranking } from '../../measure/table/measure-table.ts'
import { answerOf, areCompatible } from '../../measure/table/table.ts'
import { askedOf } from '../../panel/asked.ts'
import type { AskedNow, RevisionBrief, ShownAnswer } from '../../panel/brief.ts'
import type { Seat } from '../../panel/panel.ts'
import { MOST_CHARACTERS } from '../../prompt/show-texts.ts'
import { standsIn } from '../../reader/quotation.ts'
import { type RulingsReply, readRulings } from '../../reading/reply/read-rulings.ts'
import { cutText } from '../../reading/text/cut-text.ts'
import { hearSeat, type Round } from '../hear-panel.ts'
import type { Hearing } from '../hearing.ts'
import { shownStep, writtenCalls } from '../shown-step.ts'
import { structures } from '../structures.ts'

/** What was said against an answer. */
interface Objection {
  label: string
  /** The key of the seat that raised it, which is not shown it again. */
  by: string
  why: string
}

const MOST_OBJECTIONS = 6

/** Every seat rules on the answers, in the waves of the structure; a later wave hears what the earlier ones object. */
export async function hearRulings(round: Round, asked: AskedNow): Promise<Array<Hearing<RulingsReply>>> {
  const { seats, spiral, request, ports } = round.run
  const table = spiral.table!
  const objections = Object.entries(table.rulings).flatMap(([key, rulings]) => objectionsIn(key, rulings))
  const hearings: Array<Hearing<RulingsReply>> = []
  const order = { ...round, seats, disagreement: disagreements(table) }
  for (const wave of structures[request.structure].waves(order)) {
    const heard = await Promise.all(
      wave.map(async (seat) => {
        await ports.pause()
        const brief = briefFor(seat, objections, round.run, asked)
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

function briefFor(
  seat: Seat,
  objections: Objection[],
  { request, spiral }: Run,
  asked: AskedNow,
): RevisionBrief {
  const table = spiral.table!
  const own = table.held[seat.key] ?? null
  const { position } = spiral.standings.find((standing) => standing.seat.key === seat.key)!
  const reply = position?.reason ?? null
  const most = Math.floor(MOST_CHARACTERS / (table.answers.length + 1))
  const shown = table.answers.map(({ label, answer, text, calls }): ShownAnswer => {
    const against = objections
      .filter((one) => one.label === label && one.by !== seat.key)
      .map(({ why }) => why)
    return {
      label,
      answer: calls ? writtenCalls(calls) : answer,
      text: cutText(text, most),
      // The newest last, so that nobody overlooks it.
      objections: [...new Set(against)].slice(-MOST_OBJECTIONS),
    }
  })
  // Its step stands on the table, whoever's words stand beside it.
  const isShown = request.step !== undefined || table.answers.some(({ text }) => text === reply)
  return {
    phase: 'revision',
    ...askedOf(asked),
    anchors: asked.anchors,
    ...(request.step && { step: shownStep({ request, spiral }) }),
    answers: stableShuffle(shown, ({ label }) => label, `${asked.query}|${seat.key}`),
    own,
    ownReply: own === null || reply === null || reply === '' || isShown ? null : cutText(reply, most),
    mustAnswer: structures[request.structure].facesOpponent ? opponentOf(own, spiral) : null,
  }
}

/** The heaviest answer that the seat does not hold itself, if a case was made for it; null where there is none. */
function opponentOf(own: string | null, { standings, votes, ...spiral }: Spiral): string | null {
  const table = spiral.table!
  const { ranked } = ranking(table, standings, votes)
  const opponent = ranked.find(
    (label) => label !== own && !(own !== null && areCompatible(table, own, label)),
  )
  if (opponent === undefined) return null
  const { answer, text } = answerOf(table, opponent)
  // An answer that was given without a word for it leaves nothing to reply to.
  return standsIn(text, answer) ? null : opponent
}
