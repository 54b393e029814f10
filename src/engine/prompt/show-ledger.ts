import type { Anchor } from '../../contract/axiom.ts'
import type { ClaimStatus } from '../../contract/claims.ts'
import { statusesOf } from '../measure/claims/dispute.ts'
import type { Ledger } from '../measure/claims/ledger.ts'
import { opinionsOn } from '../measure/claims/opinions.ts'
import { reasonsAgainst } from '../measure/claims/reasons-against.ts'
import { votersAmong } from '../measure/claims/voters.ts'
import type { SynthesisBrief, WeighedClaim } from '../panel/brief.ts'

/** What a writer can build on comes first. */
const ORDER: ClaimStatus[] = ['agreed', 'disputed', 'single', 'unexamined', 'struck']

/** The claims of a panel as a writer is shown them: by status, central ones first, with the reasons against divided ones. */
export function showLedger(
  ledger: Ledger,
  seats: string[],
  anchors: Anchor[],
): Pick<SynthesisBrief, 'claims' | 'missed'> {
  const statuses = statusesOf(ledger, seats)
  const weighed = opinionsOn(ledger, seats).map((opinions, place) => {
    const entry = ledger.entries[place]!
    const status = statuses[place]!
    const isDivided = status === 'disputed' || status === 'struck'
    const claim: WeighedClaim = {
      text: entry.text,
      status,
      for: votersAmong(opinions.for, ledger).size,
      against: votersAmong(opinions.against, ledger).size,
      reasons: isDivided ? reasonsAgainst(entry, anchors) : [],
    }
    return { claim, rank: 2 * ORDER.indexOf(status) + Number(!entry.isCentral) }
  })
  return {
    claims: weighed.sort((one, other) => one.rank - other.rank).map(({ claim }) => claim),
    missed: ledger.missed.map(({ text }) => text),
  }
}
