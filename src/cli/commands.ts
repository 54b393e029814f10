import { setFlagsFromString } from 'node:v8'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { LIMITS } from '../contract/limits.ts'
import type { AskCommandOptions } from './ask/ask.ts'
import type { EvalOptions } from './eval/ask-live.ts'

/** Adds all commands, in the order of the help. They load what they need when they run, so that `--help` is quick. */
export function addCommands(program: Command): void {
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
}

function addAskCommand(program: Command): void {
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
    .addHelpText('after', AFTER_ASK)
    .action(async (words: string[], options: AskCommandOptions) => {
      const { ask } = await import('./ask/ask.ts')
      process.exitCode = await ask(words, options)
    })
}

const AFTER_ASK = `
Standard output has the answer and nothing else; progress, confidence and cost
go to standard error.
Exit codes: 0 consensus, 2 bad usage, 3 majority or split, 4 nobody could be
asked, 130 Ctrl-C.

  stretto ask "What is the speed of light in a vacuum?"
  stretto ask "What does this say about tides?" --context notes.md report.md
  git diff | stretto ask --kind open "Is anything wrong with this change?"`

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
    const { runEval } = await import('./eval/run-eval.ts')
    const { pageOn } = await import('./terminal/page.ts')
    const { untilInterrupted } = await import('./until-interrupted.ts')
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

/** Adds `mcp`: tools for an assistant that starts this process and talks to it over standard input and output. */
function addMcpCommand(program: Command): void {
  withConnection(
    program
      .command('mcp')
      .description('tools for assistants: the Model Context Protocol over standard input and output'),
  ).action(async (connection) => (await import('./serve-assistant.ts')).serveAssistant(connection))
}

/** `stretto task`: tasks are created through the local API. */
function addTaskCommand(program: Command): void {
  const task = program.command('task').description('list, show, watch or cancel tasks of the local API')
  const loaded = () => import('./tasks.ts')
  const about = (command: Command, what: string) =>
    withConnection(command)
      .option(
        '--tasks-url <address>',
        'the local task API (STRETTO_TASKS_URL); default: the host of --url at port 8000',
      )
      .option('--json', `print the ${what} as JSON`)
  const states = new Option(
    '--status <status>',
    'only those in this state; those that were cancelled are failed',
  )
  about(
    task
      .command('list')
      .description('the tasks, the last changed first')
      .addOption(states.choices(['pending', 'running', 'completed', 'failed']))
      .option('--limit <count>', 'how many at most', whole),
    'response',
  ).action(async (options) => (await loaded()).listTasks(options))
  const one = (name: string, description: string) =>
    about(task.command(name).argument('<id>', 'the id of the task').description(description), 'task')
  one('show', 'a task and, once completed, its answer').action(async (id: string, options) =>
    (await loaded()).showTask(id, options),
  )
  one('watch', 'follow a task to its end; Ctrl-C stops watching, not the task').action(
    async (id: string, options) => {
      process.exitCode = await (await loaded()).watchTask(id, options)
    },
  )
  one('cancel', 'cancel a task; a finished one is unchanged').action(async (id: string, options) =>
    (await loaded()).cancelTask(id, options),
  )
}

function addModelsCommand(program: Command): void {
  withConnection(
    program
      .command('models')
      .argument('[text]', 'only models whose id or name contains this')
      .description('the models that can be asked, the keys in use, and how reliable the models were')
      .option('--json', 'print the responses as JSON'),
  ).action(async (text: string | undefined, options) =>
    (await import('./models.ts')).showModels(text, options),
  )
}

function addAxiomsCommand(program: Command): void {
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
  ).action(async (words: string[], options) =>
    (await import('./axioms.ts')).searchAxioms(words.join(' '), options),
  )
  axioms
    .command('check')
    .argument('<file...>', 'files of JSON lines, or a folder of them as AXIOMS_DIR names')
    .description('say what is wrong with axioms of your own, line by line')
    .action(async (files: string[]) => {
      process.exitCode = await (await import('./axioms.ts')).checkAxioms(files)
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

function withConnection(command: Command): Command {
  return command
    .option(
      '--url <address>',
      'ask the service at this address (STRETTO_URL); default: the one that runs on DATA_DIR, or none: in this process',
    )
    .option('--key <key>', 'its API key (STRETTO_API_KEY)')
}

function list(text: string): string[] {
  const names = text.split(',').map((name) => name.trim())
  if (names.includes('')) throw new InvalidArgumentError('Give names separated by commas.')
  return names
}

function panelOf(text: string): string[] {
  const ids = list(text)
  if (ids.length < LIMITS.panelMinimum)
    throw new InvalidArgumentError(`Name at least ${LIMITS.panelMinimum} models, separated by commas.`)
  return ids
}

function levels(text: string): number[] {
  if (!/^[1-7](,[1-7])*$/.test(text)) throw new InvalidArgumentError('Give levels such as 1,3.')
  return text.split(',').map(Number)
}

function positive(text: string): number {
  const number = Number(text)
  if (text.trim() === '' || !(number >= 0)) throw new InvalidArgumentError('Give a number.')
  return number
}

function whole(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new InvalidArgumentError('Give a whole number from 1.')
  return Number(text)
}

function patience(text: string): number {
  const seconds = Number(text)
  if (text.trim() === '' || !(seconds >= 0 && seconds <= LIMITS.patienceSeconds))
    throw new InvalidArgumentError(`Give seconds from 0 to ${LIMITS.patienceSeconds}; 0 waits for all.`)
  return seconds
}

function age(text: string): number {
  if (!/^\d{1,9}$/.test(text) || Number(text) > LIMITS.maxAgeSeconds)
    throw new InvalidArgumentError(`Give whole seconds from 0 to ${LIMITS.maxAgeSeconds}.`)
  return Number(text)
}

function amount(text: string): number {
  const usd = Number(text.replace(/^\$/, ''))
  if (!(usd > 0 && Number.isFinite(usd)))
    throw new InvalidArgumentError('Give an amount in US dollars, such as 0.05.')
  return usd
}
