import type { Anchor } from '../../../contract/axiom.ts'
import { sentencesOf } from '../../../language/sentences.ts'
import { contentWords } from '../../../language/words.ts'
import { memoise } from '../../../utils/bounded-cache.ts'
import { stableShuffle } from '../../../utils/stable-hash.ts'
import { statusesOf } from '../../measure/claims/dispute.ts'
import type { Ledger, LedgerEntry } from '../../measure/claims/ledger.ts'
import { lastRuling, opinionsOn } from '../../measure/claims/opinions.ts'
import { supportersOf } from '../../measure/claims/strike.ts'
import type { DisputedClaim } from '../../panel/brief.ts'
import type { Seat } from '../../panel/panel.ts'
import { cutText } from '../../reading/text/cut-text.ts'

/** A disputed entry, and the seats whose opinion on it decides: those who supported it and those who deny it. */
export interface Dispute {
  place: number
  seats: string[]
}

/** One label for each entry that a seat is asked about. */
const LABELS = 'ABCDEFGHIJKLMNOPQRSTUVWX'
const MOST_REASONS = 3
const LONGEST_REASON = 400
/** The share of the words of a claim that a sentence must contain to be its passage. */
const IN_PASSAGE = 0.5

/** The entries in dispute, central ones first, as many as one call holds. */
export function disputesOn(ledger: Ledger, seats: Seat[]): Dispute[] {
  const keys = seats.map(({ key }) => key)
  const opinions = opinionsOn(ledger, keys)
  return statusesOf(ledger, keys)
    .flatMap((status, place) => (status === 'disputed' ? [place] : []))
    .sort((left, right) => centrality(right) - centrality(left) || left - right)
    .slice(0, LABELS.length)
    .map((place) => {
      const concerned = new Set([...supportersOf(ledger.entries[place]!), ...opinions[place]!.against])
      return { place, seats: keys.filter((key) => concerned.has(key)) }
    })

  function centrality(place: number): number {
    return Number(ledger.entries[place]!.isCentral)
  }
}

interface Showing {
  /** The seat that is asked. */
  seat: Seat
  places: number[]
  /** The texts of the seats, by key. */
  texts: ReadonlyMap<string, string>
  anchors: Anchor[]
  /** Whether it must answer the best reason of the other side. */
  mustAnswer: boolean
  seed: string
}

/** Disputed entries as one seat sees them, in an order of its own, with the reasons of both sides. */
export function showDisputes(
  ledger: Ledger,
  { seat, places, texts, anchors, mustAnswer, seed }: Showing,
): Array<{ place: number; shown: DisputedClaim }> {
  const shuffled = stableShuffle(places, (place) => ledger.entries[place]!.text, seed)
  return shuffled.map((place, index) => {
    const entry = ledger.entries[place]!
    const label = LABELS[index]!
    const speakingFor = reasonsFor(entry, texts)
    const reasons = [...speakingFor, ...reasonsAgainst(entry, ledger, anchors)].map((text, number) => ({
      label: `${label}${number + 1}`,
      text,
    }))
    const sides = { for: reasons.slice(0, speakingFor.length), against: reasons.slice(speakingFor.length) }
    const own = ownOpinion(entry, seat.key)
    const other = own === 'true' ? sides.against : own === 'false' ? sides.for : []
    return {
      place,
      shown: {
        label,
        text: entry.text,
        ...sides,
        own,
        mustAnswer: mustAnswer ? (other[0]?.label ?? null) : null,
      },
    }
  })
}

function ownOpinion(entry: LedgerEntry, key: string): DisputedClaim['own'] {
  return lastRuling(entry, key)?.opinion ?? (entry.makers.includes(key) ? 'true' : null)
}

/** What supporters said for it, then what stands in the texts of those who made it. */
function reasonsFor(entry: LedgerEntry, texts: ReadonlyMap<string, string>): string[] {
  const passages = entry.makers.map((key) => passagesIn(texts.get(key) ?? '')(entry.text))
  return distinct([...reasonsOf(entry, 'true'), ...passages])
}

/** The axioms against it, what those who deny it said, then the claims that exclude it and that are not struck. */
function reasonsAgainst(entry: LedgerEntry, { entries }: Ledger, anchors: Anchor[]): string[] {
  const axioms = anchors.filter(({ id }) => entry.contrary.includes(id)).map(({ axiom }) => axiom)
  const rivals = entry.rivals.map((place) => entries[place]!).filter(({ isStruck }) => !isStruck)
  return distinct([...axioms, ...reasonsOf(entry, 'false'), ...rivals.map(({ text }) => text)])
}

/** The reasons of the seats that still hold an opinion, the newest first. */
function reasonsOf(entry: LedgerEntry, opinion: 'true' | 'false'): string[] {
  const held = entry.rulings.filter(
    (ruling) => ruling.opinion === opinion && lastRuling(entry, ruling.seat) === ruling,
  )
  return held.toReversed().map(({ reason }) => reason)
}

function distinct(reasons: string[]): string[] {
  return [...new Set(reasons.map((reason) => cutText(reason, LONGEST_REASON)))]
    .filter((reason) => reason !== '')
    .slice(0, MOST_REASONS)
}

/** Reads texts in which passages will be looked for, each in its turn: together they may be long. */
export async function readPassages(texts: string[], pause: () => Promise<void>): Promise<void> {
  for (const text of texts) {
    await pause()
    passagesIn(text)
  }
}

/** As many as a panel has texts, and claims that it disputes: every seat is shown the same passages. */
const MOST_REMEMBERED = { texts: 24, claims: 48 }

/** Finds passages in a text: the sentence that says most of a claim, with the one after it, which often says why; empty for none. */
const passagesIn = memoise(
  (text: string) => {
    const sentences = sentencesOf(text)
    const said = sentences.map((sentence) => new Set(contentWords(sentence)))
    return memoise(
      (claim: string) => {
        const words = [...new Set(contentWords(claim))]
        if (words.length === 0) return ''
        const shares = said.map((known) => words.filter((word) => known.has(word)).length / words.length)
        const best = shares.reduce((most, share) => Math.max(most, share), 0)
        const place = shares.indexOf(best)
        return best < IN_PASSAGE ? '' : sentences.slice(place, place + 2).join(' ')
      },
      { most: MOST_REMEMBERED.claims },
    )
  },
  { most: MOST_REMEMBERED.texts },
)
