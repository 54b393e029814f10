import type { Citation, Claim, TextFinding } from '../../contract/claims.ts'
import { weightOf } from '../measure/claims/dispute.ts'
import { isQuotedFrom } from '../reader/quotation.ts'
import { type Confidence, roundToThousandths } from './confidence.ts'
import type { WrittenText } from './write-text.ts'

const A_SHARE = 'It is a share, not a probability.'

/**
 * The confidence in a written text: the mean support of the claims it cites, central ones weighing 3, times the share of
 * its passages to which the checker does not object. A text without marks is taken to rest on all claims but struck ones.
 */
export function textConfidence(written: WrittenText, claims: Claim[]): Confidence {
  const { citations, isChecked } = written
  const cited = [...new Set(citations.flatMap((citation) => citation.claims))]
  const named = cited.map((place) => claims[place]!)
  const support = meanSupport(named.some(isStanding) ? named : claims)
  const { objected, passages } = objectionsTo(written)
  const rests =
    cited.length > 0
      ? `The text rests on ${cited.length} of ${counted(claims.length, 'claim')}`
      : `The text does not say on which of ${counted(claims.length, 'claim')} it rests`
  const check = isChecked
    ? `the checker objects to ${objected} of ${counted(passages, 'passage')}`
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
    basis: `The text of one model, as it wrote it, makes ${counted(claims.length, 'claim')} whose mean support among the models is ${support.toFixed(2)}. ${A_SHARE}`,
  }
}

/** The confidence in a text that a writer made without any claim having been examined. */
export const WRITTEN_UNEXAMINED: Confidence = {
  confidence: 0.5,
  basis: `The text was written from those of all models, and no claim in it was examined. ${A_SHARE}`,
}

/** The confidence in a text about which nobody was asked, by how many of the models wrote it. */
export function unexaminedConfidence(writers: number, models: number): Confidence {
  return {
    confidence: roundToThousandths((writers + 1) / (models + 2)),
    basis: `${writers} of ${counted(models, 'model')} wrote this text, and nothing in it was examined. ${A_SHARE}`,
  }
}

function isStanding({ status }: Claim): boolean {
  return status !== 'struck'
}

/** The weighted mean over the claims that were not struck; one half where there is none. */
function meanSupport(claims: Claim[]): number {
  const standing = claims.filter(isStanding)
  const weights = standing.map(({ central }) => weightOf({ isCentral: central }))
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  if (whole === 0) return 0.5
  return standing.reduce((sum, { support }, place) => sum + weights[place]! * support, 0) / whole
}

/** How many passages a text has, at least one in each line, and to how many of them the checker still objects. */
function objectionsTo(written: WrittenText): { objected: number; passages: number } {
  const { text, citations, unsupported, kept } = written
  const findings = [...unsupported, ...kept]
  const isIn = ({ text }: Citation, { quote }: TextFinding) => isQuotedFrom(text, quote)
  const cited = citations.filter((citation) => findings.some((finding) => isIn(citation, finding)))
  const uncited = findings.filter((finding) => !citations.some((citation) => isIn(citation, finding)))
  const lines = text.split('\n').filter((line) => line.trim() !== '').length
  const passages = Math.max(citations.length + uncited.length, lines)
  return { objected: cited.length + uncited.length, passages }
}

function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`
}
