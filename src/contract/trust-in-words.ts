import type { Claim, ClaimStatus } from './claims.ts'
import type { Dissent, Ending } from './deliberation.ts'
import type { EdgeConsensusResponse } from './edge-consensus.ts'
import { inOneLine } from './progress-in-words.ts'

/** What is said of a result, in the same words wherever it is shown. */
export interface TrustInWords {
  /** How likely it is to be right, or how far it is supported; empty where nothing tells. */
  sure: string
  /** Who agrees, among those who answered. */
  agreement: string
  /** Who differs on what, then who did not answer. */
  differences: Difference[]
}

/** One difference as a sentence, and the reason that was given for it; empty for none. */
export interface Difference {
  words: string
  why: string
}

/** A difference with its reason, in one line. */
export function withReason({ words, why }: Difference): string {
  return why === '' ? words : `${words} ${why}`
}

/** What it is said from; `models` has the ids of those that were asked, as often as each was. */
export type Trusted = Pick<
  EdgeConsensusResponse,
  | ('models' | 'kind' | 'outcome' | 'ending' | 'dissent' | 'unheard' | 'claims' | 'reviews')
  | ('confidence' | 'confidence_kind')
>

/** How sure an answer is, who agrees, and who differs on what. */
export function trustInWords(result: Trusted, nameOf = shortName): TrustInWords {
  const heard = headsIn(result)
  return {
    sure: heard.answered === 0 ? '' : sureInWords(result),
    agreement: agreementInWords(result, heard),
    differences: differencesIn(result, (names) => inSentence(names.map(nameOf))),
  }
}

/** A share in percent, rounded in the one way that is used everywhere. */
export function percent(share: number): string {
  return `${Math.round(share * 100)}%`
}

/** A list in a sentence. */
export function inSentence(items: string[]): string {
  if (items.length < 2) return items.join('')
  return `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`
}

/** How the status of a point is called. */
export const STATUSES: Record<ClaimStatus, string> = {
  agreed: 'agreed',
  single: 'not confirmed',
  conditional: 'conditional',
  disputed: 'disputed',
  struck: 'rejected',
  unexamined: 'not checked',
}

/** Why a run ended, where that is not what the answer says anyway. */
export const ENDINGS: Partial<Record<Ending, string>> = {
  exhausted: 'no rounds were left',
  stalled: 'no model changed its answer',
  quorum_lost: 'too many models failed',
  deadline: 'the time was up',
  budget: 'the budget was used up',
}

const OFFLINE = /^offline voice “([^”]*)”.*$/s

/** The name of a seat where there is little room: mostly the id of its model. */
export function shortName(name: string): string {
  return OFFLINE.test(name) ? name.replace(OFFLINE, 'offline $1') : name.replace(/^~/, '')
}

function sureInWords({ kind, confidence, confidence_kind: what, claims = [], ...result }: Trusted): string {
  const share = percent(confidence)
  if (what === undefined) return `The confidence is ${share}.`
  if (what === 'right') return confidence === 0 ? '' : `About ${share} sure that it is right.`
  if (what === 'supported')
    return claims.length === 0 ? '' : `On average ${share} of the models support its points.`
  if (confidence === 0) return 'It cannot be used as it is.'
  return isReviewed(result) ? `About ${share} of reviewers would accept it.` : ''
}

/** Models that wrote the same draft need no review. */
function isReviewed({ reviews, outcome }: Pick<Trusted, 'reviews' | 'outcome'>): boolean {
  return reviews !== undefined || outcome === 'consensus'
}

interface Heads {
  asked: number
  answered: number
  supporting: number
}

/** How many models were asked, answered and support the answer. Several seats of one model are one, as in the outcome. */
function headsIn({ models, dissent }: Trusted): Heads {
  const asked = [...new Set(models)]
  // The seats of a single model are its replies, and only those that differ are listed.
  if (asked.length === 1) return { asked: 1, answered: 1, supporting: 1 }
  const seats = (model: string, among: string[]) => among.filter((one) => one === model).length
  const without = (missing: Dissent[]) => {
    const gone = missing.map(({ model }) => model)
    return asked.filter((model) => seats(model, gone) < seats(model, models)).length
  }
  const answered = without(dissent.filter(({ answer }) => answer === null))
  return { asked: asked.length, answered, supporting: without(dissent) }
}

function agreementInWords(result: Trusted, { asked, answered, supporting }: Heads): string {
  const { kind } = result
  if (answered === 0) return 'No model answered.'
  if (asked === 1) return repliesInWords(result)
  if (answered === 1) return `Only one of ${numbered(asked)} models answered, so nothing was compared.`
  if (kind === 'open') return pointsInWords(result.claims ?? [])
  if (kind === 'draft') return reviewsInWords(result, answered)
  const isPart = answered < asked
  const who = isPart ? ' that answered' : ''
  if (supporting === answered)
    return `${answered === 2 ? 'Both' : `All ${numbered(answered)}`} models${who} agree.`
  const share = `${supporting} of ${isPart ? 'the ' : ''}${answered}`
  if (supporting > 1 && 2 * supporting > answered) return `${share} models${who} agree.`
  return `The models are split: ${share}${who} ${supporting === 1 ? 'gives' : 'give'} this answer.`
}

