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
  const parts = readdirSync(folder).flatMap((file) => {
    const name = file.endsWith(COMPRESSED) ? file.slice(0, -COMPRESSED.length) : file
    return extname(name) in TYPES && name !== PAGE ? [[name, readFile(folder, file, name)] as const] : []
  })
  return { page: readFile(folder, PAGE, PAGE), parts: new Map(parts) }
}

function readFile(folder: string, file: string, name: string): BuiltFile {
  return {
    type: TYPES[extname(name)]!,
    body: new Uint8Array(readFileSync(join(folder, file))),
    isCompressed: file !== name,
  }
}
