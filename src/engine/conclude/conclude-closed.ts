import type { Deliberation, DeliberationRequest, Run, Spiral } from '../deliberation.ts'
import { chancesOfGroups } from '../measure/answers/answer-model.ts'
import { namesOf } from '../measure/divergence.ts'
import { alternativesTo, areCompatible, holdersOf, isWith, type TableAnswer } from '../measure/table/table.ts'
import { seatVotes, speakersAmong, voterOf } from '../panel/panel.ts'
import { optionsOf } from '../relation/options.ts'
import { conclude, dissentFrom } from './conclude.ts'
import {
  type Confidence,
  capitalised,
  counted,
  type FirstReplies,
  probabilityOf,
  roundToThousandths,
  trustedProbability,
} from './confidence.ts'
import type { WordedAnswer } from './word-answer.ts'

/** Builds the result of a closed question: the answer, the outcome, the confidence and the dissent. */
export function concludeClosed(run: Run, { winner, text }: WordedAnswer): Deliberation {
  const { request, spiral } = run
  const table = spiral.table!
  const supporters =
    winner === null ? [] : Object.keys(table.held).filter((key) => isWith(table, key, winner.label))
  const alternatives = (winner === null ? [] : alternativesTo(table, winner.label)).map(
    ({ answer, first }) => ({ answer, models: namesOf(first, spiral.standings) }),
  )
  return {
    ...conclude(run, {
      kind: 'closed',
      answer: text,
      supporters,
      confidence: confidenceIn(winner, request, spiral),
      dissent: dissentFrom(supporters, spiral),
    }),
    shortAnswer: winner?.answer ?? null,
    ...(alternatives.length > 0 && { alternatives }),
    votes: spiral.votes && !request.isOneModel ? seatVotes(request.models, spiral.votes) : undefined,
  }
}

const PAST_RUNS = ' Past runs of these models say how far each can be trusted.'
const OUTWEIGHS =
  ' It outweighs a more common answer, because past runs say that those who gave it are right more often.'

/**
 * The probability that the winning answer is right, from the first replies alone: assent that came later never raises it,
 * and an answer that fewer gave at first is never surer than the one that led then.
 */
function confidenceIn(
  winner: TableAnswer | null,
  { query, calibration, uncalibrated, isOneModel }: DeliberationRequest,
  spiral: Spiral,
): Confidence {
  if (winner === null) return { confidence: 0, basis: 'No model gave an answer.' }
  const { answers } = spiral.table!
  const offersOptions = optionsOf(query).size > 0
  const replies = answers.map((answer) => ({ ...firstRepliesFor(answer, spiral), offersOptions }))
  const first = replies[answers.findIndex(({ label }) => label === winner.label)]!
  const leading = replies.reduce((one, other) => (other.given > one.given ? other : one))
  const counted = Math.min(...[first, leading].map((replies) => probabilityOf(replies, calibration)))
  const weighed = weighedChance(winner, spiral)
  const measured = weighed === null ? counted : trustedProbability(weighed, spiral.reliability!, calibration)
  // Nothing recorded tells what the agreement of others than language models is worth.
  const lowered = uncalibrated === null ? measured : Math.min(measured, 0.5 + (measured - 0.5) / 2)
  const outweighs = first.given < leading.given
  const trust = weighed === null ? '' : outweighs ? OUTWEIGHS : PAST_RUNS
  const said = isOneModel ? oneModelBasis(winner, spiral) : `${basisOf(first, spiral)}${trust}`
  return {
    confidence: roundToThousandths(isOneModel ? lowered * shareOfReplies(winner, spiral) : lowered),
    basis: uncalibrated === null ? said : `${said} Lowered as a precaution: ${uncalibrated}.`,
  }
}

/**
 * The probability of an answer by the past runs of those who gave it first, and of those who gave another; null where too
 * little is known, where a model has several seats, and for an answer that nobody gave at first.
 */
function weighedChance({ first }: TableAnswer, { reliability, standings, table }: Spiral): number | null {
  if (reliability === undefined || first.length === 0 || table!.compatible.length > 0) return null
  const voters = new Map(standings.map(({ seat }) => [seat.key, voterOf(seat)]))
  const early = table!.answers.filter((answer) => answer.first.length > 0)
  const isFirst = (key: string) => early.some((answer) => answer.first.includes(key))
  const groups = early.map((answer) => answer.first.map((key) => voters.get(key)!))
  const all = groups.flat()
  const answering = standings.map(({ seat }) => seat).filter(({ key }) => all.length > 0 && isFirst(key))
  const isRepeated = speakersAmong(answering).size < answering.length || new Set(all).size < all.length
  if (isRepeated || !all.every((voter) => Object.hasOwn(reliability.abilities, voter))) return null
  const place = groups.findIndex((group) => group[0] === voters.get(first[0]!))
  return chancesOfGroups(groups, reliability)[place]!
}

/** How the first replies support an answer; several seats of one model count once. */
export function firstRepliesFor(
  { label, first }: TableAnswer,
  { standings, ...spiral }: Spiral,
): Omit<FirstReplies, 'offersOptions'> {
  const table = spiral.table!
  const models = (keys: string[]) =>
    speakersAmong(standings.map(({ seat }) => seat).filter(({ key }) => keys.includes(key)))
  const early = table.answers.filter((answer) => answer.first.length > 0)
  const giving = models(first)
  const others = early.filter((answer) => answer.label !== label)
  const beside = others.filter((answer) => areCompatible(table, answer.label, label))
  const against = others.filter((answer) => !beside.includes(answer))
  const compatible = [...models(beside.flatMap((answer) => answer.first))].filter(
    (model) => !giving.has(model),
  )
  return {
    given: giving.size,
    compatible: compatible.length,
    answering: models(early.flatMap((answer) => answer.first)).size,
    rival: Math.max(0, ...against.map((answer) => models(answer.first).size)),
  }
}

/** The share of the replies of one model that give an answer. */
function shareOfReplies({ label }: TableAnswer, { table }: Spiral): number {
  return holdersOf(table!, label).length / Math.max(1, Object.keys(table!.held).length)
}

/** What the confidence in the word of one model rests on. */
function oneModelBasis({ label }: TableAnswer, { standings, table }: Spiral): string {
  const giving = holdersOf(table!, label).length
  return `${capitalised(counted(giving))} of ${counted(standings.length)} replies give this answer.`
}

/** What the confidence rests on, in a sentence; `gave` says what the models did. */
export function basisOf(
  { given, compatible, answering }: Omit<FirstReplies, 'offersOptions'>,
  { standings }: Spiral,
  gave = 'gave this answer',
): string {
  const asked = speakersAmong(standings.map(({ seat }) => seat)).size
  const others =
    compatible === 0 ? '' : `; ${counted(compatible)} gave another answer that can be right as well`
  const silent = asked - answering
  const without = silent === 0 ? '' : `; ${counted(silent)} gave no answer`
  const who =
    given === 0
      ? `No model ${gave} at first`
      : given === answering
        ? `${given === 2 ? 'Both' : given === 1 ? 'Only one' : `All ${counted(given)}`} ${given === 1 ? 'model' : 'models'}${silent > 0 && given > 1 ? ' that answered' : ''} ${gave} independently`
        : `${capitalised(counted(given))} of ${counted(answering)} models ${gave} independently`
  return `${who}${others}${without}.`
}
