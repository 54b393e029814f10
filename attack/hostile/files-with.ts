import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The files in a folder that contain one of some texts. */
export function filesWith(folder: string, texts: string[]): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => {
      const content = readFileSync(file)
      return texts.some((text) => content.includes(text))
    })
}
