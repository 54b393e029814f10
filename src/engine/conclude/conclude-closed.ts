import { StrettoError } from '../../contract/error-codes.ts'
import type { Deliberation, DeliberationRequest, Run, Spiral } from '../deliberation.ts'
import { hasReplied, problemOf, reasonsOf } from '../hearing/hearing.ts'
import { chancesOfGroups } from '../measure/answer-model.ts'
import {
  alternativesTo,
  answerOf,
  areCompatible,
  bestReply,
  holdersOf,
  isWith,
  ranking,
  type TableAnswer,
} from '../measure/answer-table.ts'
import type { BriefNamed } from '../panel/brief.ts'
import { namesOf, seatVotes, speakersAmong, voteIn, voterOf } from '../panel/panel.ts'
import { askedOf } from '../prompt/material.ts'
import { askWriter } from '../reader/ask-model.ts'
import { standsIn } from '../reader/stands-in.ts'
import { optionsOf } from '../reading/relate.ts'
import { conclude, dissentFrom } from './conclude.ts'
import {
  type Confidence,
  capitalised,
  counted,
  type Discussed,
  discussedProbability,
  type FirstReplies,
  logOdds,
  probabilityOf,
  roundToThousandths,
  stepProbability,
  trustedProbability,
} from './confidence.ts'
import { doubtAbout } from './families.ts'