/** What is said of a model that was asked alone, perhaps several times. */
function repliesInWords({ kind, outcome, dissent, ending }: Trusted): string {
  const alone = 'Only one model was asked'
  if (ending === 'unanswered') return `${alone}, and nothing was compared.`
  if (kind !== 'closed') return `${alone}.`
  if (dissent.every(({ answer }) => answer === null)) return `${alone}. Its replies agree.`
  return `${alone}. ${outcome === 'split' ? 'Its replies are split' : 'Most of its replies agree'}.`
}

/** On how many points of a text the models agree, and how the others stand. */
function pointsInWords(claims: Claim[]): string {
  const times = (status: ClaimStatus) => claims.filter((claim) => claim.status === status).length
  const [all, agreed] = [claims.length, times('agreed')]
  if (all === 0) return 'Whether the models agree was not measured.'
  if (times('unexamined') === all)
    return 'No model was asked whether it agrees with the points of the others.'
  if (agreed === all)
    return `The models agree on ${all === 1 ? 'the only point' : `all ${numbered(all)} points`}.`
  const tallies = (Object.keys(STATUSES) as ClaimStatus[])
    .map((status) => ({ status, number: times(status) }))
    .filter(({ status, number }) => status !== 'agreed' && number > 0)
    .map(({ status, number }) => `${number} ${number === 1 ? 'is' : 'are'} ${STATUSES[status]}`)
  const share = `${agreed === 0 ? 'none' : agreed} of ${all} ${all === 1 ? 'point' : 'points'}`
  return `The models agree on ${share}; ${inSentence(tallies)}.`
}

function reviewsInWords(result: Trusted, answered: number): string {
  if (!isReviewed(result)) return 'Nobody reviewed this draft.'
  const rejecting = result.dissent.filter((one) => rejects(one, result)).length
  if (rejecting === 0) return 'No model rejects this draft.'
  return `${rejecting} of ${answered} models ${rejecting === 1 ? 'rejects' : 'reject'} this draft.`
}

/** Whoever differs on a draft has rejected it, or said nothing of it. */
function rejects({ name, answer }: Dissent, { reviews = [] }: Trusted): boolean {
  return answer !== null && reviews.some((review) => review.name === name)
}

type Named = (names: string[]) => string

function differencesIn(result: Trusted, named: Named): Difference[] {
  const { kind, dissent, unheard = [], claims = [] } = result
  const silent = dissent.filter(({ answer }) => answer === null)
  const others = dissent.filter(({ answer }) => answer !== null)
  const later = unheard.filter((name) => !silent.some((one) => one.name === name))
  const waiting = (isMany: boolean) => `${isMany ? 'were' : 'was'} not waited for`
  const because = ({ code }: Dissent) => (code === undefined ? '' : ` (${code.replaceAll('_', ' ')})`)
  return [
    ...(kind === 'open'
      ? pointsInQuestion(claims, named)
      : together(others, named, (one, isMany) => {
          if (kind !== 'draft') return `${isMany ? 'say' : 'says'} ${inOneLine(one.answer!, LONGEST_ANSWER)}`
          return rejects(one, result)
            ? `${isMany ? 'reject' : 'rejects'} it`
            : `did not review it${because(one)}`
        })),
    ...together(silent, named, (one, isMany) =>
      unheard.includes(one.name)
        ? waiting(isMany)
        : one.code === 'declined'
          ? 'abstained'
          : `did not answer${because(one)}`,
    ),
    ...(later.length === 0
      ? []
      : [{ words: `${named(later)} ${waiting(later.length > 1)} in a later round.`, why: '' }]),
  ]
}

const LONGEST_ANSWER = 80

/** What seats have to say; those that say the same say it together. */
function together(
  seats: Dissent[],
  named: Named,
  predicate: (seat: Dissent, isMany: boolean) => string,
): Difference[] {
  return [...new Set(seats.map((seat) => predicate(seat, false)))].map((same) => {
    const group = seats.filter((seat) => predicate(seat, false) === same)
    const names = named(group.map(({ name }) => name))
    const reasons = new Set(group.flatMap(({ answer, reason }) => (reason === answer ? [] : reason)))
    return {
      words: asSentence(`${names} ${predicate(group[0]!, group.length > 1)}`),
      why: inOneLine([...reasons].join(' ')),
    }
  })
}

/** Disputed points and rejected ones that a model still holds, central ones first. */
function pointsInQuestion(claims: Claim[], named: Named): Difference[] {
  const titles: Partial<Record<ClaimStatus, string>> = { disputed: 'Disputed', struck: 'Rejected' }
  const side = (names: string[]) => (names.length === 0 ? 'nobody' : named(names))
  return claims
    .filter(
      ({ status, for: holders }) => status === 'disputed' || (status === 'struck' && holders.length > 0),
    )
    .sort((left, right) => Number(right.central) - Number(left.central))
    .map(({ status, text, for: holders, against, reason = '' }) => ({
      words: `${titles[status]}: “${inOneLine(text)}” (for: ${side(holders)}; against: ${side(against)}).`,
      why: inOneLine(reason),
    }))
}

/** A text with a full stop, unless it ends like a sentence. */
export function asSentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`
}

const NUMBERS = 'no one two three four five six seven eight nine ten'.split(' ')

function numbered(number: number): string {
  return NUMBERS[number] ?? String(number)
}
