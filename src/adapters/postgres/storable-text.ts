/** Precedes the code of a character that PostgreSQL cannot store; in texts of people and models it does not occur. */
const ESCAPE = '\u0010'

const UNSTORABLE = /[\0\u0010]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g
const ESCAPED = /\u0010([0-9a-f]{4})/g

/** A text as it can be stored: PostgreSQL refuses NUL, and halves of surrogate pairs would be lost on the way. */
export function toStorable(text: string): string {
  if (text.isWellFormed() && !text.includes('\0') && !text.includes(ESCAPE)) return text
  return text.replace(
    UNSTORABLE,
    (character) => ESCAPE + character.charCodeAt(0).toString(16).padStart(4, '0'),
  )
}

/** The text that was stored. */
export function fromStorable(stored: string): string {
  if (!stored.includes(ESCAPE)) return stored
  return stored.replace(ESCAPED, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}
