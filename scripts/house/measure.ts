import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

const TEST = /\.test\.tsx?$/
const DECLARED_TYPE = /^(?:export )?(?:declare )?(?:interface|type|class|enum) (\w+)/gm

function filesIn(folder: string, ending: RegExp): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && ending.test(entry.name) && !TEST.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
}

function linesOf(files: string[]): number {
  return files.reduce((sum, file) => sum + (readFileSync(file, 'utf8').match(/\n/g)?.length ?? 0), 0)
}

function wordsOf(files: string[]): number {
  return files.reduce((sum, file) => sum + (readFileSync(file, 'utf8').match(/\S+/g)?.length ?? 0), 0)
}

/** The names of types that several files declare, each with its own meaning. */
export function sharedTypeNames(): Map<string, string[]> {
  const places = new Map<string, string[]>()
  for (const file of filesIn('src', /\.ts$/))
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(DECLARED_TYPE))
      places.set(name, [...(places.get(name) ?? []), file.slice(root.length)])
  return new Map([...places].filter(([, files]) => new Set(files).size > 1))
}

/** What can be measured of the house by reading it. */
export function measureHouse(): Record<string, number> {
  const source = filesIn('src', /\.ts$/)
  return {
    'lines of src without tests': linesOf(source),
    'modules of src': source.length,
    'lines of playground without tests': linesOf(filesIn('playground', /\.(?:tsx?|css)$/)),
    'words of docs': wordsOf(filesIn('docs', /\.md$/)),
    'type names with several meanings': sharedTypeNames().size,
  }
}
