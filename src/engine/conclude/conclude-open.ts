import type { Citation, Claim, TextFinding } from '../../contract/claims.ts'
import type { Dissent } from '../../contract/deliberation.ts'
import type { Deliberation, Run, Spiral } from '../deliberation.ts'
import { type CountedPoint, countPoints, weightedMean, weightOf } from '../measure/dispute.ts'
import { lastRuling, type PointList, saysInItsText } from '../measure/points.ts'
import { type Holder, holdsPosition, keysOf, type Standing, speakersAmong } from '../panel/panel.ts'
import { conclude, dissentFrom } from './conclude.ts'
import { type Confidence, roundToThousandths } from './confidence.ts'
import { claimAnalysis, panelClaims } from './panel-claims.ts'
import type { Writing, WrittenText } from './write-text.ts'

/**
 * Builds the result of an open question: the text, the claims of the panel, and how far it supports them. The holders of
 * texts come the best first; `writing` is null where no text was to be written.
 */
export function concludeOpen(
  run: Pick<Run, 'request' | 'spiral'>,
  ranked: Holder[],
  writing: Writing | null,
): Deliberation {
  const { request, spiral } = run
  const pointList = spiral.pointList!
  const { standings, anchors } = spiral
  const claims = panelClaims(pointList, standings, { anchors, facts: request.calibration.facts })
  const written = writing?.written ?? null
  const own = ownText(ranked, claims, spiral)
  return {
    ...conclude(run, {
      kind: 'open',
      answer: written?.text ?? own.text,
      supporters: supportingSeats(spiral, pointList),
      confidence: written === null ? own.confidence : textConfidence(written, claims),
      dissent: claimDissent(spiral, pointList),
      warnings: [...(writing?.warnings ?? []), ...(written === null ? own.warnings : [])],
      isLate: writing?.isLate,
    }),
    ...(ranked.length > 0 && { claims, analysis: claimAnalysis(claims, pointList, standings) }),
    ...(written !== null && {
      citations: written.citations,
      unsupported: written.unsupported,
      repaired: written.repaired,
    }),
  }
}

/** The best text of the panel that makes no struck claim; the best of all, with a warning, where each makes one. */
function ownText(
  ranked: Holder[],
  claims: Claim[],
  { pointList, standings }: Spiral,
): { text: string | null; confidence: Confidence; warnings: string[] } {
  const made = (holder: Holder) =>
    claims.filter((_, place) => saysInItsText(pointList!.points[place]!, holder.seat.key) === true)
  const struckBy = (holder: Holder) => made(holder).filter(({ status }) => status === 'struck')
  const chosen = ranked.find((holder) => struckBy(holder).length === 0) ?? ranked[0]
  if (chosen === undefined)
    return { text: null, confidence: { confidence: 0, basis: 'No model wrote a text.' }, warnings: [] }
  const struck = struckBy(chosen).map(({ text }) => `“${text}”`)
  const text = chosen.position.answer
  const modelsOf = (some: Standing[]) => speakersAmong(some.map(({ seat }) => seat)).size
  const writers = modelsOf(ranked.filter(({ position }) => position.answer === text))
  return {
    text,
    confidence:
      claims.length > 0
        ? ownTextConfidence(made(chosen))
        : unexaminedConfidence(writers, modelsOf(standings)),
    warnings: struck.length === 0 ? [] : [`The answer makes claims that were struck: ${struck.join(', ')}.`],
  }
}

/**
 * The seats that do not stand behind the answer: those without a text, those that still hold a struck central claim, and
 * the smaller side of a disputed central claim, or both sides where they are equal.
 */
export function claimDissent(spiral: Spiral, pointList: PointList): Dissent[] {
  const reasons = reasonsToDissent(pointList, keysOf(spiral.standings))
  const agreeing = spiral.standings.filter(holdsPosition).filter(({ seat }) => !reasons.has(seat.key))
  return dissentFrom(keysOf(agreeing), spiral, reasons)
}

/** What each dissenting seat holds against the rest of the panel, by seat key. */
function reasonsToDissent(pointList: PointList, seats: string[]): Map<string, string> {
  const reasons = new Map<string, string>()
  for (const counted of countPoints(pointList, seats)) {
    const { point, opinions } = counted
    if (!point.isCentral) continue
    for (const seat of dissentingOn(counted)) {
      const holds = opinions.true.includes(seat) ? 'It holds' : 'It denies'
      const own = lastRuling(point, seat)?.reason ?? ''
      const reason = [`${holds}: ${quoted(point.text)}`, own].filter((part) => part !== '').join(' ')
      const before = reasons.get(seat)
      reasons.set(seat, before === undefined ? reason : `${before} ${reason}`)
    }
  }
  return reasons
}

