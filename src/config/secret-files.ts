/** Reads a file as text; only the composition root can. */
export type ReadText = (path: string) => string

interface FromFiles {
  /** The values of the secrets that files hold, by variable. */
  values: Record<string, string>
  problems: string[]
}

/**
 * Reads the secrets that variables such as API_KEYS_FILE point to, so that a secret need not stand in the environment,
 * where every child process and many tools see it.
 */
export function readSecretFiles(
  given: Record<string, string | undefined>,
  secrets: string[],
  readText: ReadText,
): FromFiles {
  const values: Record<string, string> = {}
  const problems: string[] = []
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
      problems.push(`${variable}: the file ${path} cannot be read (${reasonOf(error)})`)
    }
  }
  return { values, problems }
}

/** The code of the operating system: its message repeats the path. */
function reasonOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}
