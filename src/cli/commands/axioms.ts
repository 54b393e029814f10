import { type Command, InvalidArgumentError } from 'commander'
import { withConnection } from './options.ts'

/** `stretto axioms`. */
export function addAxiomsCommand(program: Command): void {
  const axioms = program.command('axioms').description('search the axioms, or check axioms of your own')
  withConnection(
    axioms
      .command('search')
      .argument('<query...>', 'what to search for, by meaning and wording')
      .description('the axioms that are closest to a text')
      .option('--top <count>', 'how many at most', positive)
      .option('--min-score <share>', 'the least score, from 0 to 1', positive)
      .option('--levels <numbers>', 'levels from 1 to 7, separated by commas', levels)
      .option('--json', 'print the response as JSON'),
  ).action(async (words: string[], options) => {
    const { searchAxioms } = await import('../axioms.ts')
    await searchAxioms(words.join(' '), options)
  })
  axioms
    .command('check')
    .argument('<file...>', 'files of JSON lines, or a folder of them as AXIOMS_DIR names')
    .description('say what is wrong with axioms of your own, line by line')
    .action(async (files: string[]) => {
      const { checkAxioms } = await import('../axioms.ts')
      process.exitCode = await checkAxioms(files)
    })
}

function positive(value: string): number {
  const number = Number(value)
  if (value.trim() === '' || !(number >= 0)) throw new InvalidArgumentError('Give a number.')
  return number
}

function levels(value: string): number[] {
  if (!/^[1-7](,[1-7])*$/.test(value)) throw new InvalidArgumentError('Give levels such as 1,3.')
  return value.split(',').map(Number)
}