/** Builds the result of a closed question: the answer, the outcome, the confidence and the dissent. */
export async function concludeClosed(run: Run): Promise<Deliberation> {
  const { winner, text } = await wordAnswer(run)
  const { request, spiral } = run
  const table = spiral.table!
  const keys = Object.keys(table.held)
  const supporters = winner === null ? [] : keys.filter((key) => isWith(table, key, winner.label))
  const others = winner === null ? [] : alternativesTo(table, winner.label)
  const alternatives = others.map(({ answer, first }) => ({
    answer,
    models: namesOf(first, spiral.standings),
  }))
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

/** The probability that the winning answer is right, from the first replies and from whom a discussion won over. */
function confidenceIn(
  winner: TableAnswer | null,
  { query, calibration, isOneModel }: DeliberationRequest,
  spiral: Spiral,
): Confidence {
  if (winner === null) return { confidence: 0, basis: 'No model gave an answer.' }
  const table = spiral.table!
  const first = { ...firstRepliesFor(winner, spiral), offersOptions: optionsOf(query).size > 0 }
  const last = isOneModel ? null : discussedAfter(winner, spiral)
  const alone = probabilityOf(first, calibration)
  const agreed = last === null ? alone : discussedProbability(first, last, calibration)
  const weighed = weighedChance(winner, spiral)
  const gained = logOdds(agreed) - logOdds(alone)
  const measured =
    weighed === null ? agreed : trustedProbability(weighed, spiral.reliability!.shift + gained, calibration)
  const seats = spiral.standings.map(({ seat }) => seat).filter(({ key }) => Object.hasOwn(table.held, key))
  const doubt = weighed === null ? doubtAbout(seats, calibration) : null
  const trust = weighed === null ? '' : first.given < first.most ? OUTWEIGHS : PAST_RUNS
  const giving = holdersOf(table, winner.label).length
  const basis = isOneModel
    ? `${capitalised(counted(giving))} of ${counted(spiral.standings.length)} replies give this answer.`
    : `${basisOf(first, spiral, { last: last?.given })}${trust}`
  const share = isOneModel ? giving / Math.max(1, Object.keys(table.held).length) : 1
  return {
    confidence: roundToThousandths((doubt?.lowered(measured) ?? measured) * share),
    basis: doubt === null ? basis : `${basis} ${doubt.says}`,
  }
}

/** How an answer fared in the discussion; null where there was none, or a model has several seats that agree with themselves. */
function discussedAfter({ label }: TableAnswer, { standings, table, entries }: Spiral): Discussed | null {
  const seats = standings.map(({ seat }) => seat)
  if (entries.length < 2 || speakersAmong(seats).size < seats.length) return null
  const early = new Set(table!.answers.flatMap(({ first }) => first))
  const holders = (one: string) => holdersOf(table!, one).filter((key) => early.has(key)).length
  const others = table!.answers.filter(
    (answer) => answer.label !== label && !areCompatible(table!, answer.label, label),
  )
  const rival = Math.max(0, ...others.map((answer) => holders(answer.label)))
  return { given: holders(label), rival }
}

/**
 * The probability of an answer by the past runs of those who gave it first, and of those who gave another; null where too
 * little is known, where a model has several seats, and for an answer that nobody gave at first.
 */
function weighedChance({ first }: TableAnswer, { reliability, standings, table }: Spiral): number | null {
  if (reliability === undefined || first.length === 0 || table!.compatible.length > 0) return null
  const voters = new Map(standings.map(({ seat }) => [seat.key, voterOf(seat)]))
  const early = table!.answers.filter((answer) => answer.first.length > 0)
  const groups = early.map((answer) => answer.first.map((key) => voters.get(key)!))
  const all = groups.flat()
  const giving = new Set(early.flatMap((answer) => answer.first))
  const answering = standings.map(({ seat }) => seat).filter(({ key }) => giving.has(key))
  const isRepeated = speakersAmong(answering).size < answering.length || new Set(all).size < all.length
  if (isRepeated || !all.every((voter) => Object.hasOwn(reliability.abilities, voter))) return null
  const place = groups.findIndex((group) => group[0] === voters.get(first[0]!))
  return chancesOfGroups(groups, reliability)[place]!
}

/** How the first replies support an answer; several seats of one model count once. */
function firstRepliesFor({ label, first }: TableAnswer, { standings, entries, ...spiral }: Spiral) {
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
  const answering = models(early.flatMap((answer) => answer.first)).size
  const replied = standings.filter((_, index) => hasReplied(entries[0]!.responses[index]!.error))
  return {
    given: giving.size,
    compatible: compatible.length,
    answering,
    silent: models(replied.map(({ seat }) => seat.key)).size - answering,
    most: Math.max(0, ...others.map((answer) => models(answer.first).size)),
    rival: Math.max(0, ...against.map((answer) => models(answer.first).size)),
  }
}

/** What the confidence rests on, in a sentence; `gave` says what the models did, `last` how many hold the answer in the end. */
function basisOf(
  { given, compatible, answering }: Omit<FirstReplies, 'offersOptions' | 'rival' | 'silent'>,
  { standings }: Spiral,
  { gave = 'gave this answer', last = given }: { gave?: string; last?: number | undefined } = {},
): string {
  const asked = speakersAmong(standings.map(({ seat }) => seat)).size
  const others =
    compatible === 0 ? '' : `; ${counted(compatible)} gave another answer that can be right as well`
  const silent = asked - answering
  const without = silent === 0 ? '' : `; ${counted(silent)} gave no answer`
  const many = last < answering ? counted(last) : answering === 2 ? 'both' : 'all'
  const now = last === 1 ? 'one holds' : `${many} hold`
  const who =
    last !== given
      ? `${given === 0 ? 'No model' : `${capitalised(counted(given))} of ${counted(answering)} models`} ${gave} at first; ${now} it after discussion`
      : given === 0
        ? `No model ${gave} at first`
        : given === answering
          ? `${given === 2 ? 'Both' : given === 1 ? 'Only one' : `All ${counted(given)}`} ${given === 1 ? 'model' : 'models'}${silent > 0 && given > 1 ? ' that answered' : ''} ${gave} independently`
          : `${capitalised(counted(given))} of ${counted(answering)} models ${gave} independently`
  return `${who}${others}${without}.`
}

/** Builds the result of a step: the calls of the leading seat as it made them, or its answer in words. */
export function concludeTools(run: Run): Deliberation {
  const { spiral } = run
  const table = spiral.table!
  const [label] = ranking(table, spiral.standings, spiral.votes).ranked
  if (label === undefined) throw noStep(run)
  const winner = answerOf(table, label)
  const supporters = Object.keys(table.held).filter((key) => isWith(table, key, label))
  return {
    ...conclude(run, {
      kind: 'tools',
      answer: winner.text === '' ? winner.answer : winner.text,
      supporters,
      confidence: stepConfidence(winner, run),
      dissent: dissentFrom(supporters, spiral),
    }),
    ...(winner.calls && { shortAnswer: winner.answer, toolCalls: winner.calls }),
  }
}

/** The probability that a step is right, from the first replies alone, those included that could not be used. */
function stepConfidence(winner: TableAnswer, { request: { calibration }, spiral }: Run): Confidence {
  const first = firstRepliesFor(winner, spiral)
  return {
    confidence: roundToThousandths(
      stepProbability(first.given, first.answering + first.silent, calibration.calls),
    ),
    basis: basisOf(first, spiral, winner.calls && { gave: 'made these calls' }),
  }
}

/** An agent could do nothing with a text that says that nobody knew what to do. */
function noStep({ spiral }: Run): StrettoError {
  const problems = spiral.entries[0]!.responses.map(({ name, reason, error }) => ({
    name,
    problem: error === null ? reason : problemOf(error),
  }))
  const { details, reasons } = reasonsOf(problems)
  return new StrettoError('upstream_error', `No model gave a usable reply. ${reasons}`, { details })
}

/**
 * The winning answer and its text: a first reply that gives it, verbatim. Only an answer that came up later, which no reply
 * gives, is worded by a writer; without one it is delivered as short as it was said. Null where nobody gave an answer.
 */
async function wordAnswer(run: Run): Promise<{ winner: TableAnswer | null; text: string | null }> {
  const { spiral } = run
  const table = spiral.table!
  const voteOf = voteIn(spiral.votes)
  const [label] = ranking(table, spiral.standings, spiral.votes).ranked
  if (label === undefined) return { winner: null, text: null }
  const winner = answerOf(table, label)
  const holders = new Set(holdersOf(table, label))
  const first = spiral.entries[0]!
  const repliesOf = (keys: string[]) =>
    spiral.standings.flatMap((standing, index) => {
      const { answer, reason, cut_off: isCut } = first.responses[index]!
      if (!keys.includes(standing.seat.key) || answer === null) return []
      return [{ ...standing, position: { answer, reason, ...(isCut && { isCut }) } }]
    })
  const stayed = repliesOf(winner.first.filter((key) => holders.has(key)))
  const replies = stayed.length > 0 ? stayed : repliesOf(winner.first)
  if (replies.length > 0) {
    const { position } = bestReply(replies, voteOf)
    const text = position.reason.trim() === '' ? position.answer : position.reason
    return { winner: { ...winner, answer: position.answer }, text }
  }
  return { winner, text: await written(run, winner, holders) }
}

/** What a writer makes of an answer that no reply gives; the answer itself where none succeeds. */
async function written(
  run: Run,
  { answer, text: reasons }: TableAnswer,
  holders: ReadonlySet<string>,
): Promise<string> {
  const { request, signal, seats } = run
  if (request.maxIterations === 1 || signal.aborted || !run.affords(1)) return answer
  const writer = run.writer ?? seats.find(({ key }) => holders.has(key))!
  const brief: BriefNamed<'writing'> = { phase: 'writing', ...askedOf(request), answer, reasons: [reasons] }
  const { reply } = await askWriter(run, writer, brief)
  // The text must still state the answer.
  return reply !== null && standsIn(answer, reply.text) ? reply.text : answer
}
