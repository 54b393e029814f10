import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseAllDocuments } from 'yaml'

/** The folder of the project, with a slash at its end. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** The text of a file of the project. */
export function readText(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8')
}

/** The paths of the files in a folder of the project. */
export function filesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder))
    .sort()
    .map((name) => `${folder}/${name}`)
}

/** Reads every document of a YAML file; throws at what a strict reader refuses, such as a key that stands twice. */
export function readYaml<Content>(path: string): Content[] {
  return parseAllDocuments(readText(path), { merge: true, strict: true, uniqueKeys: true }).map(
    (document) => {
      const [problem] = [...document.errors, ...document.warnings]
      if (problem !== undefined) throw new Error(`${path}: ${problem.message}`)
      return document.toJS() as Content
    },
  )
}
