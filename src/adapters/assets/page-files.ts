import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { BuiltFile, BuiltPage } from '../../http/shared/built-page.ts'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}
const PAGE = 'index.html'
const COMPRESSED = '.gz'

/** Reads a page that was built into a folder; null where it was not. */
export function readPage(folder: string): BuiltPage {
  if (!existsSync(join(folder, PAGE))) return null
  return builtPage(readdirSync(folder), (file) => {
    const content = new Uint8Array(readFileSync(join(folder, file)))
    return async () => content
  })
}

/** The page that consists of these files; those that it does not serve are left out. */
export function builtPage(files: string[], opened: (file: string) => BuiltFile['open']): BuiltPage {
  const parts = new Map<string, BuiltFile>()
  for (const file of files) {
    const isCompressed = file.endsWith(COMPRESSED)
    const name = isCompressed ? file.slice(0, -COMPRESSED.length) : file
    const type = TYPES[extname(name)]
    if (type !== undefined) parts.set(name, { type, open: opened(file), isCompressed })
  }
  const page = parts.get(PAGE)
  parts.delete(PAGE)
  return page === undefined ? null : { page, parts }
}
