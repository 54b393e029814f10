import { readSettings, type Settings } from '../config/settings.ts'

export function readWorkerSettings(env: Record<string, unknown>): Settings {
  const texts = Object.entries(env).filter((one): one is [string, string] => typeof one[1] === 'string')
  return readSettings({ HOST: '0.0.0.0', ...Object.fromEntries(texts) })
}
