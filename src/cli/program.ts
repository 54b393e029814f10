import { Command, CommanderError } from 'commander'
import { SERVICE_DESCRIPTION, SOFTWARE_VERSION } from '../contract/versions.ts'
import { addCommands } from './commands.ts'
import { EXIT } from './exit-codes.ts'
import { failureOf } from './failure.ts'

/** Runs a command; no arguments start the service. The exit code is left in `process.exitCode`. */
export async function run(args: string[]): Promise<void> {
  // A reader that has seen enough, such as `head`, closes the pipe.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit()
    throw error
  })
  const program = buildProgram()
  let running: Command = program
  program.hook('preAction', (_, command) => {
    running = command
  })
  for (const command of commandsOf(program))
    command.exitOverride((error) => {
      running = command
      throw error
    })
  try {
    await program.parseAsync(args.length === 0 ? ['serve'] : args, { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError && /^commander\.(help|version)/.test(error.code)) {
      process.exitCode = error.exitCode === 0 ? 0 : EXIT.usage
      return
    }
    const { message, exitCode, isUsage } = failureOf(error)
    const help = isUsage ? ` See “${nameOf(running)} --help”.` : ''
    process.stderr.write(`${await laidOut(`stretto: ${message}${help}`)}\n`)
    process.exitCode = exitCode
  }
}

function commandsOf(command: Command): Command[] {
  return [command, ...command.commands.flatMap(commandsOf)]
}

function nameOf(command: Command): string {
  return command.parent === null ? command.name() : `${nameOf(command.parent)} ${command.name()}`
}

/** A message in lines that fit a terminal; in whole lines elsewhere. */
async function laidOut(message: string): Promise<string> {
  if (process.stderr.isTTY !== true) return message
  const { pageOn } = await import('./terminal/page.ts')
  const { wrap } = await import('./terminal/columns.ts')
  return wrap(message, pageOn(process.stderr).columns).join('\n')
}

function buildProgram(): Command {
  const program = new Command('stretto')
    .description(SERVICE_DESCRIPTION)
    .usage('[command] [options]')
    .version(SOFTWARE_VERSION, '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .exitOverride()
    .configureOutput({ outputError: () => {} })
    .configureHelp({ minWidthToWrap: 15 })
    .addHelpText('after', AFTER)
  addCommands(program)
  return program
}

const AFTER = `
Without a command the service is started.
“stretto COMMAND --help” says more about a command.
Exit codes: 0 consensus, 2 bad usage, 3 majority or split, 4 unavailable,
5 a cancelled task, 130 Ctrl-C.`
