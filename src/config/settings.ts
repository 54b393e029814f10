import type { z } from 'zod'
import { StartError } from '../contract/start-error.ts'
import { VARIABLES } from './variables.ts'

type VariableName = keyof typeof VARIABLES

/** The settings in force, by the names of their variables. */
export type Settings = { [Name in VariableName]: z.output<(typeof VARIABLES)[Name]['schema']> }

/** Variables of a larger set-up that this version would ignore; ignoring them silently would lose data elsewhere. */
const NOT_SERVED: Record<string, string> = {
  DATABASE_URL: 'this version keeps everything in SQLite under DATA_DIR; unset DATABASE_URL',
  REDIS_URL: 'this version counts and shares within one process; unset REDIS_URL',
}

/** Reads the settings from environment variables; an empty one counts as absent. Every problem is told at once. */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()))
  const problems: string[] = []
  const settings: Record<string, unknown> = {}
  for (const [name, { schema, example }] of Object.entries(VARIABLES)) {
    const parsed = (schema as z.ZodType).safeParse(given[name]?.trim())
    if (parsed.success) settings[name] = parsed.data
    else problems.push(`${name} ${parsed.error.issues[0]?.message}, for example ${name}=${example}`)
  }
  for (const [name, reason] of Object.entries(NOT_SERVED))
    if (given[name]) problems.push(`${name}: ${reason}`)
  if (settings.ROUTER === 'openrouter' && settings.OPENROUTER_API_KEY === undefined) {
    problems.push('ROUTER=openrouter needs OPENROUTER_API_KEY; set it, or use ROUTER=auto')
  }
  problems.push(...embedderProblems(settings))
  if (problems.length > 0) throw new StartError(problems.join('\n'))
  return settings as Settings
}

/** What the embedder chosen lacks. */
function embedderProblems(settings: Partial<Settings>): string[] {
  if (settings.EMBEDDER === 'onnx' && settings.EMBEDDER_FOLDER === undefined) {
    return ['EMBEDDER=onnx needs EMBEDDER_FOLDER; set it to the folder of an ONNX model']
  }
  const isElsewhere = settings.EMBEDDER_BASE_URL ?? settings.OPENAI_BASE_URL
  const key = settings.EMBEDDER_API_KEY ?? settings.OPENAI_API_KEY
  if (settings.EMBEDDER === 'openai' && isElsewhere === undefined && key === undefined) {
    return [
      'EMBEDDER=openai needs EMBEDDER_API_KEY or OPENAI_API_KEY; set one, or EMBEDDER_BASE_URL to a server that asks for none',
    ]
  }
  return []
}

/** What `--help` prints. */
export function helpText(): string {
  const lines = Object.entries(VARIABLES).map(([name, { schema, about }]) => {
    const preset = (schema as z.ZodType).safeParse(undefined).data
    return `  ${name.padEnd(28)} ${about}${showPreset(preset)}`
  })
  return [
    'Stretto: one trustworthy answer out of many language models.',
    '',
    'Usage: npm start [-- flag | -- doctor [--repair]]',
    '',
    '  doctor          say whether the database is sound: exit code 0, or 1 when something is damaged',
    '  doctor --repair set a damaged database aside and go on with everything that can be read of it',
    '  -h, --help      print this and end',
    '  -v, --version   print the version and end',
    '',
    'Settings are environment variables, or lines of a .env file in the folder it is started in:',
    '',
    ...lines,
    '',
    ...Object.keys(NOT_SERVED).map((name) => `  ${name.padEnd(28)} not served by this version`),
    '',
  ].join('\n')
}

function showPreset(preset: unknown): string {
  if (preset === undefined || (Array.isArray(preset) && preset.length === 0)) return ' (none)'
  if (typeof preset === 'boolean') return ` (${preset ? 'on' : 'off'})`
  return ` (${Array.isArray(preset) ? preset.join(',') : preset})`
}
