import type { WriteStream } from 'node:tty'
import { styleText } from 'node:util'

type Format = Parameters<typeof styleText>[0]

/** Styles a text; the text as it is where there are no colours. */
export interface Style {
  (format: Format, text: string): string
  /** Whether there are colours. */
  readonly isOn: boolean
}

/** The style of a stream: only terminals have colours, and none if NO_COLOR is set. */
export function styleFor(
  stream: Pick<WriteStream, 'isTTY'> & Partial<Pick<WriteStream, 'hasColors'>>,
): Style {
  return createStyle(stream.isTTY === true && stream.hasColors?.() === true)
}

/** A style with colours or without. */
export function createStyle(isOn: boolean): Style {
  // What stream it is for has been decided; newer versions of Node.js would ask standard output.
  const apply = styleText as (format: Format, text: string, options: { validateStream: boolean }) => string
  return Object.assign(
    (format: Format, text: string) =>
      isOn && text !== '' ? apply(format, text, { validateStream: false }) : text,
    { isOn },
  )
}
