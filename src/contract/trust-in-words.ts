import type { Claim, ClaimStatus } from './claims.ts'
import type { Dissent, Ending } from './deliberation.ts'
import type { EdgeConsensusResponse } from './edge-consensus.ts'
import { inOneLine } from './progress-in-words.ts'
import type { PageCitation, WebSearch } from './search.ts'

/** Of `models` the ids, as often as each was asked. */
export type Trusted = Pick<
  EdgeConsensusResponse,
  | ('models' | 'kind' | 'outcome' | 'ending' | 'dissent' | 'unheard' | 'claims' | 'reviews' | 'code_run')
  | ('confidence' | 'confidence_kind' | 'search')
>

/**
 * What is said of a result wherever it is shown: how sure it is, empty where nothing tells; who agrees, among those who
 * answered; and who differs on what and why, then who did not answer.
 */
export function trustInWords(result: Trusted, nameOf = shortName) {
  const differences = differencesIn(result, (names) => inSentence(names.map(nameOf)))
  return { sure: sureInWords(result), agreement: agreementInWords(result), differences }
}

/** A share as whole percent: how every figure of a panel is shown to people. */
export function percent(share: number): string {
  return `${Math.round(share * 100)}%`
}

/** A list in a sentence. */
export function inSentence(items: string[]): string {
  if (items.length < 2) return items.join('')
  return `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`
}

