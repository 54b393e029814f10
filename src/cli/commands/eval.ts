import { type Command, Option } from 'commander'
import type { EvalOptions } from '../eval/ask-live.ts'
import { amount, list, whole, withConnection } from './options.ts'

/** A report in a file is as wide as on most terminals. */
const WIDEST = 80

/** Adds `stretto eval`, which tells which models are worth their price. */
export function addEvalCommand(program: Command): void {
  const command = program
    .command('eval')
    .description('ask a panel a table of questions and report who is right how often, and at what cost')
    .argument(
      '[file]',
      'a table as .csv or .jsonl with the column question, and answer, options, context, id if there are any',
    )
    .option(
      '--from <file>',
      'evaluate replies that are already there, without a call: recorded ones, or the output of this command; .gz too',
    )
    .option(
      '--models <ids>',
      'the models to ask, separated by commas; default: the default panel, or with --from all',
      list,
    )
    .addOption(new Option('--panel <name>', 'a panel of the service by its name').conflicts('models'))
    .option('--iterations <number>', 'how many rounds a question may take', whole)
    .option('--limit <number>', 'the first so many questions', whole)
    .option('--budget <usd>', 'stop before this is spent in all', amount)
    .option('--concurrency <number>', 'how many questions are asked at once; default: 4', whole)
    .option(
      '--output <file>',
      'where answers are kept; running again with it continues. Default: NAME.answers.jsonl',
    )
    .option('--report <path>', 'where reports are written: PATH.report.html, .json and .csv. Default: NAME')
    .option('--first <ids>', 'who would be asked first; default: the cheapest', list)
    .option(
      '--teach',
      'give the right answers to the service as verdicts on its runs, so that votes follow who is right',
    )
  withConnection(command).action(async (file: string | undefined, options: EvalOptions) => {
    const { runEval } = await import('../eval/run-eval.ts')
    const { pageOn } = await import('../terminal/page.ts')
    const { untilInterrupted } = await import('../until-interrupted.ts')
    const page = pageOn(process.stdout)
    process.exitCode = await untilInterrupted((signal) =>
      runEval(
        { ...options, file },
        {
          print: (text) => process.stdout.write(text),
          tell: (text) => process.stderr.write(text),
          isInteractive: process.stderr.isTTY === true,
          columns: Math.min(WIDEST, page.columns, pageOn(process.stderr).columns),
          style: page.style,
          signal,
        },
      ),
    )
  })
}
