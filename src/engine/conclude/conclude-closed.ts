import type { Dissent, SeatResponse } from '../../contract/deliberation.ts'
import type { Deliberation, DeliberationRequest } from '../deliberation.ts'
import type { Comparison } from '../measure/agreement/compare-answers.ts'
import type { Camp, Landscape } from '../measure/landscape.ts'
import type { Spiral } from '../measure/spiral.ts'
import { seatVotes, speakerOf } from '../panel/votes.ts'
import { canonicalAnswer, isClosed } from '../reading/answer/canonical-answer.ts'
import { backingOf, type FirstAnswer } from './answer-backing.ts'
import { answerKind } from './answer-kind.ts'
import { bestText, type ComposedAnswer } from './compose-answer.ts'
import { confidenceFrom } from './confidence.ts'
import { nobodyKnew, outcomeOf, runResult } from './run-result.ts'

interface Conclusion {
  request: DeliberationRequest
  spiral: Spiral
  landscape: Landscape
  /** The text composed by a writer; null when none was asked. */
  composed: Pick<ComposedAnswer, 'text' | 'isUnwritten' | 'isLate'>
  comparison: Comparison
}

/** Builds the result of a closed question from the final state of the spiral: answer, outcome, confidence, dissent. */
export async function concludeClosed({
  request,
  spiral,
  landscape,
  composed: { text, isUnwritten, isLate },
  comparison,
}: Conclusion): Promise<Deliberation> {
  const winner = withoutSelfRejections(landscape.camps[0], spiral)
  const { confidence, basis } = await confidenceIn(winner, { request, spiral, comparison })
  const best = winner?.central.position
  const common = runResult(request, spiral, isLate)
  return {
    ...common,
    warnings: isUnwritten ? [...common.warnings, UNWRITTEN] : common.warnings,
    kind: 'closed',
    answer: text ?? (best === undefined ? nobodyKnew(spiral) : bestText(best, request.query)),
    shortAnswer: best && isClosed(canonicalAnswer(best.answer, request.query)) ? best.answer : null,
    explanation: best?.reason || null,
    outcome: outcomeOf(
      (winner?.members ?? []).map(({ seat }) => seat.key),
      spiral,
    ),
    confidence,
    confidenceBasis: basis,
    dissent: dissentFrom(winner, spiral),
    votes: spiral.votes ? seatVotes(request.models, spiral.votes) : undefined,
  }
}

const UNWRITTEN =
  'The budget did not allow another call for a writer; the answer is in the words of one of the models.'

async function confidenceIn(
  winner: Camp | undefined,
  { request, spiral, comparison }: Pick<Conclusion, 'request' | 'spiral' | 'comparison'>,
) {
  if (winner === undefined) return { confidence: 0, basis: 'no model gave an answer' }
  const behind = new Set(winner.members.map(({ seat }) => seat.key))
  const atLast = spiral.entries.at(-1)?.responses ?? []
  const first = (spiral.entries[0]?.responses ?? []).map(({ answer }, index): FirstAnswer => {
    const isAgainst = isAgainstItself(atLast[index])
    const stands = behind.has(spiral.standings[index]!.seat.key) ? 'behind' : isAgainst ? 'against' : 'beside'
    return { answer, stands }
  })
  // What a model says several times is said once; of its answers, one that was given.
  const speakers = spiral.standings.map(({ seat }) => speakerOf(seat))
  const heard = first.filter((one, index) => {
    const own = first.filter((_, other) => speakers[other] === speakers[index])
    return one === (own.find(({ answer }) => answer !== null) ?? own[0])
  })
  const [contrary] = spiral.contrary ?? []
  const refuted = contrary === undefined ? null : `axiom ${contrary.id} contradicts it`
  const confidenceOf = async (answer: string) => {
    const { judged, ...backing } = await backingOf(answer, heard, comparison)
    const { kind, unlike } = answerKind(judged, request.query)
    const evidence = { kind, ...backing, unlike: request.uncalibrated ?? refuted ?? unlike }
    return confidenceFrom(evidence, request.calibration)
  }
  const last = await confidenceOf(winner.central.position.answer)
  // Later rounds may be mere conformity: if they change the answer, they add nothing to the support of the first round.
  const atFirst = spiral.entries[0]?.clusters[0]?.answer
  if (atFirst === undefined || atFirst === winner.central.position.answer) return last
  const ceiling = await confidenceOf(atFirst)
  return { ...last, confidence: Math.min(last.confidence, ceiling.confidence) }
}

/** A camp without the members that reject in the end what they say themselves: they support nothing. */
function withoutSelfRejections(camp: Camp | undefined, { entries, standings }: Spiral): Camp | undefined {
  if (camp === undefined) return undefined
  const responses = entries.at(-1)?.responses ?? []
  const rejecting = new Set(
    standings.flatMap(({ seat }, index) => (isAgainstItself(responses[index]) ? [seat.key] : [])),
  )
  return { ...camp, members: camp.members.filter(({ seat }) => !rejecting.has(seat.key)) }
}

/** Whether a seat rejects a theme that its own position agrees with, as far as that can be determined. */
function isAgainstItself(response: SeatResponse | undefined): boolean {
  return response?.counted_verdict === 'reject' && response.theme_relation !== 'different'
}

/** The seats that do not support the answer: other camps with their answer, silent seats with their reason. */
function dissentFrom(winner: Camp | undefined, { standings, entries }: Spiral): Dissent[] {
  const behind = new Set(winner?.members.map(({ seat }) => seat.key))
  return standings.flatMap(({ seat, position }, index) => {
    if (behind.has(seat.key)) return []
    const reason = position?.reason ?? entries.at(-1)?.responses[index]?.error?.message ?? ''
    return [{ model: seat.model, name: seat.name, answer: position?.answer ?? null, reason }]
  })
}
