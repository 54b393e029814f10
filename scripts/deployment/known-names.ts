import { VARIABLES } from '../../src/config/variables.ts'
import type { ServedPaths } from './served-paths.ts'

/** What the deployment uses and this version lacks. Whoever adds one of these removes it here: the check insists. */
export const NOT_YET = {
  settings: ['DATABASE_URL', 'DATABASE_POOL_SIZE', 'REDIS_URL'],
  paths: ['/livez', '/readyz'],
}

/** Entries of NOT_YET that exist by now. */
export function outdatedEntries(served: ServedPaths): string[] {
  return [
    ...NOT_YET.settings.filter((name) => Object.hasOwn(VARIABLES, name)),
    ...NOT_YET.paths.filter((path) => served.edge.has(path)),
  ].map((name) => `${name} exists: remove it from NOT_YET in scripts/deployment/known-names.ts`)
}

/** Names of environment variables that are no settings of the service; NAME_FILE names a file with the value of NAME. */
export function unknownSettings(names: string[]): string[] {
  return names.filter((name) => {
    const setting = name.replace(/_FILE$/, '')
    return !Object.hasOwn(VARIABLES, setting) && !NOT_YET.settings.includes(setting)
  })
}

/** Whether an API serves a path, or will. */
export function isServed(served: ServedPaths, api: 'edge' | 'local', path: string): boolean {
  return served[api].has(path) || NOT_YET.paths.includes(path)
}
