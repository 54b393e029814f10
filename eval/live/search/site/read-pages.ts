import { readdirSync, readFileSync } from 'node:fs'
import { FILLERS } from './fillers.ts'

export const KINDS = [
  ...['plain', 'fresh', 'outdated', 'contradiction', 'copy', 'hostile', 'long', 'near'],
  ...['empty', 'login', 'forbidden', 'redirect', 'slow', 'missing'],
]

export interface Page {
  url: string
  host: string
  path: string
  kind: string
  date: string
  language: string
  title: string
  /** Paragraphs; a line that begins with `|` is a row of a table, and one that begins with `<` is HTML. */
  lines: string[]
  /** Where a redirect leads. */
  to: string | null
}

const FOLDER = new URL('./pages/', import.meta.url)
const HEADER = /^@@ (\w+) (\S+?)(\/\S+) (\S+)(?: (de|fr|zh))?(?: to=(\S+))?(?: filler=(\w+))?$/

/** All pages of the small web, from the tables in `pages/`. */
export function readPages(): Page[] {
  return readdirSync(FOLDER)
    .sort()
    .flatMap((name) => readFileSync(new URL(name, FOLDER), 'utf8').trim().split(/\n\n/))
    .flatMap(pagesOfBlock)
}

/** A block is one page, or one for each of its rows: `* a; b` fills in {1} and {2}. */
function pagesOfBlock(block: string): Page[] {
  const lines = block.split('\n')
  const rows = lines.filter((line) => line.startsWith('* ')).map((line) => line.slice(2).split('; '))
  const template = lines.filter((line) => !line.startsWith('* '))
  if (rows.length === 0) return [readPage(template)]
  return rows.map((cells) => readPage(template.map((line) => fillIn(line, cells))))
}

function fillIn(line: string, cells: string[]): string {
  return line.replace(/\{(\d)\}/g, (place, number) => {
    const cell = cells[Number(number) - 1]
    if (cell === undefined)
      throw new Error(`Nothing to put at ${place} of "${line}" in "${cells.join('; ')}"`)
    return cell
  })
}

function readPage([header = '', title = '', ...lines]: string[]): Page {
  const [, kind, host, path, date, language = 'en', to = null, filler] = HEADER.exec(header) ?? []
  if (kind === undefined || !KINDS.includes(kind)) throw new Error(`Not the header of a page: ${header}`)
  const url = new URL(`http://${host}${path}`)
  const { before, after } = filler === undefined ? { before: [], after: [] } : FILLERS[filler]!()
  return {
    url: url.href,
    host: url.host,
    path: url.pathname,
    kind,
    date: date!,
    language,
    title,
    lines: [...before, ...lines, ...after],
    to,
  }
}

/** What a reader, or a search engine, takes from a page: its lines without HTML. */
export function textOf(page: Page): string {
  return page.lines
    .map((line) =>
      line
        .replace(/<!--.*?-->|<[^>]*>/g, ' ')
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>'),
    )
    .join('\n')
}
