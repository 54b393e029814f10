import { type SeatProgress, spendingOf } from '../../client/run-progress.ts'
import type { Outcome } from '../../contract/deliberation.ts'
import type { EdgeConsensusResponse } from '../../contract/edge-consensus.ts'
import type { ConsensusResponse } from '../../contract/local-consensus.ts'
import {
  asSentence,
  ENDINGS,
  pagesInWords,
  type Trusted,
  trustInWords,
} from '../../contract/trust-in-words.ts'
import { EXIT } from '../exit-codes.ts'
import { inOptions } from '../failure.ts'
import { wrapAfter } from '../terminal/columns.ts'
import { counted, duration } from '../terminal/figures.ts'
import { harmless, oneLine } from '../terminal/harmless.ts'
import { markdownLines } from '../terminal/markdown.ts'
import { type Page, pageOn, print } from '../terminal/page.ts'
import { spentText } from './run-lines.ts'

const OUTCOME_COLOURS: Record<Outcome, 'green' | 'yellow' | 'red'> = {
  consensus: 'green',
  majority: 'yellow',
  split: 'red',
}

type Told = 'id' | 'usage' | 'warnings' | 'final_answer' | 'confidence_basis' | 'cached' | 'search'

/** With the models as they were seen while they answered. */
export type Summarised = Trusted &
  Pick<EdgeConsensusResponse, Told> & { rounds: number; voices?: SeatProgress[] }

/** What is summarised of a result of the edge API. */
export function ofEdge(result: EdgeConsensusResponse, voices: SeatProgress[]): Summarised {
  return { ...result, warnings: result.warnings.map(inOptions), voices, rounds: result.iterations }
}

/** What is summarised of the result of a task. */
export function ofTask(result: ConsensusResponse, voices: SeatProgress[] = []): Summarised {
  const { usage, iterations_used: rounds } = result
  // Only the first ones, where their answer stood.
  const first = usage.stages?.length === 1 ? usage.stages[0]!.models : null
  const asked = result.models.filter(({ name }) => first?.includes(name) ?? true)
  return { ...result, models: asked.map(({ model }) => model), voices, rounds }
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
  const { outcome, ending, confidence_basis: basis, id, usage, voices } = result
  const { sure, agreement, differences } = trustInWords(result)
  const ended = ending && ENDINGS[ending] ? ` The run ended because ${ENDINGS[ending]}.` : ''
  const line = (label: string, text: string, shown = (words: string) => words) =>
    wrapAfter(label, text, columns, 2).map(shown)
  const dim = (words: string) => style('dim', words)
  return [
    ...line('', `${agreement}${ended}`, (words) => style([OUTCOME_COLOURS[outcome], 'bold'], words)),
    ...differences.flatMap((one) => line('– ', oneLine(`${one.words} ${one.why}`))),
    ...line('', oneLine(`${sure} ${asSentence(basis)}`)),
    ...pagesInWords(result.search).flatMap((page, place) => line(`${place + 1}. `, oneLine(page))),
    ...result.warnings.flatMap((warning) => line('! ', oneLine(warning), (words) => style('yellow', words))),
    ...line('', [...costTexts(result, spentText(spendingOf(usage), voices)), id].join(' · '), dim),
  ]
}

function costTexts({ cached, usage, rounds }: Summarised, spent: string): string[] {
  if (cached !== undefined)
    return [`from the cache, asked ${duration(cached.age_seconds * 1000)} ago; free now`]
  return [spent, duration(usage.duration_ms), counted(rounds, 'round')]
}
