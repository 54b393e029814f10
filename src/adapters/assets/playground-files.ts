import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { PlaygroundFile, PlaygroundFiles } from '../../http/playground/playground.ts'
import { assetFolders } from './data-files.ts'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}
const PAGE = 'index.html'

/** Reads the built playground; null where it was not built. */
export function readPlayground(folder = assetFolders().playground): PlaygroundFiles {
  if (!existsSync(join(folder, PAGE))) return null
  const names = readdirSync(folder).filter((name) => extname(name) in TYPES && name !== PAGE)
  return {
    page: readFile(folder, PAGE),
    parts: new Map(names.map((name) => [name, readFile(folder, name)])),
  }
}

function readFile(folder: string, name: string): PlaygroundFile {
  return { type: TYPES[extname(name)]!, body: new Uint8Array(readFileSync(join(folder, name))) }
}
