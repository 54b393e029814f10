import { stripVTControlCharacters } from 'node:util'

const LINE_ENDS = /\r\n?|[\u0085\u2028\u2029]/g
const CONTROLS = /(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu

/** A text of somebody else without what would command the terminal or reorder what is read; with line feeds. */
export function harmless(text: string): string {
  return stripVTControlCharacters(text.replace(LINE_ENDS, '\n')).replace(CONTROLS, '')
}

/** The same in one line. */
export function oneLine(text: string): string {
  return harmless(text).replace(/\s+/g, ' ').trim()
}

/** JSON for people and programs; what would command a terminal stands there as an escape, so that nothing is lost. */
export function harmlessJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(
    CONTROLS,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
