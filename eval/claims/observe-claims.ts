import type { Bearing, ReadSupport } from '../../src/engine/measure/claims/bearing.ts'
import { type ClaimEvidence, panelOn } from '../../src/engine/measure/claims/claim-features.ts'
import { stableHash } from '../../src/utils/stable-hash.ts'
import { foldOf } from '../panels/recordings.ts'
import type { ClaimPanel, JudgedClaim, JudgedSeat } from './claim-sets.ts'

/** A judged claim with how the texts of the other members of its panel bear on it. */
export interface ClaimObservation {
  set: string
  query: string
  fold: number
  model: string
  claim: string
  isTrue: boolean
  isContradicted: boolean
  evidence: ClaimEvidence
}

/** A judged claim with the texts of the other members of its panel. */
interface ClaimBesideTexts {
  seat: JudgedSeat
  claim: JudgedClaim & { isTrue: boolean }
  others: string[]
}

/** So many claims of a set tell its figures to about one percent; of a larger set some are drawn. */
const MOST_CLAIMS = 5_000
const HASHES = 2 ** 32

/** The judged claims of the panels of one set beside the texts of the other members, by panel. */
function claimsBesideTexts(panels: ClaimPanel[]): Array<{ panel: ClaimPanel; claims: ClaimBesideTexts[] }> {
  const judged = panels.flatMap(({ seats }) => seats.flatMap(({ claims }) => claims.filter(isJudged))).length
  const drawn = (query: string, model: string, text: string) =>
    stableHash(`${query}|${model}|${text}`) / HASHES < MOST_CLAIMS / judged
  return panels.map((panel) => ({
    panel,
    claims: panel.seats.flatMap((seat) => {
      const others = panel.seats.filter((other) => other !== seat).map(({ text }) => text)
      if (others.length === 0) return []
      return seat.claims
        .filter(isJudged)
        .filter(({ text }) => drawn(panel.query, seat.model, text))
        .map((claim) => ({ seat, claim, others }))
    }),
  }))
}

/** Reads how the other texts of their panels bear on the judged claims of one set. */
export async function observeClaims(panels: ClaimPanel[], read: ReadSupport): Promise<ClaimObservation[]> {
  const observations: ClaimObservation[] = []
  for (const { panel: recorded, claims } of claimsBesideTexts(panels)) {
    const others = await bearingsOn(claims, read)
    if (claims.length === 0) continue
    // A claim that another member makes too is found in its text, so that every claim has one maker here.
    const sources = others.map((bearings) => ({ others: bearings, makers: 1 }))
    const panel = panelOn(sources)
    const { set, query } = recorded
    claims.forEach(({ seat: { model }, claim: { text, isTrue, isContradicted } }, index) => {
      observations.push({
        ...{ set, query, fold: foldOf({ query }), model, claim: text, isTrue, isContradicted },
        evidence: { ...sources[index]!, panel },
      })
    })
  }
  return observations
}

async function bearingsOn(claims: ClaimBesideTexts[], read: ReadSupport): Promise<Bearing[][]> {
  const rows: Bearing[][] = []
  for (const seat of new Set(claims.map((claim) => claim.seat))) {
    const own = claims.filter((claim) => claim.seat === seat)
    const texts = own.map(({ claim }) => claim.text)
    rows.push(...(await read(texts, own[0]!.others)))
  }
  return rows
}

function isJudged(claim: JudgedClaim): claim is JudgedClaim & { isTrue: boolean } {
  return claim.isTrue !== null && claim.text.trim() !== ''
}
