import { setFlagsFromString } from 'node:v8'
import { Command, CommanderError } from 'commander'
import { SERVICE_DESCRIPTION, SOFTWARE_VERSION } from '../contract/versions.ts'
import { addAskCommand } from './commands/ask.ts'
import { addAxiomsCommand } from './commands/axioms.ts'
import { addEvalCommand } from './commands/eval.ts'
import { withConnection } from './commands/options.ts'
import { addTaskCommand } from './commands/task.ts'
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

/** The whole command line. Commands load what they need when they run, so that `--help` is quick. */
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
  addAskCommand(program)
  addServeCommand(program)
  addEvalCommand(program)
  addMcpCommand(program)
  addTaskCommand(program)
  addModelsCommand(program)
  addAxiomsCommand(program)
  addDoctorCommand(program)
  addMigrateCommand(program)
  addSettingsCommand(program)
  return program
}

const AFTER = `
Without a command the service is started.
“stretto COMMAND --help” says more about a command.
Exit codes: 0 consensus, 2 bad usage, 3 majority or split, 4 unavailable,
5 a cancelled task, 130 Ctrl-C.`

/** `stretto serve`, which is also what `stretto` alone does. */
function addServeCommand(program: Command): void {
  program
    .command('serve')
    .description('start the service: the edge API with the playground, and the local task API')
    .addHelpText(
      'after',
      '\nSettings are environment variables, or lines of a .env file in the working\ndirectory; “stretto settings” lists them.',
    )
    .action(async () => {
      const { startService } = await import('../main/main.ts')
      await startService()
      // From now on garbage is collected when the heap has grown by 40 %, rather than to several times its size. With
      // hundreds of concurrent runs this halves the memory, most of which is garbage, without setting a limit. Not before:
      // what a start reads stays, and looking through it would take twice as many full collections.
      setFlagsFromString('--heap-growing-percent=40')
    })
}

/** Adds `mcp`: tools for an assistant that starts this process and talks to it over standard input and output. */
function addMcpCommand(program: Command): void {
  withConnection(
    program
      .command('mcp')
      .description('tools for assistants: the Model Context Protocol over standard input and output'),
  ).action(async (connection) => {
    const { serveAssistant } = await import('./serve-assistant.ts')
    await serveAssistant(connection)
  })
}

function addModelsCommand(program: Command): void {
  withConnection(
    program
      .command('models')
      .argument('[text]', 'only models whose id or name contains this')
      .description('the models that can be asked, the keys in use, and how reliable the models were')
      .option('--json', 'print the responses as JSON'),
  ).action(async (text: string | undefined, options) => {
    const { showModels } = await import('./models.ts')
    await showModels(text, options)
  })
}

function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description(
      'check Node.js, settings, keys, store and ports, and say what to do; exits with 1 if something is wrong',
    )
    .option('--call', 'try every key with one call that costs nothing')
    .action(async ({ call = false }: { call?: boolean }) => {
      const { checkUp } = await import('../main/check-up.ts')
      const { printFindings } = await import('./print-findings.ts')
      process.exitCode = printFindings(await checkUp({ call }))
    })
}

function addMigrateCommand(program: Command): void {
  program
    .command('migrate')
    .description('copy the database in DATA_DIR into that of DATABASE_URL; stop the service first')
    .action(async () => {
      const { loadSettings } = await import('../main/load-settings.ts')
      const { moveToPostgres } = await import('../main/move-to-postgres.ts')
      const { print } = await import('./terminal/page.ts')
      print(await moveToPostgres(loadSettings()))
    })
}

function addSettingsCommand(program: Command): void {
  program
    .command('settings')
    .description('list the settings: environment variables, or lines of a .env file')
    .action(async () => {
      const { settingsText } = await import('../config/settings.ts')
      const { pageOn } = await import('./terminal/page.ts')
      const { wrapAfter } = await import('./terminal/columns.ts')
      const { columns } = pageOn(process.stdout)
      const lines = settingsText()
        .split('\n')
        .flatMap((line) =>
          line.startsWith(' ') ? wrapAfter('  ', line.trim(), columns, 4) : wrapAfter('', line, columns),
        )
      process.stdout.write(lines.join('\n'))
    })
}
