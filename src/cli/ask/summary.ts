import { type SeatProgress, spendingOf } from '../../client/run-progress.ts'
import type { ConfidenceKind, Dissent, Ending, Outcome } from '../../contract/deliberation.ts'
import type { EdgeConsensusResponse } from '../../contract/edge-consensus.ts'
import type { ConsensusResponse } from '../../contract/local-consensus.ts'
import { EXIT } from '../exit-codes.ts'
import { inOptions } from '../failure.ts'
import { cutTo, wrapAfter } from '../terminal/columns.ts'
import { counted, duration } from '../terminal/figures.ts'
import { harmless, oneLine } from '../terminal/harmless.ts'
import { markdownLines } from '../terminal/markdown.ts'
import { type Page, pageOn, print } from '../terminal/page.ts'
import { shortName, spentText } from './run-lines.ts'

const CONFIDENCES: Record<ConfidenceKind, string> = {
  right: 'the probability that it is right',
  supported: 'how far the panel stands behind the text',
  accepted: 'the share of reviewers who accept the draft, not a probability',
}

const SUPPORT: Record<string, string> = { open: 'stand behind this text', draft: 'accept this draft' }
const DELIVERED: Record<string, string> = { open: 'this text', draft: 'this draft' }

const ENDINGS: Partial<Record<Ending, string>> = {
  exhausted: 'the rounds were used up',
  quorum_lost: 'too many models failed',
  deadline: 'the time was up',
  budget: 'the budget was used up',
}

const OUTCOME_COLOURS: Record<Outcome, 'green' | 'yellow' | 'red'> = {
  consensus: 'green',
  majority: 'yellow',
  split: 'red',
}
/** A reason is one of several lines below an answer. */
const REASON_CHARACTERS = 300

export type Summarised = Pick<
  EdgeConsensusResponse,
  | ('id' | 'outcome' | 'kind' | 'ending' | 'dissent' | 'usage' | 'warnings' | 'final_answer')
  | ('confidence' | 'confidence_kind' | 'confidence_basis' | 'cached')
> & {
  seats: number
  initialD: number
  rounds: number
  /** The models as they were seen while they answered. */
  voices?: SeatProgress[]
}

/** What is summarised of a result of the edge API. */
export function ofEdge(result: EdgeConsensusResponse, voices: SeatProgress[]): Summarised {
  const { models, metrics, iterations: rounds } = result
  const warnings = result.warnings.map(inOptions)
  return { ...result, warnings, voices, seats: models.length, initialD: metrics.initial_D, rounds }
}

/** What is summarised of the result of a task. */
export function ofTask(result: ConsensusResponse, voices: SeatProgress[] = []): Summarised {
  const { models, initial_D: initialD, iterations_used: rounds } = result
  return { ...result, voices, seats: models.length, initialD, rounds }
}

/** The answer goes to standard output, as it was written or laid out for a terminal; all else to standard error. */
export function printAnswer(result: Summarised): void {
  const isTerminal = process.stdout.isTTY === true
  print(
    isTerminal
      ? ['', ...markdownLines(result.final_answer, pageOn(process.stdout)), '']
      : [harmless(result.final_answer)],
  )
  print(summaryLines(result, pageOn(process.stderr)), process.stderr)
}

/** The exit code that says whether the models agree. */
export function exitCodeOf({ outcome }: Pick<Summarised, 'outcome'>): number {
  return outcome === 'consensus' ? EXIT.consensus : EXIT.divided
}

/** How far to trust an answer, who dissents, and what it cost, as lines. */
export function summaryLines(result: Summarised, { columns, style }: Page): string[] {
  const { outcome, confidence, confidence_kind: kind, confidence_basis: basis, id, usage, voices } = result
  const line = (label: string, text: string, shown = (words: string) => words) =>
    wrapAfter(label, text, columns, 2).map(shown)
  const dim = (words: string) => style('dim', words)
  return [
    ...line('', trustSentence(result), (words) => style([OUTCOME_COLOURS[outcome], 'bold'], words)),
    ...result.dissent.flatMap((one) => line('– ', dissentText(one))),
    ...line(
      '',
      `Confidence ${confidence.toFixed(2)}${kind === undefined ? '' : `: ${CONFIDENCES[kind]}`}. ${oneLine(basis)}`,
    ),
    ...result.warnings.flatMap((warning) => line('! ', oneLine(warning), (words) => style('yellow', words))),
    ...line('', [...costTexts(result, spentText(spendingOf(usage), voices)), id].join(' · '), dim),
  ]
}

/** One sentence on how many models support the answer. */
export function trustSentence(result: Summarised): string {
  const { dissent, kind = 'closed', outcome, initialD, ending, usage, seats } = result
  // Only the first ones, where their answer stood.
  const asked = usage.stages?.find(({ accepted }) => accepted)?.models.length ?? seats
  const answered = asked - dissent.filter(({ answer }) => answer === null).length
  if (ending === 'unanswered')
    return answered === 0 ? 'No model gave an answer.' : `Only 1 of ${asked} models gave an answer.`
  const ended = ending !== undefined && ending in ENDINGS ? ` The run ended because ${ENDINGS[ending]}.` : ''
  if (outcome === 'consensus' && dissent.length === 0) {
    const together = initialD === 0 ? 'gave this answer' : 'agree on this answer'
    return `${asked === 2 ? 'Both' : `All ${asked}`} models ${SUPPORT[kind] ?? together}.${ended}`
  }
  const supporting = asked - dissent.length
  // Those who neither support nor contradict it are not told apart.
  if (supporting === asked)
    return `There is ${outcome === 'split' ? 'no' : 'a'} majority for ${DELIVERED[kind] ?? 'this answer'}.${ended}`
  const share = `${supporting} of ${asked} models ${SUPPORT[kind] ?? 'support this answer'}.${ended}`
  return outcome === 'split' ? `The models are split: ${share}` : share
}

function dissentText({ name, answer, reason }: Dissent): string {
  const why = cutTo(REASON_CHARACTERS, oneLine(reason))
  if (answer === null) return `${shortName(name)} gave no answer: ${why}`
  const said = cutTo(REASON_CHARACTERS, oneLine(answer))
  return `${shortName(name)} says ${said}${why === '' || why === said ? '' : `: ${why}`}`
}

function costTexts({ cached, usage, rounds }: Summarised, spent: string): string[] {
  if (cached !== undefined)
    return [`from the cache, asked ${duration(cached.age_seconds * 1000)} ago; free now`]
  return [spent, duration(usage.duration_ms), counted(rounds, 'round')]
}
