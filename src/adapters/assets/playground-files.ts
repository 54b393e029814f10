import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { PlaygroundFile, PlaygroundFiles } from '../../http/playground/playground-files.ts'
import { assetFolders } from './package-folder.ts'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}
const PAGE = 'index.html'

/** Reads the built playground, with its compressed forms; null where it was not built. */
export function readPlayground(folder = assetFolders().playground): PlaygroundFiles {
  if (!existsSync(join(folder, PAGE))) return null
  const names = readdirSync(folder).filter((name) => extname(name) in TYPES && name !== PAGE)
  return {
    page: readFile(folder, PAGE),
    parts: new Map(names.map((name) => [name, readFile(folder, name)])),
  }
}

function readFile(folder: string, name: string): PlaygroundFile {
  const bytes = (ending: string) => new Uint8Array(readFileSync(join(folder, `${name}${ending}`)))
  const identity = bytes('')
  return {
    type: TYPES[extname(name)]!,
    digest: createHash('sha256').update(identity).digest('base64url').slice(0, 22),
    bodies: { identity, br: bytes('.br'), gzip: bytes('.gz') },
  }
}
