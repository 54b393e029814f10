import type { Anchor } from '../../../contract/axiom.ts'
import type { Claim } from '../../../contract/claims.ts'
import { foldText } from '../../../language/words.ts'
import { statusesOf } from '../../measure/claims/dispute.ts'
import type { Ledger } from '../../measure/claims/ledger.ts'
import { opinionsOn } from '../../measure/claims/opinions.ts'
import { reasonsAgainst } from '../../measure/claims/reasons-against.ts'
import type { Document } from '../../panel/asked.ts'
import type { Seat } from '../../panel/panel.ts'
import { roundToThousandths } from '../confidence.ts'
import { claimSupport } from './claim-support.ts'
import { quoted } from './quoted.ts'

/** The claims of a panel as callers see them, in the order of the ledger, with the names of models. */
export function panelClaims(
  ledger: Ledger,
  seats: Seat[],
  { anchors, documents = [] }: { anchors: Anchor[]; documents?: Document[] | undefined },
): Claim[] {
  const keys = seats.map(({ key }) => key)
  const statuses = statusesOf(ledger, keys)
  return opinionsOn(ledger, keys).map((opinions, place) => {
    const entry = ledger.entries[place]!
    const status = statuses[place]!
    const reason = isDivided(status) ? reasonFor(ledger, place, anchors) : ''
    return {
      text: entry.text,
      status,
      central: entry.isCentral,
      support: roundToThousandths(claimSupport(entry, seats)),
      for: namesOf(opinions.for, seats),
      against: namesOf(opinions.against, seats),
      unsure: namesOf(opinions.unsure, seats),
      ...(reason === '' ? {} : { reason }),
      axioms: [...new Set([...entry.contrary, ...entry.axioms])],
      ...(entry.documents ? { documents: titlesOf(entry.documents, documents) } : {}),
    }
  })
}

/** The titles of documents; those of the same title, and whatever could be taken for one of them, have their place behind it. */
function titlesOf(places: number[], documents: Document[]): string[] {
  const titles = documents.map(({ title }) => foldText(title).trim())
  return places.flatMap((place) => {
    const document = documents[place]
    if (document === undefined) return []
    const title = titles[place]!
    const isAmbiguous = titles.indexOf(title) !== titles.lastIndexOf(title) || NUMBERED.test(title)
    return [isAmbiguous ? `${document.title} (document ${place + 1})` : document.title]
  })
}

const NUMBERED = /\(document \d{1,3}\)$/

/** The names of seats, by their keys. */
export function namesOf(keys: string[], seats: Seat[]): string[] {
  return seats.filter(({ key }) => keys.includes(key)).map(({ name }) => name)
}

function isDivided(status: Claim['status']): boolean {
  return status === 'disputed' || status === 'struck'
}

/** Why an entry is not agreed: what was said against it, else the claim that excludes it. */
function reasonFor({ entries }: Ledger, place: number, anchors: Anchor[]): string {
  const entry = entries[place]!
  const said = reasonsAgainst(entry, anchors)
  if (said.length > 0) return said.join(' ')
  const rivals = entry.rivals.filter((rival) => !entries[rival]!.isStruck)
  return rivals.map((rival) => `It contradicts ${quoted(entries[rival]!.text)}`).join(' ')
}