function dissentingOn({ opinions, tally, status }: CountedPoint): string[] {
  if (status === 'struck') return opinions.true
  if (status !== 'disputed') return []
  if (tally.true === tally.false) return [...opinions.true, ...opinions.false]
  return tally.true < tally.false ? opinions.true : opinions.false
}

/**
 * The seats that stand behind the answer: they dissent on nothing, and have an opinion on at least half of the central
 * claims that were not struck. Who is silent on most of them supports nothing.
 */
export function supportingSeats({ standings }: Spiral, pointList: PointList): string[] {
  const seats = keysOf(standings)
  const dissenting = reasonsToDissent(pointList, seats)
  const central = countPoints(pointList, seats).filter(({ point }) => point.isCentral && !point.isStruck)
  const isSaid = ({ opinions }: CountedPoint, seat: string) =>
    [...opinions.true, ...opinions.false, ...opinions.depends].includes(seat)
  const hasOpinion = (seat: string) =>
    2 * central.filter((counted) => isSaid(counted, seat)).length >= central.length
  return central.length === 0 ? [] : seats.filter((seat) => !dissenting.has(seat) && hasOpinion(seat))
}

/** A sentence in quotation marks at the end of another, with one full stop. */
function quoted(sentence: string): string {
  return /[.!?…]$/.test(sentence) ? `“${sentence}”` : `“${sentence}”.`
}

const A_SHARE = 'It is a share, not a probability.'

/**
 * The confidence in a written text: the mean support of the claims it cites, central ones weighing 3, times the share of
 * its passages to which the checker does not object. A text without marks is taken to rest on all claims but struck ones.
 */
export function textConfidence(written: WrittenText, claims: Claim[]): Confidence {
  if (claims.length === 0) return WRITTEN_UNEXAMINED
  const { citations, isChecked } = written
  const cited = [...new Set(citations.flatMap((citation) => citation.claims))]
  const named = cited.map((place) => claims[place]!)
  const support = meanSupport(named.some(isStanding) ? named : claims)
  const { objected, passages } = objectionsTo(written)
  const rests =
    cited.length > 0
      ? `The text rests on ${cited.length} of ${countOf(claims.length, 'claim')}`
      : `The text does not say on which of ${countOf(claims.length, 'claim')} it rests`
  const check = isChecked
    ? `the checker objects to ${objected} of ${countOf(passages, 'passage')}`
    : 'no other model checked it'
  return {
    confidence: roundToThousandths(support * (1 - objected / Math.max(1, passages))),
    basis: `${rests}, whose mean support among the models is ${support.toFixed(2)}; ${check}. ${A_SHARE}`,
  }
}

/** The confidence in the text of one model: the mean support of the claims it makes. */
export function ownTextConfidence(claims: Claim[]): Confidence {
  const support = meanSupport(claims)
  return {
    confidence: roundToThousandths(support),
    basis: `The text of one model, as it wrote it, makes ${countOf(claims.length, 'claim')} whose mean support among the models is ${support.toFixed(2)}. ${A_SHARE}`,
  }
}

/** The confidence in a text that a writer made without any claim having been examined. */
const WRITTEN_UNEXAMINED: Confidence = {
  confidence: 0.5,
  basis: `The text was written from those of all models, and no claim in it was examined. ${A_SHARE}`,
}

/** The confidence in a text about which nobody was asked, by how many of the models wrote it. */
export function unexaminedConfidence(writers: number, models: number): Confidence {
  return {
    confidence: roundToThousandths((writers + 1) / (models + 2)),
    basis: `${writers} of ${countOf(models, 'model')} wrote this text, and nothing in it was examined. ${A_SHARE}`,
  }
}

function isStanding({ status }: Claim): boolean {
  return status !== 'struck'
}

/** The weighted mean over the claims that were not struck; one half where there is none. */
function meanSupport(claims: Claim[]): number {
  const supports = claims
    .filter(isStanding)
    .map(({ support, central }) => ({ value: support, weight: weightOf({ isCentral: central }) }))
  return weightedMean(supports) ?? 0.5
}

/** How many passages a text has, at least one in each line, and to how many of them the checker still objects. */
function objectionsTo(written: WrittenText): { objected: number; passages: number } {
  const { text, citations, unsupported, kept } = written
  const findings = [...unsupported, ...kept]
  const isIn = ({ text }: Citation, { quote }: TextFinding) => text.includes(quote) || quote.includes(text)
  const cited = citations.filter((citation) => findings.some((finding) => isIn(citation, finding)))
  const uncited = findings.filter((finding) => !citations.some((citation) => isIn(citation, finding)))
  const lines = text.split('\n').filter((line) => line.trim() !== '').length
  const passages = Math.max(citations.length + uncited.length, lines)
  return { objected: cited.length + uncited.length, passages }
}

function countOf(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`
}
