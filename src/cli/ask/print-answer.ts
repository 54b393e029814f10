import { EXIT } from '../exit-codes.ts'
import { harmless } from '../terminal/harmless.ts'
import { markdownLines } from '../terminal/markdown.ts'
import { pageOn } from '../terminal/page.ts'
import { type Summarised, summaryLines } from './summary.ts'

/** The answer goes to standard output, as it was written or laid out for a terminal; all else to standard error. */
export function printAnswer(result: Summarised): void {
  const isTerminal = process.stdout.isTTY === true
  const lines = isTerminal
    ? ['', ...markdownLines(result.final_answer, pageOn(process.stdout)), '']
    : [harmless(result.final_answer)]
  process.stdout.write(`${lines.join('\n')}\n`)
  process.stderr.write(`${summaryLines(result, pageOn(process.stderr)).join('\n')}\n`)
}

/** The exit code that says whether the models agree. */
export function exitCodeOf({ outcome }: Pick<Summarised, 'outcome'>): number {
  return outcome === 'consensus' ? EXIT.consensus : EXIT.divided
}
