/** Precedes the code of a character that PostgreSQL cannot store; a private character, which texts hardly ever have. */
const ESCAPE = '\uE000'

const UNSTORABLE = /[\0\uE000]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g
const ESCAPED = /\uE000([0-9a-f]{4})/g

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
