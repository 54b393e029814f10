import { VARIABLES } from '../../src/config/variables.ts'

/** Names of environment variables that are no settings of the service; NAME_FILE names a file with the value of NAME. */
export function unknownSettings(names: string[]): string[] {
  return names.filter((name) => !Object.hasOwn(VARIABLES, name.replace(/_FILE$/, '')))
}