/** A text with a full stop, unless it ends like a sentence. */
export function asSentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`
}

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

/** The name of a seat where there is little room: mostly the id of its model. */
export function shortName(name: string): string {
  return name.replace(/^~/, '').replace(/^offline voice “([^”]*)”.*$/s, 'offline $1')
}

function sureInWords(result: Trusted): string {
  const { confidence, confidence_kind: what, claims = [], search } = result
  const share = percent(confidence)
  if (what === undefined) return `The confidence is ${share}.`
  if (what === 'right') return confidence === 0 ? '' : `About ${share} sure that it is right.`
  if (what === 'supported' && search && search.pages.length > 0)
    return confidence === 0 ? '' : `The web pages that were read, and the models, support it to ${share}.`
  if (what === 'supported')
    return claims.length === 0 ? '' : `On average ${share} of the models support its points.`
  if (!isReviewed(result)) return ''
  return confidence === 0 ? 'It cannot be used as it is.' : `About ${share} of reviewers would accept it.`
}

/** Models that wrote the same draft need no review. */
function isReviewed({ reviews, outcome }: Trusted): boolean {
  return reviews !== undefined || outcome === 'consensus'
}

function agreementInWords(result: Trusted): string {
  const { kind, ending, models, dissent, claims = [] } = result
  const asked = new Set(models).size
  if (asked === 1) {
    const replies = `, and its replies ${dissent.length === 0 ? 'agree' : 'differ'}`
    return `Only one model was asked${kind === 'closed' && ending !== 'unanswered' ? replies : ''}.`
  }
  // Several seats of one model are one, as in the outcome.
  const without = (gone: Dissent[]) => {
    const seats = [...models]
    for (const { model } of gone) seats.splice(seats.indexOf(model), 1)
    return new Set(seats).size
  }
  const answered = without(dissent.filter(({ answer }) => answer === null))
  const supporting = without(dissent)
  if (answered === 0) return 'No model answered.'
  if (answered === 1) return `Only 1 of ${asked} models answered, so nothing was compared.`
  if (kind === 'open') return pointsInWords(claims)
  if (result.code_run !== undefined)
    return alikeInWords(result.code_run.behaviours[0]!.models.length, answered)
  if (kind === 'draft' && !isReviewed(result)) return 'Nobody reviewed this draft.'
  if (kind === 'draft') {
    const rejecting = dissent.filter((one) => rejects(one, result)).length
    const share = rejecting === 0 ? 'No model' : `${rejecting} of ${answered} models`
    return `${share} ${plural(rejecting > 1, 'reject')} this draft.`
  }
  const who = answered < asked ? ' that answered' : ''
  if (supporting === answered)
    return `${answered === 2 ? 'Both' : `All ${inLetters(answered)}`} models${who} agree.`
  const share = `${supporting} of ${who && 'the '}${answered}`
  if (supporting > 1 && 2 * supporting > answered) return `${share} models${who} agree.`
  return `The models are split: ${share}${who} ${plural(supporting !== 1, 'give')} this answer.`
}

/** How many programs do the same as the delivered one. */
function alikeInWords(alike: number, answered: number): string {
  if (alike === answered)
    return `${answered === 2 ? 'Both' : `All ${inLetters(answered)}`} drafts do the same when they are run.`
  return alike < 2
    ? 'No other draft does the same when it is run.'
    : `${alike} of ${answered} drafts do the same when they are run.`
}

/** On how many points of a text the models agree, and how the others stand. */
function pointsInWords(claims: Claim[]): string {
  const times = (status: ClaimStatus) => claims.filter((claim) => claim.status === status).length
  const [all, agreed] = [claims.length, times('agreed')]
  if (all === 0) return 'Whether the models agree was not measured.'
  if (agreed === all) return `The models agree on ${all === 1 ? 'the only point' : `all ${all} points`}.`
  const others = (Object.keys(STATUSES) as ClaimStatus[]).filter((one) => one !== 'agreed' && times(one) > 0)
  const tallies = others.map((one) => `${times(one)} ${times(one) === 1 ? 'is' : 'are'} ${STATUSES[one]}`)
  const share = `${agreed === 0 ? 'none' : agreed} of ${all} ${all === 1 ? 'point' : 'points'}`
  return `The models agree on ${share}; ${inSentence(tallies)}.`
}

/** Else it said nothing of it. */
function rejects({ name, answer }: Dissent, { reviews = [] }: Trusted): boolean {
  return answer !== null && reviews.some((review) => review.name === name)
}

type Named = (names: string[]) => string

function differencesIn(result: Trusted, named: Named) {
  const { kind, dissent, unheard = [], claims = [], code_run } = result
  const because = ({ code }: Dissent) => (code === undefined ? '' : ` (${code.replaceAll('_', ' ')})`)
  const says = (one: Dissent, areMany: boolean) => {
    if (one.code === 'declined') return 'abstained'
    if (one.answer === null) return `did not answer${because(one)}`
    if (kind !== 'draft') return `${plural(areMany, 'say')} ${inOneLine(one.answer, 80)}`
    if (rejects(one, result)) return `${plural(areMany, 'reject')} it`
    if (code_run === undefined) return `did not review it${because(one)}`
    return `wrote a program that ${code_run.not_run.includes(one.name) ? 'cannot be run' : 'does something else'}`
  }
  const silent = dissent.filter(({ name, answer }) => answer === null && !unheard.includes(name))
  const others = dissent.filter(({ answer }) => answer !== null)
  const waited = `${named(unheard)} ${unheard.length === 1 ? 'was' : 'were'} not waited for.`
  return [
    ...(kind === 'open' ? pointsInQuestion(claims, named) : together(others, named, says)),
    ...together(silent, named, says),
    ...(unheard.length === 0 ? [] : [{ words: waited, why: '' }]),
  ]
}

function together(seats: Dissent[], named: Named, says: (seat: Dissent, areMany: boolean) => string) {
  return [...new Set(seats.map((seat) => says(seat, false)))].map((same) => {
    const group = seats.filter((seat) => says(seat, false) === same)
    const names = named(group.map(({ name }) => name))
    const reasons = new Set(group.flatMap(({ answer, reason }) => (reason === answer ? [] : reason)))
    const words = asSentence(`${names} ${says(group[0]!, group.length > 1)}`)
    return { words, why: inOneLine([...reasons].join(' ')) }
  })
}

/** Disputed points and rejected ones that a model still holds, central ones first. */
function pointsInQuestion(claims: Claim[], named: Named) {
  const side = (names: string[]) => (names.length === 0 ? 'nobody' : named(names))
  const isOpen = (one: Claim) => one.status === 'disputed' || (one.status === 'struck' && one.for.length > 0)
  const open = claims.filter(isOpen).sort((left, right) => Number(right.central) - Number(left.central))
  return open.map(({ status, text, for: holders, against, reason = '' }) => {
    const title = status === 'disputed' ? 'Disputed' : 'Rejected'
    const words = `${title}: “${inOneLine(text)}” (for: ${side(holders)}; against: ${side(against)}).`
    return { words, why: inOneLine(reason) }
  })
}

const plural = (areMany: boolean, verb: string) => (areMany ? verb : `${verb}s`)
const NUMBERS = 'no one two three four five six seven eight nine ten'.split(' ')
const inLetters = (number: number) => NUMBERS[number] ?? String(number)

/** A longer quotation is cut. */
const LONGEST_QUOTATION = 200

/** The web pages that say what a text says, and then those that only say otherwise: title, date, words and address. */
export function pagesInWords(search: WebSearch | undefined): string[] {
  const pages = search?.pages ?? []
  const cited = pages.filter(({ citations }) => citations.length > 0)
  const contrary = pages.filter((page) => page.citations.length === 0 && page.contradictions.length > 0)
  return [...cited, ...contrary].map(({ title, date, url, citations, contradictions }) => {
    const [{ quote }] = [...citations, ...contradictions] as [PageCitation]
    const says = citations.length > 0 ? '' : ' says otherwise'
    return `${title}${date === null ? '' : ` (${date})`}${says}: “${inOneLine(quote, LONGEST_QUOTATION)}” ${url}`
  })
}
