import { Command } from 'commander'
import { SERVICE_DESCRIPTION, SOFTWARE_VERSION } from '../contract/versions.ts'
import { addAskCommand } from './commands/ask.ts'
import { addAxiomsCommand } from './commands/axioms.ts'
import { addDoctorCommand } from './commands/doctor.ts'
import { addEvalCommand } from './commands/eval.ts'
import { addMcpCommand } from './commands/mcp.ts'
import { addMigrateCommand } from './commands/migrate.ts'
import { addModelsCommand } from './commands/models.ts'
import { addServeCommand } from './commands/serve.ts'
import { addSettingsCommand } from './commands/settings.ts'
import { addTaskCommand } from './commands/task.ts'

/** The whole command line. Commands load what they need when they run, so that `--help` is quick. */
export function buildProgram(): Command {
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
