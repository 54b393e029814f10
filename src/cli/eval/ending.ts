import type { AskedAll } from '../../evaluation/live/ask-all.ts'
import type { BadLine } from '../../evaluation/table/parse-csv.ts'
import { counted, dollars } from '../terminal/figures.ts'
import type { EvalOptions } from './eval-options.ts'

/** Why not everything was asked and how to go on, the command last; empty if all is answered. */
export function endingOf(
  { ending, answered, failed, spentUsd }: AskedAll,
  { options, output }: { options: EvalOptions; output: string },
): string {
  if (ending === 'done' && failed.length === 0) return ''
  const spent = spentUsd === null ? 'nothing' : dollars(spentUsd)
  const reasons = {
    done: `${counted(failed.length, 'question was', 'questions were')} not answered.`,
    cancelled: 'Stopped.',
    budget: `The next question might exceed the budget of $${options.budget}: ${spent} is spent${failed.length > 0 ? ', with what failed questions may have cost' : ''}.`,
    unavailable: `The panel cannot be asked: ${failed.at(-1)?.problem}`,
  }
  const isOverBudget = ending === 'budget'
  const command = continueWith(isOverBudget ? { ...options, budget: undefined } : options, output)
  return [
    ...(ending === 'unavailable' ? [] : problemsIn(failed)),
    `${reasons[ending]}${answered.length > 0 ? ' What is answered is kept.' : ''} To continue${isOverBudget ? ', add a higher --budget or none' : ''}:`,
    `  ${command}`,
    '',
  ].join('\n')
}

/** How many lines of a table, or problems, are named. */
export const MOST_NAMED = 20

/** Every problem once, with the lines that have it. */
function problemsIn(failed: BadLine[]): string[] {
  const problems = [...new Set(failed.map(({ problem }) => problem))]
  return problems.slice(0, MOST_NAMED).map((problem) => {
    const lines = failed.filter((one) => one.problem === problem).map(({ line }) => line)
    const more = lines.length > MOST_NAMED ? ' and more' : ''
    return `Not answered: ${lines.length === 1 ? 'line' : 'lines'} ${lines.slice(0, MOST_NAMED).join(', ')}${more}: ${problem}`
  })
}

/** The options that the command which goes on is given again, besides the file of answers; the key is not shown. */
const REPEATED = [
  ...(['panel', 'models', 'iterations', 'limit', 'budget', 'concurrency'] as const),
  ...(['report', 'first', 'url', 'calibrate'] as const),
]

/** The command that goes on where this one ended. */
function continueWith(options: EvalOptions, output: string): string {
  const repeated = REPEATED.flatMap((name) =>
    options[name] === undefined ? [] : [`--${name} ${quoted(String(options[name]))}`],
  )
  return [
    ...['stretto eval', quoted(options.file!), `--output ${quoted(output)}`, ...repeated],
    ...(options.force ? ['--force'] : []),
    ...(options.key ? ['--key KEY'] : []),
  ].join(' ')
}

function quoted(text: string): string {
  return /^[\w./:@,~+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
