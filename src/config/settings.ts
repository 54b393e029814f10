import type { z } from 'zod'
import { StartError } from '../contract/start-error.ts'
import { apiKeys, databaseUrl, secret } from './parsers.ts'
import { DEFAULT_PANEL, VARIABLES } from './variables.ts'

type VariableName = keyof typeof VARIABLES

export type Settings = { [Name in VariableName]: z.output<(typeof VARIABLES)[Name]['schema']> }

const SECRET_KINDS = new Set<unknown>([secret, apiKeys, databaseUrl])
const SECRETS = Object.entries(VARIABLES)
  .filter(([, { schema }]) => SECRET_KINDS.has(schema))
  .map(([name]) => name)

/** Reads the settings from environment variables and the files that they name; all problems are reported together. */
export function readSettings(environment: Record<string, string | undefined>, readText = noFiles): Settings {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()))
  const problems: string[] = []
  const endpoints = VARIABLES.ENDPOINTS.schema.safeParse(set.ENDPOINTS?.trim()).data ?? []
  const secrets = [...SECRETS, ...endpoints.map(({ keyVariable }) => keyVariable)]
  const given: Record<string, string | undefined> = {
    ...set,
    ...secretsFrom(set, { secrets, readText, problems }),
  }
  const settings: Record<string, unknown> = {}
  for (const [name, variable] of Object.entries(VARIABLES)) {
    const parsed = (variable.schema as z.ZodType).safeParse(given[name]?.trim())
    if (parsed.success) settings[name] = parsed.data
    else
      problems.push(`${name} ${parsed.error.issues[0]?.message}, for example ${name}=${exampleOf(variable)}`)
  }
  settings.ENDPOINTS = endpoints.map((endpoint) => ({
    ...endpoint,
    apiKey: given[endpoint.keyVariable]?.trim() ?? null,
  }))
  problems.push(...conflictsIn(settings))
  if (problems.length > 0) throw new StartError(problems.join('\n'))
  return settings as Settings
}

/** Only the composition root can read files. */
const noFiles = (_path: string): string => {
  throw new Error('files are not read here')
}

/** Reads the secrets that variables such as API_KEYS_FILE point to: many tools see what is in the environment. */
function secretsFrom(
  given: Record<string, string | undefined>,
  { secrets, readText, problems }: { secrets: string[]; readText: typeof noFiles; problems: string[] },
): Record<string, string> {
  const values: Record<string, string> = {}
  for (const name of secrets) {
    const variable = `${name}_FILE`
    const path = given[variable]?.trim()
    if (path === undefined) continue
    if (given[name] !== undefined) {
      problems.push(`${name} and ${variable} are both set; unset one of them`)
      continue
    }
    try {
      const value = readText(path).trim()
      if (value !== '') values[name] = value
      // Without the key of a provider that provider is not asked; without the others the service would be open or forget.
      else if (!name.endsWith('_API_KEY'))
        problems.push(`${variable}: the file ${path} is empty; write the value into it`)
    } catch (error) {
      // The code of the operating system: its message repeats the path.
      const reason = error instanceof Error && 'code' in error ? error.code : error
      problems.push(`${variable}: the file ${path} cannot be read (${reason})`)
    }
  }
  return values
}

function conflictsIn(settings: Partial<Settings>): string[] {
  const { EMBEDDER, MAX_CALLS = Number.POSITIVE_INFINITY, DEFAULT_MODELS = DEFAULT_PANEL } = settings
  const embedderUrl = settings.EMBEDDER_BASE_URL ?? settings.OPENAI_BASE_URL
  const embedderKey = settings.EMBEDDER_API_KEY ?? settings.OPENAI_API_KEY
  const seats = DEFAULT_MODELS.length
  const conflicts: Array<[boolean, string]> = [
    [
      settings.ROUTER === 'openrouter' && settings.OPENROUTER_API_KEY === undefined,
      'ROUTER=openrouter requires OPENROUTER_API_KEY; set it, or use ROUTER=auto',
    ],
    [
      EMBEDDER === 'openai' && embedderUrl === undefined && embedderKey === undefined,
      'EMBEDDER=openai requires EMBEDDER_API_KEY or OPENAI_API_KEY; set one, or set EMBEDDER_BASE_URL to a server that needs no key',
    ],
    ...(['brave', 'tavily'] as const).map((engine): [boolean, string] => {
      const key = `${engine.toUpperCase() as 'BRAVE' | 'TAVILY'}_API_KEY` as const
      return [
        settings.SEARCH?.engine === engine && settings[key] === undefined,
        `SEARCH=${engine} requires ${key}; set it, or unset SEARCH`,
      ]
    }),
    // It must cover the first answers of the default panel.
    [
      MAX_CALLS < seats,
      `MAX_CALLS must be at least ${seats}, the number of DEFAULT_MODELS, for example MAX_CALLS=${seats * 10}`,
    ],
  ]
  return conflicts.filter(([applies]) => applies).map(([, problem]) => problem)
}

/** What `stretto settings` prints. */
export function settingsText(): string {
  const lines = Object.entries(VARIABLES).map(
    ([name, variable]) => `  ${name.padEnd(28)} ${variable.about}${showDefault(defaultOf(variable))}`,
  )
  return [
    'Settings are environment variables, or lines of a .env file in the working directory (defaults in parentheses):',
    '',
    ...lines,
    '',
    `Secrets can be read from files: the variable NAME_FILE names a file that holds the value of NAME (${SECRETS.join(', ')}, and the keys of endpoints).`,
    '',
  ].join('\n')
}

/** A value that a variable can be set to. */
export function exampleOf(variable: { schema: z.ZodType; example?: string }): string {
  return variable.example ?? String(defaultOf(variable))
}

function defaultOf({ schema }: { schema: z.ZodType }): unknown {
  return schema.safeParse(undefined).data
}

function showDefault(defaultValue: unknown): string {
  const isEmpty =
    (Array.isArray(defaultValue) && defaultValue.length === 0) ||
    (defaultValue instanceof Map && defaultValue.size === 0)
  if (defaultValue === undefined || isEmpty) return ' (none)'
  if (typeof defaultValue === 'boolean') return ` (${defaultValue ? 'on' : 'off'})`
  return ` (${Array.isArray(defaultValue) ? defaultValue.join(',') : defaultValue})`
}
