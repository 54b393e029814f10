import { existsSync, readFileSync } from 'node:fs'
import { readSettings, type Settings } from '../config/settings.ts'

/** Reads the settings from the environment and from a .env file in the working directory. */
export function loadSettings(): Settings {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return readSettings(process.env, (path) => readFileSync(path, 'utf8'))
}
