import { type Command, CommanderError } from 'commander'
import { EXIT } from './exit-codes.ts'
import { failureOf } from './failure.ts'
import { buildProgram } from './program.ts'

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

/** A command and all below it. */
function commandsOf(command: Command): Command[] {
  return [command, ...command.commands.flatMap(commandsOf)]
}

/** What is typed to run a command. */
function nameOf(command: Command): string {
  return command.parent === null ? command.name() : `${nameOf(command.parent)} ${command.name()}`
}

/** A message in lines that fit a terminal; in whole lines elsewhere. */
async function laidOut(message: string): Promise<string> {
  if (process.stderr.isTTY !== true) return message
  const { pageOn } = await import('./terminal/page.ts')
  const { wrap } = await import('./terminal/wrap.ts')
  return wrap(message, pageOn(process.stderr).columns).join('\n')
}
