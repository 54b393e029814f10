import { type Command, InvalidArgumentError, Option } from 'commander'
import { LIMITS } from '../../contract/limits.ts'
import type { AskCommandOptions } from '../ask/ask.ts'
import { age, amount, list, patience, whole, withConnection } from './options.ts'

/** `stretto ask`. */
export function addAskCommand(program: Command): void {
  withConnection(
    program
      .command('ask')
      .argument('[question...]', 'the question; default: standard input')
      .description('ask a panel of models one question')
      .option('--json', 'print the response as JSON and nothing else')
      .option('--models <ids>', 'the models, separated by commas', panelOf)
      .addOption(new Option('--panel <name>', 'a panel of the operator').conflicts('models'))
      .addOption(new Option('--kind <kind>', 'what is wanted').choices(['closed', 'open', 'draft']))
      .addOption(new Option('--structure <name>', 'who speaks when').choices(['fugue', 'sonata', 'concert']))
      .option('--context <files...>', 'documents that every model sees; the question comes before them')
      .option('--criteria <line>', 'what a good answer is')
      .addOption(new Option('--effort <level>', 'how much work').choices(['low', 'medium', 'high']))
      .addOption(
        new Option('--reasoning-effort <level>', 'how hard the models think before they write').choices([
          ...['none', 'minimal', 'low', 'medium', 'high', 'xhigh'],
        ]),
      )
      .option('--patience <seconds>', 'wait no longer for the slowest models; 0: wait for all', patience)
      .addOption(new Option('--search <mode>', 'search the web first').choices(['off', 'auto', 'on']))
      .option('--max-age <seconds>', 'how old a stored answer from web pages may be', age)
      .option('--budget <usd>', 'begin no further round that would cost more in all', amount)
      .option('--max-calls <count>', 'call models no more often than this', whole)
      .option('--fresh', 'ask the models even if the cache knows the answer')
      .option('--dry-run', 'say what it would cost at most, and ask nobody'),
  )
    .addHelpText('after', AFTER)
    .action(async (words: string[], options: AskCommandOptions) => {
      const { ask } = await import('../ask/ask.ts')
      process.exitCode = await ask(words, options)
    })
}

const AFTER = `
Standard output has the answer and nothing else; progress, confidence and cost
go to standard error.
Exit codes: 0 consensus, 2 bad usage, 3 majority or split, 4 nobody could be
asked, 130 Ctrl-C.

  stretto ask "What is the speed of light in a vacuum?"
  stretto ask "What does this say about tides?" --context notes.md report.md
  git diff | stretto ask --kind open "Is anything wrong with this change?"`

function panelOf(value: string): string[] {
  const ids = list(value)
  if (ids.length < LIMITS.panelMinimum)
    throw new InvalidArgumentError(`Name at least ${LIMITS.panelMinimum} models, separated by commas.`)
  return ids
}
