import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { readSettings, type Settings } from '../config/settings.ts'

/** Reads the settings from the environment and from a .env file in the working directory. */
export function loadSettings(): Settings {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return fromEnvironment()
}

/**
 * The same for commands, which are run in any folder: the .env file of somebody else must not send the keys of the user to
 * an address of its own. It never says where the service is, and where a key comes from the environment, none of its
 * addresses counts.
 */
export function loadUserSettings(tell: (warning: string) => void = () => {}, folder = '.'): Settings {
  const file = join(folder, '.env')
  const given = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}
  const hasOwnKey = Object.keys(process.env).some((name) => KEY.test(name) && process.env[name]?.trim())
  const ignored: string[] = []
  for (const [name, value] of Object.entries(given)) {
    if (process.env[name] !== undefined) continue
    if (name.startsWith('STRETTO_') || (hasOwnKey && ADDRESS.test(name))) ignored.push(name)
    else process.env[name] = value
  }
  if (ignored.length > 0)
    tell(
      `${ignored.sort().join(', ')} in .env ${ignored.length === 1 ? 'is' : 'are'} not used: keys of the environment go to no address that a folder names. Set ${ignored.length === 1 ? 'it' : 'them'} in the environment.`,
    )
  return fromEnvironment()
}

const KEY = /_API_KEY(?:_FILE)?$/
const ADDRESS = /_URL$|^ENDPOINTS$|_ENDPOINT$|_PROXY$/i

function fromEnvironment(): Settings {
  return readSettings(process.env, (path) => readFileSync(path, 'utf8'))
}
