import type { Anchor } from '../../../contract/axiom.ts'
import type { ClaimOpinion } from '../../../contract/claims.ts'
import { type PutClaim, questionsOn, showClaims } from '../../measure/claims/entries-for-seat.ts'
import type { Ledger } from '../../measure/claims/ledger.ts'
import type { Asked } from '../../panel/asked.ts'
import type { Seat } from '../../panel/panel.ts'
import {
  type ExaminationReply,
  type JudgedClaim,
  readExamination,
} from '../../reading/reply/read-examination.ts'
import { type Hearing, hearSeat, type Round } from '../hear-panel.ts'
import { asExamined, type GivenRuling, withRulings } from './given-ruling.ts'
import { reconcile } from './reconcile.ts'

/** What one seat said of the claims of the panel. */
export interface HeardExamination {
  hearing: Hearing<ExaminationReply>
  rulings: GivenRuling[]
}

/**
 * Asks every seat at the same time which claims are true; the ledger returned has what they said in it, and no longer
 * takes two claims for rivals of which the panel says that both are true.
 */
export async function hearExamination(
  seats: Seat[],
  asked: Asked & { anchors: Anchor[] },
  ledger: Ledger,
  round: Round,
): Promise<{ heard: HeardExamination[]; ledger: Ledger }> {
  const questions = questionsOn(
    ledger,
    seats.map(({ key }) => key),
  )
  const spoken = await Promise.all(
    seats.map(async (seat): Promise<HeardExamination> => {
      const put = showClaims(ledger, questions, `${asked.query}|${round.iteration}|${seat.key}`)
      const claims = put.map(({ shown }) => shown)
      const brief = { phase: 'examination', ...asked, claims } as const
      const hearing = await hearSeat(seat, brief, round, ({ text }) => readExamination(text, claims))
      const verdicts = hearing.reply?.verdicts ?? []
      return { hearing, rulings: put.flatMap((one) => rulingsOn(one, verdicts)) }
    }),
  )
  const said = spoken.map(({ hearing, rulings }) => ({ seat: hearing.seat, rulings }))
  const { given, ledger: reconciled } = reconcile(said, questions, ledger)
  const heard = spoken.map((one, index) => ({ ...one, rulings: given[index]!.rulings }))
  return { heard, ledger: asExamined(withRulings(reconciled, given, round.iteration), questions.flat()) }
}

/** What a verdict says of each entry under its label. */
function rulingsOn({ shown, places }: PutClaim, verdicts: JudgedClaim[]): GivenRuling[] {
  const judged = verdicts.find(({ label }) => label === shown.label)
  if (judged === undefined) return []
  return places.map((place, index) => {
    const said = opinionIn(judged, index)
    const reason = said === 'false' ? judged.why : ''
    return { place, said, counted: judged.verdict === 'both' ? 'unsure' : said, reason, refutedBy: null }
  })
}

function opinionIn({ verdict }: JudgedClaim, index: number): ClaimOpinion {
  switch (verdict) {
    case 'first':
      return index === 0 ? 'true' : 'false'
    case 'second':
      return index === 1 ? 'true' : 'false'
    case 'both':
      return 'true'
    case 'neither':
      return 'false'
    default:
      return verdict
  }
}
