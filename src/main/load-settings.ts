import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { packageFolder } from '../adapters/assets/data-files.ts'
import { readSettings, type Settings } from '../config/settings.ts'
import { VARIABLES } from '../config/variables.ts'

/** Reads the settings from the environment and from a .env file in the working directory. */
export function loadSettings(): Settings {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return fromEnvironment()
}

/** What the .env file of any folder may say: it costs nothing, sends nothing anywhere and opens no file. */
const HARMLESS = new Set([
  ...['CONSENSUS_DEADLINE_SECONDS', 'MODEL_TIMEOUT_SECONDS', 'MODEL_RETRIES', 'MODEL_CONCURRENCY'],
  ...['LOG_LEVEL', 'SHUTDOWN_GRACE_SECONDS'],
])

/**
 * The same for commands, which are run in any folder. Only in the folder of Stretto itself is its .env file read in full,
 * the address of the service excepted; elsewhere it may be somebody else's, who would like to have the user's keys and
 * questions.
 */
export function loadUserSettings(
  tell: (warning: string) => void = () => {},
  folder = '.',
  ownFolder = packageFolder(),
): Settings {
  const file = join(folder, '.env')
  const given = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}
  const isOwn = resolve(folder) === resolve(ownFolder)
  const ignored: string[] = []
  for (const [name, value] of Object.entries(given)) {
    if (process.env[name] !== undefined) continue
    if (isOwn ? !name.startsWith('STRETTO_') : HARMLESS.has(name)) process.env[name] = value
    else if (name.startsWith('STRETTO_') || name.replace(/_FILE$/, '') in VARIABLES) ignored.push(name)
  }
  if (ignored.length > 0)
    tell(
      `Not read from .env, which may be somebody else's: ${ignored.sort().join(', ')}. Set what you need of it in the environment.`,
    )
  return fromEnvironment()
}

function fromEnvironment(): Settings {
  return readSettings(process.env, (path) => readFileSync(path, 'utf8'))
}
