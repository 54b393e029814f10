import { type Style, styleFor } from './style.ts'

/** Where a text is shown. */
export interface Page {
  columns: number
  style: Style
}

/** A terminal that does not say how wide it is. */
const COLUMNS = 80
const WIDEST = 100
const NARROWEST = 20
/** Whoever reads a pipe or a file wants whole lines. */
const UNLIMITED = 1_000_000

/** The page that a stream offers; on terminals that are wider than this, lines would be hard to read. */
export function pageOn(stream: NodeJS.WriteStream): Page {
  const style = styleFor(stream)
  if (stream.isTTY !== true) return { columns: UNLIMITED, style }
  return { columns: Math.max(NARROWEST, Math.min(stream.columns || COLUMNS, WIDEST)), style }
}
