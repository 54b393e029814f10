import { StrettoError } from '../../contract/error-codes.ts'
import type { Deliberation, Run } from '../deliberation.ts'
import { hasReplied, problemOf, reasonsOf } from '../hearing/quorum.ts'
import { ranking } from '../measure/table/measure-table.ts'
import { answerOf, isWith, type TableAnswer } from '../measure/table/table.ts'
import { speakersAmong } from '../panel/panel.ts'
import { conclude, dissentFrom } from './conclude.ts'
import { basisOf, firstRepliesFor } from './conclude-closed.ts'
import { type Confidence, roundToThousandths, stepProbability } from './confidence.ts'

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
      confidence: confidenceIn(winner, run),
      dissent: dissentFrom(supporters, spiral),
    }),
    ...(winner.calls && { shortAnswer: winner.answer, toolCalls: winner.calls }),
  }
}

/** The probability that a step is right, from the first replies alone, those included that could not be used. */
function confidenceIn(winner: TableAnswer, { request: { calibration }, spiral }: Run): Confidence {
  const first = firstRepliesFor(winner, spiral)
  const { responses } = spiral.entries[0]!
  const replied = speakersAmong(
    spiral.standings.filter((_, index) => hasReplied(responses[index]!.error)).map(({ seat }) => seat),
  ).size
  return {
    confidence: roundToThousandths(stepProbability(first.given, replied, calibration.calls)),
    basis: basisOf(first, spiral, winner.calls ? 'made these calls' : 'gave this answer'),
  }
}

/** An agent could do nothing with a text that says that nobody knew what to do. */
function noStep({ spiral }: Run): StrettoError {
  const { details, reasons } = reasonsOf(
    spiral.entries[0]!.responses.map(({ name, reason, error }) => ({
      name,
      problem: error === null ? reason : problemOf(error),
    })),
  )
  return new StrettoError('upstream_error', `No model gave a usable reply. ${reasons}`, { details })
}
