import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { FittedPanel } from '../../consensus/fitted/fitted-panel.ts'

/** A file of what was fitted for a panel; its name is that of the panel. */
export interface FittedPanelFile {
  path: string
  name: string
  panel: FittedPanel
}

const ENDING = '.json'

/** Reads every `*.json` file in a folder that there may be; what cannot be read is a problem that names the file. */
export function readFittedPanels(folder: string): { files: FittedPanelFile[]; problems: string[] } {
  const files: FittedPanelFile[] = []
  const problems: string[] = []
  for (const name of namesIn(folder, problems)) {
    const path = join(folder, name)
    try {
      const parsed = FittedPanel.safeParse(JSON.parse(readFileSync(path, 'utf8')))
      if (parsed.success) files.push({ path, name: basename(name, ENDING), panel: parsed.data })
      else {
        const [issue] = parsed.error.issues
        problems.push(
          `${path} is not used: ${[issue?.path.join('.'), issue?.message].filter(Boolean).join(' ')}`,
        )
      }
    } catch (error) {
      problems.push(`${path} is not used: ${reasonOf(error)}`)
    }
  }
  return { files, problems }
}

/** Writes the file of a panel whole or not at all, and returns its path. */
export function writeFittedPanel(folder: string, name: string, panel: FittedPanel): string {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `${name}${ENDING}`)
  const draft = `${path}.new`
  writeFileSync(draft, `${JSON.stringify(panel, null, 2)}\n`)
  renameSync(draft, path)
  return path
}

function namesIn(folder: string, problems: string[]): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith(ENDING) && !name.startsWith('.'))
      .sort()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      problems.push(`The folder ${folder} cannot be read: ${reasonOf(error)}`)
    return []
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof SyntaxError) return 'it is not JSON'
  const { code, message } = error as NodeJS.ErrnoException
  return code ?? message
}
