import { styleText } from 'node:util'

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

/**
 * The page that a stream offers; on terminals that are wider than this, lines would be hard to read. Only terminals have
 * colours, and none if NO_COLOR is set.
 */
export function pageOn(stream: NodeJS.WriteStream): Page {
  const isTerminal = stream.isTTY === true
  const columns = Math.max(NARROWEST, Math.min(stream.columns || COLUMNS, WIDEST))
  return {
    columns: isTerminal ? columns : UNLIMITED,
    style: createStyle(isTerminal && stream.hasColors?.() === true),
  }
}

/** Prints lines as they are. */
export function print(lines: string[], stream: NodeJS.WriteStream = process.stdout): void {
  stream.write(`${lines.join('\n')}\n`)
}

type TextFormat = Parameters<typeof styleText>[0]

/** Styles a text; the text as it is where there are no colours. */
export interface Style {
  (format: TextFormat, text: string): string
  readonly isOn: boolean
}

/** A style with colours or without. */
export function createStyle(isOn: boolean): Style {
  // What stream it is for has been decided; newer versions of Node.js would ask standard output.
  const style = (format: TextFormat, text: string) =>
    isOn && text !== '' ? styleText(format, text, { validateStream: false }) : text
  return Object.assign(style, { isOn })
}
