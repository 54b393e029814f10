/** The parsed command line. */
export type Command =
  | { name: 'start' | 'help' | 'version' | 'migrate' }
  | { name: 'doctor'; repair: boolean }
  | { name: 'refuse'; message: string }

const FLAGS: Record<string, 'help' | 'version'> = {
  '-h': 'help',
  '--help': 'help',
  '-v': 'version',
  '--version': 'version',
}

/** Parses the command-line arguments. Unknown ones are rejected, because ignoring them would mislead. */
export function readCommand(args: string[]): Command {
  const [first, ...rest] = args
  if (first === 'doctor' && rest.every((argument) => argument === '--repair'))
    return { name: 'doctor', repair: rest.length > 0 }
  if (first === 'migrate' && rest.length === 0) return { name: 'migrate' }
  const others = first === 'doctor' ? rest.filter((argument) => argument !== '--repair') : args
  const unknown = others.find((argument) => !Object.hasOwn(FLAGS, argument))
  if (unknown !== undefined) {
    const kind = unknown.startsWith('-') ? 'flag' : 'argument'
    return {
      name: 'refuse',
      message: `Unknown ${kind} ${unknown}. Settings are environment variables; --help lists them.`,
    }
  }
  return { name: FLAGS[others[0] ?? ''] ?? 'start' }
}
