import type { Asked } from '../../panel/asked.ts'
import type { Seat } from '../../panel/panel.ts'
import { speakerOf } from '../../panel/votes.ts'
import { type CitedClaim, createCitationReader } from '../../reading/reply/cited-documents.ts'
import type { Bearing, ReadSupport } from './bearing.ts'
import { type ClaimEvidence, type ClaimSources, panelOn } from './claim-features.ts'
import { claimsOfText } from './claims-of-text.ts'
import { exclusiveSupports } from './exclusive-supports.ts'
import type { Ledger, LedgerEntry } from './ledger.ts'
import { inOrder, type MadeClaim, mergeClaims } from './merge-claims.ts'
import { exclusions, rivalsIn } from './rivals.ts'

/** A seat with its text. */
export interface ClaimHolder {
  seat: Pick<Seat, 'key' | 'provider' | 'model' | 'servedModel'>
  text: string
}

interface Parts {
  holders: ClaimHolder[]
  /** What was asked, with documents that claims may cite; default: without any. */
  asked?: Asked
  readSupport: ReadSupport
  /** The calibrated probability that a claim is true. */
  supportOf: (evidence: ClaimEvidence) => number
  /** Lets other callers take their turn. */
  pause: () => Promise<void>
}

/** A claim is central if this many models made it, or if it is among the first few of one. */
const CENTRAL = { makers: 2, first: 3 }
const MADE: Bearing = { supports: 1, contradicts: 0, shared: 1 }

/** The ledger of a panel before anybody is asked: its claims, who made them, and how the texts bear on them. */
export async function buildLedger(parts: Parts): Promise<Ledger> {
  const { holders, asked = { query: '', criteria: null }, readSupport, supportOf, pause } = parts
  const cited = createCitationReader(asked)
  // Claims that say the same are one entry, the most important first.
  const claimed: MadeClaim[] = []
  for (const holder of holders) {
    await pause()
    claimed.push(...claimsOf(holder, cited))
  }
  const made = inOrder(claimed)
  const texts = made.map(({ text }) => text)
  // A seat neither repeats nor contradicts itself.
  const between = await readSupport(
    texts,
    texts,
    made.map(({ seat }) => made.map((other) => other.seat !== seat)),
  )
  const groups = await mergeClaims(made, between, pause)
  const firsts = groups.map(([first]) => made.indexOf(first!))
  const { excluded, isApart } = await exclusions(
    firsts.map((place) => texts[place]!),
    firsts.map((claim) => firsts.map((text) => between[claim]![text]!)),
    pause,
  )
  const rivals = rivalsIn({ excluded })

  // What every text says of every entry.
  const makers = groups.map((group) => [...new Set(group.map(({ seat }) => seat))])
  const said = makers.map((keys) =>
    holders.filter(({ seat }) => keys.includes(seat.key)).map(({ text }) => text),
  )
  const read = await readSupport(
    groups.map(([first]) => first!.text),
    holders.map(({ text }) => text),
    said.map((texts) => holders.map(({ text }) => !texts.includes(text))),
  )
  const estimates = groups.map((_, place): LedgerEntry['estimates'] =>
    Object.fromEntries(
      holders.map(({ seat: { key }, text }, index) => {
        if (makers[place]!.includes(key)) return [key, MADE]
        // The same text says the same, whichever of its claims were listed.
        const bearing = said[place]!.includes(text) ? MADE : read[place]![index]!
        // Who lists a claim that excludes this one says otherwise, whatever else is read from its text.
        const denials = rivals[place]!.filter((rival) => makers[rival]!.includes(key))
        const denial = Math.max(0, ...denials.map((rival) => excluded[place]![rival]!))
        // That it says the same of another occasion is easily read as a contradiction.
        const tellsOther = groups.some((_, other) => isApart[place]![other] && makers[other]!.includes(key))
        return [key, denied(tellsOther ? { ...bearing, contradicts: 0 } : bearing, denial)]
      }),
    ),
  )
  const sources = groups.map((_, place) => byModel(makers[place]!, estimates[place]!, holders))
  const panel = panelOn(sources)
  const supports = exclusiveSupports(
    sources.map((source) => supportOf({ ...source, panel })),
    rivals,
  )
  const entries = groups.map(
    (group, place): LedgerEntry => ({
      text: group[0]!.text,
      makers: makers[place]!,
      isCentral: sources[place]!.makers >= CENTRAL.makers || group[0]!.rank < CENTRAL.first,
      estimates: estimates[place]!,
      support: supports[place]!,
      rivals: rivals[place]!,
      isExamined: false,
      rulings: [],
      isStruck: false,
      axioms: [],
      contrary: [],
      ...citedBy(group),
    }),
  )
  return { entries, missed: [] }
}

function claimsOf({ seat, text }: ClaimHolder, cited: (claim: string) => CitedClaim): MadeClaim[] {
  return claimsOfText(text).map((claim, rank) => ({ seat: seat.key, ...cited(claim), rank }))
}

/** The documents that those who made a claim cite for it. */
function citedBy(group: MadeClaim[]): Pick<LedgerEntry, 'documents'> {
  const documents = [...new Set(group.flatMap((claim) => claim.documents ?? []))]
  return documents.length === 0 ? {} : { documents: documents.sort((one, other) => one - other) }
}

function denied({ supports, contradicts, shared }: Bearing, exclusion: number): Bearing {
  const surely = Math.max(contradicts, exclusion)
  return { supports: Math.min(supports, 1 - surely), contradicts: surely, shared }
}

/** The models that made an entry, and how the texts of the others bear on it; the mean, where a model has several seats. */
function byModel(makers: string[], estimates: Record<string, Bearing>, holders: ClaimHolder[]): ClaimSources {
  const models = [...new Set(holders.map(({ seat }) => speakerOf(seat)))]
  const seats = models.map((model) =>
    holders.filter(({ seat }) => speakerOf(seat) === model).map(({ seat }) => seat.key),
  )
  const making = seats.filter((keys) => keys.some((key) => makers.includes(key)))
  const others = seats.filter((keys) => !making.includes(keys))
  const mean = (keys: string[], side: keyof Bearing) =>
    keys.reduce((sum, key) => sum + estimates[key]![side], 0) / keys.length
  return {
    makers: making.length,
    others: others.map((keys) => ({
      supports: mean(keys, 'supports'),
      contradicts: mean(keys, 'contradicts'),
      shared: mean(keys, 'shared'),
    })),
  }
}
