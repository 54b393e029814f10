import type { Page } from './markdown.ts'
import { styleFor } from './style.ts'

/** Where there is no terminal, and no COLUMNS either. */
const COLUMNS = 80
const WIDEST = 100
const NARROWEST = 20

/** The page that a stream offers; wider than this, lines are hard to read. */
export function pageOn(stream: NodeJS.WriteStream): Page {
  const columns = stream.columns || Number(process.env.COLUMNS) || COLUMNS
  return { columns: Math.max(NARROWEST, Math.min(columns, WIDEST)), style: styleFor(stream) }
}
